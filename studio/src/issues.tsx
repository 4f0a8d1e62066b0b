import type { CellPlace } from "./grid";
import type { Table } from "./types";

/** What may be wrong with some cells of a table. */
interface Issue {
  one: string;
  many: string;
  why: string;
  cells: CellPlace[];
}

/** A column that at least so many of the records have is missed where it is empty. */
const MOST = 0.75;

/** Cells that cannot be read by the type of their column, and cells that are empty where most records have one. */
export function issues(table: Table): Issue[] {
  const odd = table.rows.flatMap((of, row) => of.values.flatMap((value, column) => (value === true ? [{ row, column }] : [])));
  const missing = table.columns.flatMap((_, column) => {
    const empty = table.rows.flatMap((of, row) => ((of.cells[column] ?? null) === null ? [{ row, column }] : []));
    return empty.length <= table.rows.length * (1 - MOST) ? empty : [];
  });
  missing.sort((a, b) => a.row - b.row || a.column - b.column);
  const found = [
    { one: "1 odd cell", many: "odd cells", why: "Texts that cannot be read by the type of their column", cells: odd },
    { one: "1 missing value", many: "missing values", why: "Empty, where most records have something", cells: missing },
  ];
  return found.filter((issue) => issue.cells.length > 0);
}

interface Props {
  found: Issue[];
  cell: CellPlace | null;
  onCell: (place: CellPlace | null) => void;
}

/** Buttons that lead from one such cell to the next. */
export function Issues({ found, cell, onCell }: Props) {
  return (
    <>
      {found.map(({ one, many, why, cells }) => {
        const at = cells.findIndex((place) => place.row === cell?.row && place.column === cell.column);
        return (
          <button key={many} title={`${why}; each click leads to the next`} onClick={() => onCell(cells[(at + 1) % cells.length] ?? null)}>
            {cells.length === 1 ? one : `${cells.length} ${many}`}
          </button>
        );
      })}
    </>
  );
}

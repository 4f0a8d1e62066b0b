import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Kind, Value, ValueType } from "./types";
import { useVirtual } from "./virtual";

const HEIGHT = 30;

export interface GridColumn {
  name: string;
  kind: Kind;
  type: ValueType;
}

export interface GridRow {
  cells: (string | null)[];
  values: Value[];
}

export interface CellPlace {
  row: number;
  column: number;
}

interface Props {
  label: string;
  columns: GridColumn[];
  rows: GridRow[];
  /** What stands before each row. */
  head: (row: number) => ComponentChildren;
  headName: string;
  /** What stands in the head of a column. */
  title: (column: number) => ComponentChildren;
  sort?: (column: number) => "ascending" | "descending" | "none";
  /** The cell under the pointer or the one that the arrow keys have reached. */
  onCell?: (place: CellPlace | null) => void;
  onKey?: (key: string, row: number) => void;
  /** A cell to be shown. */
  at?: CellPlace | null;
}

/** What a cell is read as, for people; its text where it is not. */
function readAs(text: string | null, value: Value, type: ValueType): { odd: boolean; tip: string } {
  if (text === null) return { odd: false, tip: "nothing here" };
  if (value === true) return { odd: true, tip: `${text}\n(cannot be read as a ${type})` };
  return { odd: false, tip: value === null ? text : `${text}\n= ${value}` };
}

/** A table of any length, of which only what is in view is in the document. Arrow keys lead from cell to cell. */
export function Grid({ label, columns, rows, head, headName, title, sort, onCell, onKey, at }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(rows.length, HEIGHT, box);
  const [active, setActive] = useState<CellPlace | null>(null);
  const width = `84px repeat(${columns.length}, minmax(110px, 1fr))`;
  const whole = { minWidth: 84 + columns.length * 110 };

  useEffect(() => {
    if (at) virtual.scrollToIndex(at.row, { align: "auto" });
  }, [at, virtual]);

  const move = (event: KeyboardEvent) => {
    if (event.target !== box.current) return;
    const now = active ?? { row: 0, column: 0 };
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 300) / HEIGHT) - 2);
    const steps: Record<string, CellPlace> = {
      ArrowDown: { ...now, row: now.row + (active ? 1 : 0) },
      ArrowUp: { ...now, row: now.row - 1 },
      ArrowRight: { ...now, column: now.column + (active ? 1 : 0) },
      ArrowLeft: { ...now, column: now.column - 1 },
      PageDown: { ...now, row: now.row + page },
      PageUp: { ...now, row: now.row - page },
      Home: { row: 0, column: now.column },
      End: { row: rows.length - 1, column: now.column },
    };
    const next = steps[event.key];
    if (next) {
      event.preventDefault();
      const row = Math.min(Math.max(next.row, 0), rows.length - 1);
      const column = Math.min(Math.max(next.column, 0), columns.length - 1);
      setActive({ row, column });
      virtual.scrollToIndex(row, { align: "auto" });
      onCell?.({ row, column });
    } else if (active) {
      onKey?.(event.key, active.row);
    }
  };
  const marked = at ?? active;
  const inView = virtual.getVirtualItems();
  const activeInView = active && inView.some((item) => item.index === active.row);
  return (
    <div
      class="grid"
      role="grid"
      ref={box}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={activeInView ? `cell-${active.row}-${active.column}` : undefined}
      onKeyDown={move}
      onMouseLeave={() => onCell?.(null)}
    >
      <div role="rowgroup" class="head" style={whole}>
        <div role="row" aria-rowindex={1} class="row" style={{ gridTemplateColumns: width }}>
          <div role="columnheader" aria-colindex={1}>
            {headName}
          </div>
          {columns.map((column, index) => (
            <div key={index} role="columnheader" aria-colindex={index + 2} aria-sort={sort?.(index)} title={`${column.name} (${column.type})`}>
              {title(index)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" class="body" style={{ ...whole, height: virtual.getTotalSize() }}>
        {inView.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.index}
              role="row"
              aria-rowindex={item.index + 2}
              class={marked?.row === item.index ? "row marked" : "row"}
              style={{ gridTemplateColumns: width, top: item.start, height: HEIGHT }}
            >
              <div role="rowheader" aria-colindex={1}>
                {head(item.index)}
              </div>
              {columns.map((column, index) => {
                const text = row.cells[index] ?? null;
                const { odd, tip } = readAs(text, row.values[index] ?? null, column.type);
                const here = marked?.row === item.index && marked.column === index;
                const names = [odd ? "odd" : "", text === null ? "none" : "", here ? "here" : "", typeof row.values[index] === "number" ? "number" : ""];
                return (
                  <div
                    key={index}
                    id={`cell-${item.index}-${index}`}
                    role="gridcell"
                    aria-colindex={index + 2}
                    class={names.filter(Boolean).join(" ") || undefined}
                    title={tip}
                    onMouseEnter={() => onCell?.({ row: item.index, column: index })}
                  >
                    {text}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

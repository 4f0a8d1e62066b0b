import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { post } from "./api";
import type { Doing } from "./app";
import type { Column, Table, ValueType } from "./types";

const TYPES: [ValueType, string][] = [
  ["text", "text"],
  ["number", "number"],
  ["price", "price"],
  ["date", "date"],
  ["url", "address"],
];

/** Changes one column; the server knows the others. */
function change(page: number, { from, kind }: Column, values: object) {
  return post(`pages/${page}/column`, { from, kind, ...values });
}

interface Props {
  page: number;
  table: Table;
  selected: number;
  doing: Doing;
  onSelect: (column: number | null) => void;
}

/** Names, types, moves and leaves out a column. */
export function ColumnEditor({ page, table, selected, doing, onSelect }: Props) {
  const column = table.columns[selected];
  const [name, setName] = useState(column?.name ?? "");
  const field = useRef<HTMLInputElement>(null);
  // before the browser draws: what a person types at once is not overwritten
  useLayoutEffect(() => {
    setName(column?.name ?? "");
    field.current?.focus();
    field.current?.select();
  }, [column?.from, column?.kind]);
  if (!column) return null;

  const set = (values: object, then: number | null) =>
    doing(async () => {
      await change(page, column, values);
      onSelect(then);
    });
  const move = (by: number) => set({ by }, selected + by);
  return (
    <form
      class="editor"
      aria-label={`Column ${column.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void set({ name: name.trim() }, selected);
      }}
      onKeyDown={(event) => event.key === "Escape" && onSelect(null)}
    >
      <label>
        Name <input ref={field} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={name.trim() === column.name}>
        Rename
      </button>
      <label>
        Type{" "}
        <select
          value={column.type}
          disabled={column.kind !== "text"}
          onChange={(event) => void set({ type: event.currentTarget.value }, selected)}
        >
          {TYPES.map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="button" disabled={selected === 0} onClick={() => void move(-1)}>
        Move left
      </button>
      <button type="button" disabled={selected === table.columns.length - 1} onClick={() => void move(1)}>
        Move right
      </button>
      <button type="button" disabled={table.columns.length === 1} onClick={() => void set({ dropped: true }, null)}>
        Leave out
      </button>
      <button type="button" onClick={() => onSelect(null)}>
        Done
      </button>
    </form>
  );
}

/** The columns that were left out, to be taken back. */
export function Dropped({ page, table, doing }: { page: number; table: Table; doing: Doing }) {
  if (table.dropped.length === 0) return null;
  const back = (column: Column) => doing(() => change(page, column, { dropped: false }));
  return (
    <p class="dropped">
      Columns left out:{" "}
      {table.dropped.map((column) => (
        <button key={`${column.kind}/${column.from}`} onClick={() => void back(column)} aria-label={`Take the column ${column.name} back`}>
          {column.name} ↩
        </button>
      ))}
    </p>
  );
}

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { post } from "./api";
import type { Doing } from "./app";
import type { Column, Role, Table, ValueType } from "./types";

const TYPES: [ValueType, string][] = [
  ["text", "text"],
  ["number", "number"],
  ["price", "price"],
  ["date", "date"],
  ["url", "address"],
];

/** Changes one column; the server knows the others. */
function change(page: number, { from, kind, part }: Column, values: object) {
  return post(`pages/${page}/column`, { from, kind, part, ...values });
}

interface Props {
  page: number;
  table: Table;
  roles: Role[];
  selected: number;
  /** Whether a person pointed at the items of this column. */
  pointed: boolean;
  /** Begins pointing at its items in the page. */
  onPoint: (field: string) => void;
  doing: Doing;
  onSelect: (column: number | null) => void;
}

/** Names, types, joins, splits, moves and leaves out a column. */
export function ColumnEditor({ page, table, roles, selected, pointed, onPoint, doing, onSelect }: Props) {
  const column = table.columns[selected];
  const [name, setName] = useState(column?.name ?? "");
  const [separator, setSeparator] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // a role gives its name
  useLayoutEffect(() => setName(column?.name ?? ""), [column?.name]);
  // before the browser draws: what a person types at once is not overwritten
  useLayoutEffect(() => {
    setName(column?.name ?? "");
    setSeparator("");
    field.current?.focus();
    field.current?.select();
  }, [column?.from, column?.kind, column?.part]);
  if (!column) return null;

  const set = (values: object, then: number | null) =>
    doing(async () => {
      await change(page, column, values);
      onSelect(then);
    });
  const move = (by: number) => set({ by }, selected + by);
  const isWhole = column.joined.length === 0 && column.part === null;
  const others = table.columns.filter((other) => other !== column && other.kind === "text" && other.part === null);
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
      <label>
        Role{" "}
        <select value={column.role ?? ""} onChange={(event) => void set({ role: event.currentTarget.value }, selected)}>
          {column.role === null && <option value="">none</option>}
          {roles
            .filter((role) => role.kind === column.kind)
            .map((role) => (
              <option key={role.name} value={role.name}>
                {role.name.replace("_", " ")}
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
      {column.kind === "text" && column.part === null && others.length > 0 && (
        <label>
          Join with{" "}
          <select
            value=""
            onChange={(event) => {
              const other = others[Number(event.currentTarget.value)];
              if (other) void set({ join: { from: other.from, kind: other.kind } }, null);
            }}
          >
            <option value="">…</option>
            {others.map((other, at) => (
              <option key={other.from} value={String(at)}>
                {other.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {column.kind === "text" && column.part === null && (
        <span class="split-at">
          <label>
            Split at <input class="short" value={separator} placeholder=", " onInput={(event) => setSeparator(event.currentTarget.value)} />
          </label>
          <button type="button" disabled={separator === ""} onClick={() => void set({ split: separator }, null)}>
            Split
          </button>
        </span>
      )}
      {!isWhole && (
        <button type="button" onClick={() => void set({ restore: true }, null)}>
          {column.part === null ? "Take apart again" : "Make whole again"}
        </button>
      )}
      {isWhole && (
        <button type="button" onClick={() => onPoint(column.from)} title="Click on it in the page, in any record">
          Point at it
        </button>
      )}
      {pointed && (
        <button type="button" onClick={() => void doing(() => post(`pages/${page}/forget-field`, { name: column.from }))}>
          As found
        </button>
      )}
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
        <button key={`${column.kind}/${column.from}/${column.part ?? ""}`} onClick={() => void back(column)} aria-label={`Take the column ${column.name} back`}>
          {column.name} ↩
        </button>
      ))}
    </p>
  );
}

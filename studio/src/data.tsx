import { useEffect, useMemo, useState } from "preact/hooks";
import { get } from "./api";
import type { Doing } from "./app";
import { Commands } from "./commands";
import { Grid } from "./grid";
import { short } from "./pages";
import type { DataRow, Rows, State } from "./types";

interface Props {
  state: State;
  revision: number;
  doing: Doing;
  onShow: (id: number) => void;
}

interface Order {
  column: number;
  down: boolean;
}

/** What the name of a format does not say. */
const HINTS: Record<string, string> = {
  "csv-values": "Numbers, amounts and dates as values, where columns have such a type",
};

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Numbers and dates by what they are, texts by their letters; what is not there comes last. */
function compare(a: DataRow, b: DataRow, { column, down }: Order): number {
  const [x, y] = [a.cells[column] ?? null, b.cells[column] ?? null];
  if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
  const [v, w] = [a.values[column], b.values[column]];
  const both = typeof v === "number" && typeof w === "number" ? v - w : words.compare(typeof v === "string" ? v : x, typeof w === "string" ? w : y);
  return down ? -both : both;
}

/** The rows of all pages. */
export function DataTab({ state, revision, doing, onShow }: Props) {
  const [rows, setRows] = useState<Rows | null>(null);
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order | null>(null);
  useEffect(() => {
    let gone = false;
    void doing(async () => {
      const next = await get<Rows>("rows");
      if (!gone) setRows(next);
    }, true);
    return () => {
      gone = true;
    };
  }, [revision]);

  const texts = useMemo(() => rows?.rows.map((row) => row.cells.join("\n").toLowerCase()) ?? [], [rows]);
  const seen = useMemo(() => {
    const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows?.rows.filter((_, at) => wanted.every((word) => texts[at]?.includes(word))) ?? [];
    return order ? found.sort((a, b) => compare(a, b, order)) : found;
  }, [rows, texts, filter, order]);
  if (!rows) return <p class="loading">Reading the rows …</p>;

  const sources = new Map(state.pages.map((page) => [page.id, page.source]));
  const sort = (column: number) => {
    const next = order?.column !== column ? { column, down: false } : order.down ? null : { column, down: true };
    setOrder(next);
  };
  const sorted = (column: number) => (order?.column !== column ? "none" : order.down ? "descending" : "ascending");
  return (
    <div class="data">
      <h2>All rows</h2>
      <div class="tools">
        <label for="filter">Filter</label>
        <input id="filter" type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
        <span role="status">
          {seen.length === rows.rows.length ? `${seen.length} rows` : `${seen.length} of ${rows.rows.length} rows`}
          {rows.waiting > 0 && `, ${rows.waiting} pages to come`}
        </span>
        {state.formats.map(({ name, about }, at) => (
          <a key={name} class="button" href={`api/export?format=${name}`} download title={HINTS[name]}>
            {at === 0 ? `Save as ${about}` : about}
          </a>
        ))}
      </div>
      {rows.columns.length > 0 ? (
        <Grid
          label="Rows of all pages"
          columns={rows.columns}
          rows={seen}
          headName="Page"
          head={(at) => {
            const row = seen[at];
            return row ? (
              <button class="plain link" tabIndex={-1} title={sources.get(row.page)} onClick={() => onShow(row.page)} aria-label={`${row.page}.${row.record}: show ${short(sources.get(row.page) ?? "")}, record ${row.record}`}>
                {row.page}.{row.record}
              </button>
            ) : null;
          }}
          title={(at) => (
            <button class="plain" onClick={() => sort(at)}>
              {rows.columns[at]?.name} {order?.column === at ? (order.down ? "▼" : "▲") : ""}
            </button>
          )}
          sort={sorted}
        />
      ) : (
        <p class="empty">There are no rows yet.</p>
      )}
      <Commands lines={rows.commands} />
    </div>
  );
}

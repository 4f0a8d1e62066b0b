import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { get, post } from "./api";
import type { Doing } from "./app";
import { ColumnEditor, Dropped } from "./columns";
import { Commands } from "./commands";
import { Frame } from "./frame";
import { type CellPlace, Grid } from "./grid";
import { Issues, issues } from "./issues";
import { Fields, Further } from "./fields";
import { counted, short } from "./pages";
import type { List, PageView, Part, Role } from "./types";

/** What a page may hold. */
const PARTS: [Part, string][] = [
  ["list", "a list"],
  ["posts", "posts"],
  ["article", "an article"],
  ["item", "an object"],
];

const FROM = {
  given: "as you told",
  wrapper: "by the wrapper",
  search: "found by search",
  nothing: "no list was found: click on one in the page",
};

/** The same of what is no list. */
const FROM_PART = { ...FROM, nothing: "nothing of this was found" };

interface Props {
  id: number | null;
  revision: number;
  roles: Role[];
  doing: Doing;
}

function describe(list: List, at: number): string {
  const sure = list.confidence === null ? "" : `, ${Math.round(list.confidence * 100)} % sure`;
  const first = list.first.length > 40 ? `${list.first.slice(0, 40)}…` : list.first;
  return `${at + 1}. ${list.records} records${sure}: ${first}`;
}

/** A page and its table, side by side. */
export function PageTab({ id, revision, roles, doing }: Props) {
  const [view, setView] = useState<PageView | null>(null);
  const [failed, setFailed] = useState("");
  const [cell, setCell] = useState<CellPlace | null>(null);
  const [hovered, setHovered] = useState<CellPlace | null>(null);
  const [column, setColumn] = useState<number | null>(null);
  const [preview, setPreview] = useState<List | null>(null);
  const [pointed, setPointed] = useState<{ page: number; elements: number[] } | null>(null);
  const [shift, setShift] = useState(0);
  const [picking, setPicking] = useState<string | null>(null);

  useEffect(() => {
    if (id === null) return setView(null);
    let gone = false;
    setFailed("");
    get<PageView>(`pages/${id}`).then(
      (next) => gone || setView(next),
      (error) => gone || (setView(null), setFailed(error.message)),
    );
    return () => {
      gone = true;
    };
  }, [id, revision]);
  useEffect(() => {
    setCell(null);
    setHovered(null);
    setColumn(null);
    setPreview(null);
    setPointed(null);
    setShift(0);
    setPicking(null);
  }, [id]);
  // with what tells of it, so that whoever sees it can end it
  useLayoutEffect(() => {
    if (picking === null) return;
    const stop = (event: KeyboardEvent) => event.key === "Escape" && setPicking(null);
    addEventListener("keydown", stop);
    return () => removeEventListener("keydown", stop);
  }, [picking]);

  if (id === null) {
    return (
      <div class="welcome">
        <h2>From a page to a table</h2>
        <ol>
          <li>Open a page: a file, a folder, an address, or paste its HTML.</li>
          <li>If the table is not the one you want, click in the page on the list that you mean.</li>
          <li>Name and type its columns, leave out what is no record.</li>
          <li>Learn a wrapper from it, open more pages, and save all rows.</li>
        </ol>
      </div>
    );
  }
  if (failed) return <p class="problem">{failed}</p>;
  if (!view || view.id !== id) return <p class="loading">Looking at the page …</p>;

  const { table, part } = view;
  const isOne = part === "article" || part === "item";
  const pick = (field: string) => setPicking(picking === field ? null : field);
  const clicked = (elements: number[]) => {
    if (picking !== null) {
      void doing(async () => {
        await post(`pages/${id}/point`, { name: picking, elements });
        setPicking(null);
      });
    } else if (!isOne) void point(elements, 0);
  };
  const point = (elements: number[], wider: number) =>
    doing(async () => {
      await post(`pages/${id}/choose`, { elements, wider });
      setPointed({ page: id, elements });
      setShift(wider);
      setColumn(null);
    });
  const leaveOut = (row: number) => {
    const element = table?.rows[row]?.elements[0];
    if (element !== undefined) void doing(() => post(`pages/${id}/leave-out`, { element }));
  };
  // what the arrows start from: where was pointed at, or the first record of the list
  const start = pointed?.page === id ? pointed.elements : (table?.rows[0]?.elements ?? []);
  const shown = hovered ?? cell;
  const found = table ? issues(table) : [];
  const is = (place: CellPlace) => cell !== null && place.row === cell.row && place.column === cell.column;
  return (
    <div class="split">
      <section class="seen" aria-label="Page">
        <p class="source">
          <strong title={view.source}>{short(view.source)}</strong>
          {view.next && (
            <button onClick={() => void doing(() => post("open", { what: view.next }))} title={view.next}>
              Open its next page
            </button>
          )}
          <button onClick={() => void doing(() => post(`pages/${id}/remove`))}>Take this page out</button>
        </p>
        <Frame
          id={id}
          version={String(id)}
          table={table}
          preview={preview}
          cell={shown}
          picking={picking !== null}
          onPoint={clicked}
          onCancel={() => setPicking(null)}
          onHover={setHovered}
        />
      </section>
      <section aria-label="Table">
        <div class="tools">
          <label for="part">This page holds</label>
          <select
            id="part"
            class="short"
            value={part}
            onChange={(event) => {
              const said = event.currentTarget.value;
              setColumn(null);
              setPicking(null);
              void doing(() => post(`pages/${id}/part`, { part: said }));
            }}
          >
            {PARTS.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          {view.said && (
            <button title="Also forgets the fields that you pointed at" onClick={() => void doing(() => post(`pages/${id}/part`, { part: null }))}>
              As found
            </button>
          )}
          {part !== "list" && <span class="note">{FROM_PART[view.from]}</span>}
        </div>
        {!isOne && view.pointed.some((field) => field.absent) && (
          <p class="dropped">
            Columns that are not there, as you told:{" "}
            {view.pointed
              .filter((field) => field.absent)
              .map(({ name }) => (
                <button key={name} aria-label={`${name} as found`} onClick={() => void doing(() => post(`pages/${id}/forget-field`, { name }))}>
                  {name} ↩
                </button>
              ))}
          </p>
        )}
        {picking !== null && (
          <p class="pick" role="status">
            Click in the page on “{picking}”{isOne ? "" : ", in any record"}. <button onClick={() => setPicking(null)}>Do not</button>
          </p>
        )}
        {!isOne && <div class="tools">
          {part === "list" && <label for="list">List, {FROM[view.from]}</label>}
          {part === "list" && <select
            id="list"
            value={view.from === "nothing" ? "" : "0"}
            onChange={(event) => {
              const list = Number(event.currentTarget.value);
              setPointed(null);
              void doing(() => post(`pages/${id}/choose`, { list }));
            }}
            onFocus={() => setPreview(null)}
          >
            {view.from === "nothing" && <option value="">none</option>}
            {view.lists.map((list, at) => (
              <option key={at} value={String(at)}>
                {describe(list, at)}
              </option>
            ))}
          </select>}
          <button disabled={start.length === 0} onClick={() => void point(start, shift - 1)} title="A list within this one, of smaller records">
            Narrower
          </button>
          <button disabled={start.length === 0} onClick={() => void point(start, shift + 1)} title="A list around this one, of larger records">
            Wider
          </button>
          {view.chosen && (
            <button onClick={() => void doing(() => post(`pages/${id}/forget-list`))}>Forget what I told</button>
          )}
          <Issues found={found} cell={cell} onCell={setCell} />
        </div>}
        {view.applied && (
          <p class={view.applied.drift.length > 0 ? "applied odd" : "applied"}>
            {view.applied.template
              ? `The wrapper takes ${counted(part, view.applied.records)} from this page (${view.applied.template}).`
              : "The wrapper does not know pages like this one."}
            {view.applied.drift.map((drift) => (
              <span key={drift}> {drift}.</span>
            ))}
          </p>
        )}
        {table && column !== null && (
          <ColumnEditor
            page={id}
            table={table}
            roles={roles}
            selected={column}
            pointed={view.pointed.some((field) => field.name === table.columns[column]?.from)}
            onPoint={pick}
            doing={doing}
            onSelect={setColumn}
          />
        )}
        {table && <Dropped page={id} table={table} doing={doing} />}
        {view.left_out.length > 0 && (
          <p class="dropped">
            Records left out:{" "}
            {view.left_out.map((text, number) => (
              <button key={number} onClick={() => void doing(() => post(`pages/${id}/put-back`, { number }))} aria-label={`Put back: ${text}`}>
                {text.slice(0, 30) || "(no text)"} ↩
              </button>
            ))}
          </p>
        )}
        {isOne ? (
          <Fields view={view} picking={picking} selected={column} doing={doing} onPick={pick} onSelect={setColumn} onCell={setCell} />
        ) : table ? (
          <Grid
            label="Records of the page"
            columns={table.columns}
            rows={table.rows}
            headName="Record"
            head={(row) => (
              <>
                {row + 1}
                <button class="plain" tabIndex={-1} aria-label={`Leave out record ${row + 1}`} title="Leave this record out" onClick={() => leaveOut(row)}>
                  ×
                </button>
              </>
            )}
            title={(at) => (
              <button class="plain" aria-expanded={column === at} onClick={() => setColumn(column === at ? null : at)}>
                {table.columns[at]?.name}
              </button>
            )}
            onCell={setCell}
            onKey={(key, row) => key === "Delete" && leaveOut(row)}
            at={hovered ?? (found.some((issue) => issue.cells.some(is)) ? cell : null)}
          />
        ) : (
          <p class="empty">There is no table yet. Click on a record in the page.</p>
        )}
        {(isOne || table) && <Further what={isOne ? "field" : "column"} onPick={pick} />}
        <p class="save">
          {table && (
            <>
              <a class="button" href={`api/export?format=csv&page=${id}`} download>
                Save as CSV
              </a>{" "}
              {counted(part, table.rows.length)}
            </>
          )}
        </p>
        {view.warnings.map((warning) => (
          <p class="note" key={warning}>
            {warning}
          </p>
        ))}
        <Commands lines={view.commands} />
      </section>
    </div>
  );
}

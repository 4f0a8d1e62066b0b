import { useState } from "preact/hooks";
import { post } from "./api";
import type { Doing } from "./app";
import type { CellPlace } from "./grid";
import type { PageView, Part } from "./types";

/** What a person looks for first on such a page, whether it was found or not. */
const USUAL: Partial<Record<Part, string[]>> = {
  article: ["title", "author", "date", "text"],
  item: ["name", "price", "brand", "description", "image"],
};

interface Props {
  view: PageView;
  /** The field that the next click in the page is for. */
  picking: string | null;
  selected: number | null;
  doing: Doing;
  onPick: (field: string) => void;
  onSelect: (column: number | null) => void;
  onCell: (place: CellPlace | null) => void;
}

/** The fields of an article or an object, one below another, each to be corrected by pointing at it. */
export function Fields({ view, picking, selected, doing, onPick, onSelect, onCell }: Props) {
  const columns = view.table?.columns ?? [];
  const cells = view.table?.rows[0]?.cells ?? [];
  const usual = USUAL[view.part] ?? [];
  const absent = view.pointed.filter((field) => field.absent).map((field) => field.name);
  // of an article many columns are never filled; what a wrapper has is missed where it is empty
  const isMissed = (from: string) => usual.includes(from) || (view.applied !== null && view.part === "item");
  const filled = columns.flatMap((column, at) => ((cells[at] ?? null) === null && !isMissed(column.from) ? [] : [{ from: column.from, at }]));
  const missing = usual.filter((name) => columns.every((column) => column.from !== name)).map((from) => ({ from, at: null }));
  const fields: { from: string; at: number | null }[] = [...filled, ...missing].filter(({ from }) => !absent.includes(from));
  const say = (path: string, value: object) => void doing(() => post(`pages/${view.id}/${path}`, value));
  return (
    <table class="fields" aria-label="Fields of the page">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
          <th scope="col">Correct it</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ from, at }) => {
          const name = at === null ? from : (columns[at]?.name ?? from);
          const pointed = view.pointed.some((field) => field.name === from);
          const show = () => at !== null && onCell({ row: 0, column: at });
          const value = at === null ? null : (cells[at] ?? null);
          return (
            <tr key={from} class={picking === from ? "picking" : undefined} onMouseEnter={show} onMouseLeave={() => onCell(null)} onFocusCapture={show}>
              <th scope="row">
                {at === null ? (
                  name
                ) : (
                  <button class="plain" aria-expanded={selected === at} onClick={() => onSelect(selected === at ? null : at)}>
                    {name}
                  </button>
                )}
              </th>
              <td class={value === null ? "none" : undefined}>
                <div class="value">{value ?? "not found"}</div>
              </td>
              <td>
                <button aria-label={`Point at it: ${name}`} aria-pressed={picking === from} onClick={() => onPick(from)}>
                  Point at it
                </button>{" "}
                {pointed ? (
                  <button aria-label={`As found: ${name}`} onClick={() => say("forget-field", { name: from })}>
                    As found
                  </button>
                ) : (
                  value !== null && (
                    <button aria-label={`Not there: ${name}`} onClick={() => say("point", { name: from, elements: [] })}>
                      Not there
                    </button>
                  )
                )}
              </td>
            </tr>
          );
        })}
        {absent.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="none">not on this page, as you told</td>
            <td>
              <button aria-label={`As found: ${name}`} onClick={() => say("forget-field", { name })}>
                As found
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A further field or column, which is named and then pointed at. */
export function Further({ what, onPick }: { what: string; onPick: (field: string) => void }) {
  const [name, setName] = useState("");
  return (
    <form
      class="further"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") onPick(name.trim());
        setName("");
      }}
    >
      <label>
        A further {what} <input class="name" value={name} placeholder="its name" onInput={(event) => setName(event.currentTarget.value)} />
      </label>{" "}
      <button type="submit" disabled={name.trim() === ""}>
        Point at it
      </button>
    </form>
  );
}

import { useRef } from "preact/hooks";
import { post, save } from "./api";
import type { Doing } from "./app";
import { short, summary } from "./pages";
import type { State } from "./types";
import { useVirtual } from "./virtual";

const HEIGHT = 34;

/** The programs that read a wrapper as selectors (server/routes.rs). */
const PROGRAMS = [
  ["crawl4ai", "crawl4ai"],
  ["scrapy", "Scrapy"],
  ["parsel", "parsel"],
  ["autopagerize", "AutoPagerize"],
];

interface Props {
  state: State;
  busy: boolean;
  doing: Doing;
  onShow: (id: number) => void;
}

/** What was learnt, from which pages, and where it fails. */
export function WrapperTab({ state, busy, doing, onShow }: Props) {
  const { pages, wrapper } = state;
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(pages.length, HEIGHT, box);
  const learn = pages.filter((page) => page.learn).length;
  const failing = pages.filter((page) => page.drift.length > 0).length;
  return (
    <div class="wrapper">
      <h2>Wrapper</h2>
      <p>
        A wrapper is learnt from a few pages, with what you told of them, and takes the same rows and columns from all
        further pages of the site, also from those with one record or none.
      </p>
      <p class="save">
        <button class="main" disabled={busy || learn === 0} onClick={() => void doing(() => post("learn"))}>
          {wrapper ? "Learn again" : "Learn"} from {learn === 1 ? "1 page" : `${learn} pages`}
        </button>
        {wrapper && (
          <>
            <a class="button" href="api/wrapper" download>
              Save the wrapper
            </a>
            <label>
              For another program{" "}
              <select
                class="short"
                value=""
                onChange={(event) => {
                  const program = event.currentTarget.value;
                  event.currentTarget.value = "";
                  if (program) void doing(() => save(`wrapper?for=${program}`));
                }}
              >
                <option value="">…</option>
                {PROGRAMS.map(([program, label]) => (
                  <option key={program} value={program}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <button disabled={busy} onClick={() => void doing(() => post("forget-wrapper"))}>
              Forget it
            </button>
          </>
        )}
      </p>
      {wrapper?.templates.map((template) => (
        <section class="template" key={template.name} aria-label={template.name}>
          <h3>{template.name}</h3>
          <p>
            Learnt from {template.pages === 1 ? "1 page" : `${template.pages} pages`};{" "}
            {template.columns.length > 0 ? `columns ${template.columns.join(", ")}` : "nothing was found on them"}.
          </p>
          {template.selector && (
            <p>
              Records: <code>{template.selector}</code>
            </p>
          )}
        </section>
      ))}
      <h3>
        {wrapper ? (failing === 0 ? "No page departs from it" : `${failing === 1 ? "1 page departs" : `${failing} pages depart`} from it`) : "Pages to learn from"}
      </h3>
      <div class="grid" role="table" aria-label="Pages and what the wrapper gives" aria-rowcount={pages.length + 1} ref={box} tabIndex={0}>
        <div role="rowgroup" class="head">
          <div role="row" class="row pagerow">
            <div role="columnheader">Learn from it</div>
            <div role="columnheader">Page</div>
            <div role="columnheader">Gives</div>
            <div role="columnheader">Departs</div>
          </div>
        </div>
        <div role="rowgroup" class="body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const page = pages[item.index];
            if (!page) return null;
            return (
              <div role="row" key={page.id} class="row pagerow" style={{ top: item.start, height: HEIGHT }} aria-rowindex={item.index + 2}>
                <div role="cell">
                  <input
                    type="checkbox"
                    checked={page.learn}
                    aria-label={`Learn from ${page.source}`}
                    onChange={(event) => void doing(() => post(`pages/${page.id}/learn`, { learn: event.currentTarget.checked }))}
                  />
                </div>
                <div role="cell">
                  <button class="plain link" title={page.source} onClick={() => onShow(page.id)}>
                    {short(page.source)}
                  </button>
                </div>
                <div role="cell">{summary(page)}</div>
                <div role="cell" class={page.drift.length > 0 ? "odd" : undefined} title={page.drift.join("\n")}>
                  {page.error ?? page.drift.join("; ")}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

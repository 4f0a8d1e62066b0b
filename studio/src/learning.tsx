import { useEffect, useState } from "preact/hooks";
import { get, post } from "./api";
import type { Doing } from "./app";
import { Commands } from "./commands";
import { hue, Objects } from "./objects";
import { short } from "./pages";
import { Rounds } from "./rounds";
import { TermLists } from "./termlists";
import { Terms } from "./terms";
import type { Learner, LearningView, LearnMethod, State, TermPlace, ValuePlace } from "./types";

interface Props {
  state: State;
  page: number | null;
  revision: number;
  /** The task under way, if it is learning. */
  busy: boolean;
  doing: Doing;
  onPage: (id: number) => void;
}

const SCHEMAS: Record<string, string> = { "schema.toml": "schema.toml of this project" };

/** Chooses a domain, its method, and bundled pages to try it on. */
function Begin({ view, doing }: { view: LearningView; doing: Doing }) {
  const [schema, setSchema] = useState(view.schemas[0] ?? "");
  const [method, setMethod] = useState<LearnMethod>("agreement");
  return (
    <div class="begin">
      <h2>Learning the terms of a domain</h2>
      <p>
        A gazetteer is a list of terms that may be values of an attribute: places, brands, employers. Pages whose objects
        stand in rows show where such values are, even if their terms are not known yet. These are learnt, in rounds; you
        say which of them are right.
      </p>
      <section aria-label="Try it on bundled pages">
        <h3>Try it on bundled pages</h3>
        <p class="save">
          {view.samples.map(({ domain, about, pages }) => (
            <button key={domain} onClick={() => void doing(() => post("learning/try", { domain }))} title={`${pages} pages are opened in this project`}>
              {about}
            </button>
          ))}
        </p>
      </section>
      <section aria-label="Learn from the pages of this project">
        <h3>Learn from the pages of this project</h3>
        <form
          class="tools"
          onSubmit={(event) => {
            event.preventDefault();
            void doing(() => post("learning/begin", { schema, method }));
          }}
        >
          <label>
            Domain{" "}
            <select value={schema} onChange={(event) => setSchema(event.currentTarget.value)}>
              {view.schemas.map((name) => (
                <option key={name} value={name}>
                  {SCHEMAS[name] ?? name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Method{" "}
            <select value={method} onChange={(event) => setMethod(event.currentTarget.value as LearnMethod)}>
              <option value="agreement">ours</option>
              <option value="amber">as in the AMBER paper</option>
            </select>
          </label>
          <button type="submit">Begin</button>
        </form>
        <p class="note">A file schema.toml in the folder of the project, with gazetteers beside it, is offered as a domain, too.</p>
      </section>
    </div>
  );
}

const DONE = { accept: "accept", reject: "reject", blacklist: "blacklist" };

/** Rounds, and what a person decided last. */
function Controls({ learner, pages, busy, doing }: { learner: Learner; pages: number; busy: boolean; doing: Doing }) {
  const last = learner.decisions[0];
  const idle = busy || pages === 0 || !learner.attributes.some((of) => of.learns);
  return (
    <p class="tools">
      <strong>{SCHEMAS[learner.schema] ?? learner.schema}</strong>
      <span class="note">{learner.method === "amber" ? "method of the AMBER paper" : "our method"}</span>
      <button class="main" disabled={idle || learner.saturated} onClick={() => void doing(() => post("learning/go"))}>
        {learner.rounds.length === 0 ? "Learn until nothing changes" : "Go on until nothing changes"}
      </button>
      <button disabled={idle} onClick={() => void doing(() => post("learning/go", { rounds: 1 }))}>
        One round
      </button>
      <button disabled={!last} onClick={() => void doing(() => post("learning/undo"))} title={last && `${last.verdict} ${last.term} (${last.attribute})`}>
        {last ? `Undo: ${DONE[last.verdict]} ${last.term.length > 18 ? `${last.term.slice(0, 18)}…` : last.term}` : "Undo a verdict"}
      </button>
      <button class="right" disabled={busy} onClick={() => void doing(() => post("learning/forget"))}>
        Close this learning
      </button>
    </p>
  );
}

/** Gazetteers, as they are learnt from the pages of the project. */
export function LearningTab({ state, page, revision, busy, doing, onPage }: Props) {
  const [view, setView] = useState<LearningView | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [term, setTerm] = useState<{ page: number; element: number } | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void doing(async () => {
      const next = await get<LearningView>("learning");
      if (!gone) setView(next);
    }, true);
    return () => {
      gone = true;
    };
  }, [revision]);
  if (!view) return <p class="loading">Reading what was learnt …</p>;
  const learner = view.learning;
  if (!learner) return <Begin view={view} doing={doing} />;

  const able = learner.attributes.filter((of) => of.can_learn);
  // at first, an attribute that was given terms here, or the first that has some
  const attribute = able.find((of) => of.name === chosen) ?? able.find((of) => of.right > 0) ?? able.find((of) => of.learns) ?? able[0];
  const entry = state.pages.find((of) => of.id === page);
  const named = (file: string) => state.pages.find((of) => of.id === Number(/(\d+)\.html$/.exec(file)?.[1]));
  const nameOf = (file: string) => short(named(file)?.source ?? file);
  const place = (of: TermPlace) => {
    const found = named(of.page);
    if (!found) return;
    onPage(found.id);
    setTerm({ page: found.id, element: of.element });
  };
  const value = (of: ValuePlace) => {
    if (!able.some((known) => known.name === of.attribute && known.learns)) return;
    setChosen(of.attribute);
    setPointed(of.terms[0] ?? of.text);
  };
  return (
    <div class="learning">
      <Controls learner={learner} pages={state.pages.length} busy={busy} doing={doing} />
      <div class="split">
        <section class="seen" aria-label="Page with its objects">
          <p class="source">
            <strong title={entry?.source}>{entry ? short(entry.source) : "No page"}</strong>
            {entry && (
              <span class="note">
                page {state.pages.indexOf(entry) + 1} of {state.pages.length}
              </span>
            )}
          </p>
          {entry ? (
            <Objects
              id={entry.id}
              revision={revision}
              attributes={learner.attributes}
              chosen={attribute?.name ?? null}
              term={term?.page === entry.id ? term.element : null}
              doing={doing}
              onValue={value}
            />
          ) : (
            <p class="empty">Open pages to learn from.</p>
          )}
        </section>
        <section aria-label="Gazetteers">
          <div class="attributes" role="group" aria-label="Attributes">
            {able.map((of) => (
              <button key={of.name} class="swatch" style={{ "--hue": hue(learner.attributes, of.name) }} aria-pressed={of.name === attribute?.name} onClick={() => (setChosen(of.name), setPointed(null))}>
                {of.name} {of.learns ? of.known : ""}
              </button>
            ))}
          </div>
          {attribute && (
            <>
              {attribute.learns ? (
                <Terms key={attribute.name} attribute={attribute.name} revision={revision} pointed={pointed} nameOf={nameOf} doing={doing} onPlace={place} />
              ) : (
                <p class="empty">{attribute.name} has no gazetteer: it is recognised in other ways. Give it terms to begin with, and more are learnt.</p>
              )}
              <TermLists key={`lists ${attribute.name}`} attribute={attribute} rounds={learner.rounds.length} doing={doing} />
            </>
          )}
        </section>
      </div>
      {attribute && <Rounds learner={learner} attribute={attribute} />}
      <Commands lines={learner.commands} />
    </div>
  );
}

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, post, setProject } from "./api";
import { DataTab } from "./data";
import { LearningTab } from "./learning";
import { OpenForm } from "./open";
import { PageTab } from "./page";
import { PageList } from "./pages";
import type { State, Status } from "./types";
import { WrapperTab } from "./wrapper";

export type Tab = "page" | "wrapper" | "learning" | "data";
const TABS: [Tab, string][] = [
  ["page", "Page and table"],
  ["wrapper", "Wrapper"],
  ["learning", "Learning"],
  ["data", "Data"],
];

/** Does something, and says what went wrong if it does; what was said before is taken away, unless it is done quietly. */
export type Doing = (what: () => Promise<unknown>, quietly?: boolean) => Promise<void>;

function fromAddress(): { tab: Tab; page: number | null } {
  const [tab, page] = location.hash.slice(1).split("/");
  const known = TABS.some(([name]) => name === tab);
  return { tab: known ? (tab as Tab) : "page", page: page ? Number(page) : null };
}

export function App() {
  const [tab, setTab] = useState<Tab>(fromAddress().tab);
  const [page, setPage] = useState<number | null>(fromAddress().page);
  const [state, setState] = useState<State | null>(null);
  const [status, setStatus] = useState<Status | null>(null);
  const [message, setMessage] = useState("");
  const [lost, setLost] = useState(false);
  const known = useRef<Set<number> | null>(null);

  const doing: Doing = useCallback(async (what, quietly = false) => {
    try {
      if (!quietly) setMessage("");
      await what();
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
    }
  }, []);

  useEffect(() => {
    const events = new EventSource("api/events");
    let seen: number | null = null;
    events.onmessage = (event) => {
      const next = JSON.parse(event.data) as Status;
      setStatus(next);
      setLost(false);
      const last = next.notices.at(-1);
      if (last && seen !== null && last.id > seen) setMessage(last.text);
      seen = Math.max(seen ?? 0, last?.id ?? 0);
    };
    events.onerror = () => setLost(true);
    return () => events.close();
  }, []);

  const revision = status?.revision ?? null;
  useEffect(() => {
    if (revision === null) return;
    let gone = false;
    get<State>("state").then(
      (next) => gone || setState(next),
      (error) => setMessage(String(error.message)),
    );
    return () => {
      gone = true;
    };
  }, [revision]);

  // another project is another window, which begins anew
  const generation = useRef<number | null>(null);
  useEffect(() => {
    if (!state) return;
    const before = generation.current;
    generation.current = state.generation;
    if (before === null) setProject(state.generation);
    else if (before !== state.generation) {
      history.replaceState(null, "", location.pathname);
      location.reload();
    }
  }, [state]);

  // a page that was opened just now is shown
  useEffect(() => {
    if (!state) return;
    const ids = state.pages.map((entry) => entry.id);
    const fresh = known.current && ids.find((id) => !known.current?.has(id));
    known.current = new Set(ids);
    if (fresh !== undefined && fresh !== null && !state.wrapper) setPage(fresh);
    else setPage((now) => (now !== null && ids.includes(now) ? now : (ids[0] ?? null)));
  }, [state]);

  useEffect(() => {
    history.replaceState(null, "", `#${tab}/${page ?? ""}`);
  }, [tab, page]);

  const show = (id: number) => {
    setPage(id);
    setTab("page");
  };

  if (!state || !status) return <p class="loading">Opening the studio …</p>;
  const { job } = status;
  return (
    <>
      <header>
        <h1>Rowsmith studio</h1>
        <span class="folder" title="The folder of this project">
          {state.folder}
        </span>
        <nav aria-label="Views">
          {TABS.map(([name, label]) => (
            <button key={name} aria-current={tab === name ? "page" : undefined} onClick={() => setTab(name)}>
              {label}
            </button>
          ))}
        </nav>
        <button disabled={state.steps === 0} onClick={() => doing(() => post("undo"))}>
          Undo
        </button>
        <div class="job">
          {job && (
            <>
              <span id="job-name">
                {job.name} {job.all === null ? (job.done > 0 ? job.done : "") : `${job.done} of ${job.all}`}
              </span>
              <progress aria-labelledby="job-name" value={job.all ? job.done : undefined} max={job.all ?? 1} />
              <button onClick={() => doing(() => post("cancel", { job: job.id }))}>Cancel</button>
            </>
          )}
        </div>
      </header>
      <p class="message" role="status">
        {lost ? "The studio does not answer; is it still running?" : message}
        {message && !lost && (
          <button class="plain" aria-label="Close the message" onClick={() => setMessage("")}>
            ×
          </button>
        )}
      </p>
      <div class="columns">
        <aside aria-label="Pages">
          <OpenForm renders={state.renders} recent={state.recent} doing={doing} onAdded={show} />
          <PageList pages={state.pages} selected={page} onSelect={tab === "learning" ? setPage : show} />
        </aside>
        <main>
          {tab === "page" && <PageTab id={page} revision={status.revision} roles={state.roles} doing={doing} />}
          {tab === "wrapper" && <WrapperTab state={state} busy={job !== null} doing={doing} onShow={show} />}
          {tab === "learning" && (
            <LearningTab state={state} page={page} revision={status.revision} busy={job !== null} doing={doing} onPage={setPage} />
          )}
          {tab === "data" && <DataTab state={state} revision={status.revision} doing={doing} onShow={show} />}
        </main>
      </div>
    </>
  );
}

import { useState } from "preact/hooks";
import { post, send } from "./api";
import type { Doing } from "./app";
import { short } from "./pages";

interface Props {
  renders: boolean;
  recent: string[];
  doing: Doing;
  onAdded: (id: number) => void;
}

/** Opens what the person names, drops or pastes. */
export function OpenForm({ renders, recent, doing, onAdded }: Props) {
  const [what, setWhat] = useState("");
  const [render, setRender] = useState(false);
  const [html, setHtml] = useState("");
  const [url, setUrl] = useState("");
  const [list, setList] = useState("");

  const open = (event: Event) => {
    event.preventDefault();
    void doing(async () => {
      await post("open", { what, render });
      setWhat("");
    });
  };
  const openList = (event: Event) => {
    event.preventDefault();
    void doing(async () => {
      for (const what of list.split("\n").map((line) => line.trim())) {
        if (what) await post("open", { what, render });
      }
      setList("");
    });
  };
  const files = (list: FileList | null) =>
    doing(async () => {
      for (const file of Array.from(list ?? [])) onAdded((await send(file, file.name, "")).id);
    });
  const paste = (event: Event) => {
    event.preventDefault();
    void doing(async () => {
      onAdded((await send(new Blob([html]), url || "pasted.html", url)).id);
      setHtml("");
      setUrl("");
    });
  };
  return (
    <section
      class="open"
      aria-label="Open"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void files(event.dataTransfer?.files ?? null);
      }}
    >
      <form onSubmit={open}>
        <label for="what">Open a file, a folder or an address</label>
        <div class="line">
          <input
            id="what"
            value={what}
            placeholder="pages/ or https://…"
            autocomplete="off"
            onInput={(event) => setWhat(event.currentTarget.value)}
          />
          <button type="submit">Open</button>
        </div>
        {renders && (
          <label class="check">
            <input type="checkbox" checked={render} onChange={(event) => setRender(event.currentTarget.checked)} />
            as a browser shows it
          </label>
        )}
      </form>
      <label class="check">
        <span>or choose files (drop them here):</span>
        <input type="file" multiple accept=".html,.htm,.xhtml" onChange={(event) => files(event.currentTarget.files)} />
      </label>
      <details>
        <summary>A list of addresses</summary>
        <form onSubmit={openList}>
          <label for="addresses">Addresses or files, one a line</label>
          <textarea id="addresses" rows={4} value={list} onInput={(event) => setList(event.currentTarget.value)} />
          <button type="submit" disabled={!list.trim()}>
            Open all
          </button>
        </form>
      </details>
      <details>
        <summary>Paste HTML</summary>
        <form onSubmit={paste}>
          <label for="html">HTML</label>
          <textarea id="html" rows={4} value={html} onInput={(event) => setHtml(event.currentTarget.value)} />
          <label for="url">Its address, if it has one</label>
          <div class="line">
            <input id="url" value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
            <button type="submit" disabled={!html.trim()}>
              Add
            </button>
          </div>
        </form>
      </details>
      {recent.length > 0 && (
        <details>
          <summary>Recent projects</summary>
          <ul class="recent">
            {recent.map((folder) => (
              <li key={folder}>
                <button class="plain link" title={folder} onClick={() => void doing(() => post("switch", { folder }))}>
                  {short(folder)}
                </button>{" "}
                <span class="note">{folder}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

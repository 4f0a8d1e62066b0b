import { useState } from "preact/hooks";
import { post, send, sendArchive } from "./api";
import type { Doing } from "./app";
import { short } from "./pages";

const PAGE = /\.x?html?$/i;
/** Pages, and files of other programs that hold pages. */
const ACCEPTED = ".html,.htm,.xhtml,.warc,.gz,.zst,.zip,.mht,.mhtml,.har,.mbox,.maff,.webarchive,.epub";

/** The name of a file with the folders that were dropped with it. */
const nameOf = (file: File & { within?: string }) => file.within ?? file.name;

/** The files that were dropped, those in folders too, by their names. */
async function dropped(data: DataTransfer | null): Promise<File[]> {
  const entries = Array.from(data?.items ?? []).flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return Array.from(data?.files ?? []);
  const found: File[] = [];
  const read = async (entry: FileSystemEntry): Promise<void> => {
    if (entry.isFile) {
      const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
      found.push(Object.assign(file, { within: entry.fullPath.slice(1) }));
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    const inside: FileSystemEntry[] = [];
    // a folder gives a hundred at a time, and nothing at its end
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0) break;
      inside.push(...some);
    }
    inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    const pages = inside.filter((next) => next.isFile && PAGE.test(next.name)).map((next) => next.name.replace(PAGE, ""));
    // what a browser saves beside a page, in a folder named after it, is a part of it
    const isPart = (folder: string) => pages.some((page) => folder.startsWith(page) && /^[-_.]\p{L}+$/u.test(folder.slice(page.length)));
    for (const next of inside) {
      if (next.isDirectory ? !isPart(next.name) : PAGE.test(next.name)) await read(next);
    }
  };
  for (const entry of entries) await read(entry);
  return found;
}

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
  const files = (files: File[] | Promise<File[]>) =>
    doing(async () => {
      for (const file of await files) {
        // what is no page may have pages in it
        if (PAGE.test(file.name)) onAdded((await send(file, nameOf(file), "")).id);
        else await sendArchive(file, file.name);
      }
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
        void files(dropped(event.dataTransfer));
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
        <span>or choose files (drop them here, or a folder, or an archive):</span>
        <input type="file" multiple accept={ACCEPTED} onChange={(event) => files(Array.from(event.currentTarget.files ?? []))} />
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

import { useRef } from "preact/hooks";
import type { PageSummary, Part } from "./types";
import { useVirtual } from "./virtual";

const HEIGHT = 46;

interface Props {
  pages: PageSummary[];
  selected: number | null;
  onSelect: (id: number) => void;
}

/** What a page is called in short: the end of its path. */
export function short(source: string): string {
  const parts = source.replace(/\/+$/, "").split("/");
  return parts.at(-1) || source;
}

/** How many records a page gives, or the one thing that it is about. */
export function counted(part: Part | null, records: number): string {
  if (records === 1 && part === "article") return "an article";
  if (records === 1 && part === "item") return "an object";
  const noun = part === "posts" ? "post" : "record";
  return records === 1 ? `1 ${noun}` : `${records} ${noun}s`;
}

export function summary(page: PageSummary): string {
  if (page.error) return "cannot be read";
  if (page.records === null) return "…";
  const records = counted(page.part, page.records);
  const more = [page.given ? "corrected" : "", page.drift.length > 0 ? "drifted" : ""].filter(Boolean);
  return [records, ...more].join(", ");
}

export function PageList({ pages, selected, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(pages.length, HEIGHT, box);
  return (
    <>
      <h2>
        {pages.length === 1 ? "1 page" : `${pages.length} pages`}
      </h2>
      <div class="pages" ref={box}>
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const page = pages[item.index];
            if (!page) return null;
            return (
              <li key={page.id} style={{ top: item.start, height: HEIGHT }} aria-setsize={pages.length} aria-posinset={item.index + 1}>
                <button aria-current={page.id === selected ? "true" : undefined} title={page.source} onClick={() => onSelect(page.id)}>
                  <span class="name">{short(page.source)}</span>
                  <span class={page.drift.length > 0 || page.error ? "note odd" : "note"}>{summary(page)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

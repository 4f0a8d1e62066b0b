import { useEffect, useRef, useState } from "preact/hooks";
import type { CellPlace } from "./grid";
import type { List, Table } from "./types";

/** How marks look. They are set by attributes, in a document in which no script runs. */
const MARKS = `
[data-studio-record] { outline: 2px solid #1553b6 !important; outline-offset: -1px !important; }
[data-studio-row] { outline: 3px solid #1553b6 !important; background-color: rgb(21 83 182 / 12%) !important; }
[data-studio-cell] { outline: 3px solid #b3261e !important; outline-offset: 1px !important; background-color: rgb(255 214 0 / 35%) !important; }
[data-studio-list] { outline: 2px dashed #7a3fb0 !important; }
[data-studio-point] { outline: 2px dotted #0b7a3b !important; cursor: crosshair !important; }
`;

interface Props {
  id: number;
  /** Changes when the page is written anew. */
  version: string;
  table: Table | null;
  /** A list that is shown before it is taken. */
  preview: List | null;
  cell: CellPlace | null;
  onPoint: (elements: number[]) => void;
  /** Whether the next element that is taken is for a field: the frame has the keyboard then. */
  picking: boolean;
  onCancel: () => void;
  onHover: (place: CellPlace | null) => void;
}

/** The page, in a frame without scripts. The window listens to it, which the same origin allows; nothing in it can answer. */
export function Frame({ id, version, table, preview, cell, picking, onPoint, onCancel, onHover }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const calls = useRef({ onPoint, onCancel, onHover, table });
  calls.current = { onPoint, onCancel, onHover, table };
  useEffect(() => {
    if (picking) frame.current?.contentWindow?.focus();
  }, [picking]);

  const loaded = () => {
    const document = frame.current?.contentDocument;
    if (!document?.head) return;
    const style = document.createElement("style");
    style.textContent = MARKS;
    document.head.append(style);
    let pointed: Element | null = null;
    const numbered = (target: EventTarget | null) => (target as Element | null)?.closest?.("[data-rs-node]") ?? null;
    const around = (element: Element | null) => {
      const numbers: number[] = [];
      for (let at = element; at; at = at.parentElement) {
        const number = at.getAttribute("data-rs-node");
        if (number) numbers.push(Number(number));
      }
      return numbers;
    };
    const pointTo = (element: Element | null) => {
      pointed?.removeAttribute("data-studio-point");
      pointed = element;
      pointed?.setAttribute("data-studio-point", "");
      calls.current.onHover(placeOf(calls.current.table, around(pointed)));
    };
    document.addEventListener("mouseover", (event) => pointTo(numbered(event.target)));
    // arrow keys lead from element to element, Enter takes the one that was reached
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") calls.current.onCancel();
      if (event.key === "Enter" && pointed) {
        event.preventDefault();
        calls.current.onPoint(around(pointed));
      }
      const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const next = neighbour(document, pointed, by);
      if (next) pointTo(next);
      next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    document.addEventListener("mouseleave", () => {
      pointed?.removeAttribute("data-studio-point");
      calls.current.onHover(null);
    });
    document.addEventListener(
      "click",
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        const elements = around(numbered(event.target));
        if (elements.length > 0) calls.current.onPoint(elements);
      },
      true,
    );
    for (const name of ["submit", "auxclick", "dragstart"]) {
      document.addEventListener(name, (event) => event.preventDefault(), true);
    }
    setPage(document);
  };

  useMarks(page, "data-studio-record", table?.rows.flatMap((row) => row.elements) ?? [], table);
  useMarks(page, "data-studio-list", preview?.elements.flat() ?? [], preview);
  const row = cell && table?.rows[cell.row];
  useMarks(page, "data-studio-row", row?.elements ?? [], cell, table);
  useMarks(page, "data-studio-cell", (cell && row?.places[cell.column]) ?? [], cell, table);
  return (
    <iframe
      ref={frame}
      key={version}
      title="The page; click in it to take what is there, or use the arrow keys and Enter"
      sandbox="allow-same-origin"
      referrerpolicy="no-referrer"
      src={`api/pages/${id}/html?${version}`}
      onLoad={loaded}
    />
  );
}

/** Marks elements by their numbers, and shows the first of them. */
function useMarks(page: Document | null, name: string, numbers: number[], ...on: unknown[]) {
  useEffect(() => {
    if (!page) return;
    const marked = numbers.flatMap((number) => page.querySelector(`[data-rs-node="${number}"]`) ?? []);
    for (const element of marked) element.setAttribute(name, "");
    if (name === "data-studio-cell" || name === "data-studio-list") {
      marked[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    return () => {
      for (const element of marked) element.removeAttribute(name);
    };
  }, [page, name, ...on]);
}

/** The next element with a text or picture of its own, or the one before; the first if there is none yet. */
function neighbour(page: Document, from: Element | null, by: number): Element | null {
  const isOne = (element: Element) =>
    element.hasAttribute("data-rs-node") &&
    (element.tagName === "IMG" || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()));
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT, (node) => (isOne(node as Element) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP));
  if (from && page.body.contains(from)) walker.currentNode = from;
  return (by > 0 ? walker.nextNode() : walker.previousNode()) as Element | null;
}

/** The cell that stands at an element or around it. */
function placeOf(table: Table | null, elements: number[]): CellPlace | null {
  if (!table) return null;
  for (const element of elements) {
    for (const [row, { places, elements: own }] of table.rows.entries()) {
      const column = places.findIndex((place) => place.includes(element));
      if (column >= 0) return { row, column };
      if (own.includes(element)) return { row, column: -1 };
    }
  }
  return null;
}

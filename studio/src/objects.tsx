import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { get } from "./api";
import type { Doing } from "./app";
import { around, element, mark, prepare } from "./numbered";
import type { Area, Attribute, ValuePlace } from "./types";

/** The hue of an attribute, the same on the page and in the window: turned by the golden angle, so that none are alike. */
export function hue(attributes: Attribute[], name: string): number {
  return Math.round(215 + 137.5 * Math.max(0, attributes.findIndex((of) => of.name === name))) % 360;
}

const MARKS = `
[data-studio-area] { outline: 2px dashed #7a3fb0 !important; outline-offset: 4px !important; }
[data-studio-record] { outline: 1px solid #8a93a3 !important; outline-offset: 2px !important; }
[data-studio-term] { outline: 4px solid #b3261e !important; outline-offset: 2px !important; }
`;

/** How the values of attributes look: filled if they were recognised, dotted if only inferred. */
function looks(attributes: Attribute[]): string {
  const of = (hue: number) => `
[data-studio-value="${hue} annotated"], [data-studio-value="${hue} kept"] { background-color: hsl(${hue} 85% 84%) !important; color: #16181c !important; }
[data-studio-value="${hue} inferred"] { background-color: hsl(${hue} 85% 95%) !important; color: #16181c !important; outline: 2px dotted hsl(${hue} 70% 40%) !important; }`;
  return attributes.map(({ name }) => of(hue(attributes, name))).join("");
}

const FROM = { annotated: "recognised", kept: "recognised, at a rare place", inferred: "inferred from its place" };

interface Props {
  id: number;
  revision: number;
  attributes: Attribute[];
  /** The attribute whose terms are looked at. */
  chosen: string | null;
  /** The element of a term that is to be shown. */
  term: number | null;
  doing: Doing;
  onValue: (value: ValuePlace) => void;
}

/** The page with its data areas, objects and values, highlighted by attribute. */
export function Objects({ id, revision, attributes, chosen, term, doing, onValue }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const [areas, setAreas] = useState<Area[]>([]);
  const [pointed, setPointed] = useState<ValuePlace | null>(null);
  // of several attributes at one place the chosen one is shown, or one that was recognised: the first here
  const values = useMemo(() => {
    const rank = (of: ValuePlace) => (of.attribute === chosen ? 0 : of.from === "inferred" ? 2 : 1);
    return areas.flatMap((area) => area.objects.flatMap((of) => of.values)).sort((a, b) => rank(a) - rank(b));
  }, [areas, chosen]);
  const calls = useRef({ values, onValue });
  calls.current = { values, onValue };

  useEffect(() => {
    let gone = false;
    setPointed(null);
    void doing(async () => {
      const next = await get<Area[]>(`learning/pages/${id}`);
      if (!gone) setAreas(next);
    }, true);
    return () => {
      gone = true;
    };
  }, [id, revision]);

  const loaded = () => {
    const document = frame.current?.contentDocument;
    if (!document?.head) return;
    prepare(document, MARKS + looks(attributes));
    const at = (target: EventTarget | null) => {
      const numbers = around(target);
      const found = numbers.flatMap((number) => calls.current.values.find((value) => value.elements.includes(number)) ?? []);
      return found[0] ?? null;
    };
    document.addEventListener("mouseover", (event) => setPointed(at(event.target)));
    document.addEventListener("click", (event) => {
      const value = at(event.target);
      if (value) calls.current.onValue(value);
    });
    setPage(document);
  };
  // the document of the page before is gone
  useEffect(() => setPage(null), [id]);

  useEffect(() => {
    if (!page) return;
    const undo = areas.flatMap((area) => [
      mark(page, "data-studio-area", [area.element]),
      ...area.objects.map((of) => mark(page, "data-studio-record", of.elements)),
    ]);
    for (const value of [...values].reverse()) {
      undo.push(mark(page, "data-studio-value", value.elements, `${hue(attributes, value.attribute)} ${value.from}`));
    }
    return () => undo.forEach((one) => one());
  }, [page, areas, values, attributes]);

  useEffect(() => {
    if (!page || term === null) return;
    element(page, term)?.scrollIntoView({ block: "center", inline: "nearest" });
    return mark(page, "data-studio-term", [term]);
  }, [page, term]);

  const names = [...new Set(values.map((value) => value.attribute))];
  const objects = areas.reduce((sum, area) => sum + area.objects.length, 0);
  return (
    <>
      <p class="legend">
        {areas.length === 0 ? "No objects were found on this page." : `${objects} objects in ${areas.length === 1 ? "1 data area" : `${areas.length} data areas`}:`}{" "}
        {names.map((name) => (
          <span key={name} class="swatch" style={{ "--hue": hue(attributes, name) }}>
            {name}
          </span>
        ))}
        {values.some((value) => value.from === "inferred") && <span class="swatch inferred">dotted: inferred</span>}
      </p>
      <iframe
        ref={frame}
        key={id}
        title="The page with its objects; point at a value to read what is known of it"
        sandbox="allow-same-origin"
        referrerpolicy="no-referrer"
        src={`api/pages/${id}/html?objects`}
        onLoad={loaded}
      />
      <p class="note" role="status">
        {pointed ? `${pointed.attribute}: ${FROM[pointed.from]}; ${Math.round(pointed.support * 100)} % of the objects are recognised there${pointed.terms.length > 0 ? `; terms: ${pointed.terms.join(", ")}` : ""}` : "Point at a value of the page; a click leads to its term."}
      </p>
    </>
  );
}

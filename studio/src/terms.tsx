import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { get, post } from "./api";
import type { Doing } from "./app";
import type { Term, TermPlace, TermStatus, Verdict } from "./types";
import { useVirtual } from "./virtual";

const HEIGHT = 32;

const STATUS: Record<TermStatus, string> = {
  seed: "seed",
  learnt: "learnt",
  accepted: "accepted",
  noise: "noise",
  rejected: "rejected",
  blacklisted: "blacklisted",
};

const VERDICTS: [Verdict, string, TermStatus, string][] = [
  ["accept", "Accept", "accepted", "It is a term, whatever the evidence"],
  ["reject", "Reject", "rejected", "It leaves the gazetteer until more pages show it"],
  ["blacklist", "Blacklist", "blacklisted", "It is never learnt"],
];

const SHOWN: [string, string, (term: Term) => boolean][] = [
  ["all", "all", () => true],
  ["new", "learnt", (term) => term.status === "learnt" || term.status === "accepted"],
  ["seed", "seed", (term) => term.status === "seed"],
  ["out", "not terms", (term) => ["noise", "rejected", "blacklisted"].includes(term.status)],
];

interface Props {
  attribute: string;
  revision: number;
  /** A term that was pointed at in the page. */
  pointed: string | null;
  /** What a page is called. */
  nameOf: (page: string) => string;
  doing: Doing;
  onPlace: (place: TermPlace) => void;
}

/** The terms of an attribute with their evidence, and a person's verdicts on them. */
export function Terms({ attribute, revision, pointed, nameOf, doing, onPlace }: Props) {
  const [terms, setTerms] = useState<Term[]>([]);
  const [filter, setFilter] = useState("");
  const [shown, setShown] = useState("all");
  const [open, setOpen] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let gone = false;
    void doing(async () => {
      const next = await get<Term[]>(`learning/terms?${new URLSearchParams({ attribute })}`);
      if (!gone) setTerms(next);
    }, true);
    return () => {
      gone = true;
    };
  }, [attribute, revision]);
  useEffect(() => {
    if (pointed !== null) {
      setOpen(pointed.toLowerCase());
      setShown("all");
      setFilter(pointed);
    }
  }, [pointed]);

  // what was learnt last comes first
  const seen = useMemo(() => {
    const word = filter.trim().toLowerCase();
    const wanted = SHOWN.find(([name]) => name === shown)?.[2] ?? (() => true);
    const found = terms.filter((term) => wanted(term) && term.term.toLowerCase().includes(word));
    const rank = (term: Term) => (term.status === "learnt" ? term.round : term.status === "seed" ? -1 : 0);
    return found.sort((a, b) => rank(b) - rank(a) || b.found.pages - a.found.pages);
  }, [terms, filter, shown]);
  const virtual = useVirtual(seen.length, HEIGHT, box);
  const details = terms.find((term) => term.term.toLowerCase() === open);
  const decide = (term: string, verdict: Verdict) => doing(() => post("learning/decide", { attribute, term, verdict }));

  return (
    <>
      <div class="tools">
        <label for="term-filter">Terms of {attribute}</label>
        <input id="term-filter" type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
        <label class="hidden" for="term-shown">
          Which terms
        </label>
        <select id="term-shown" class="short" value={shown} onChange={(event) => setShown(event.currentTarget.value)}>
          {SHOWN.map(([name, label, is]) => (
            <option key={name} value={name}>
              {label} ({terms.filter(is).length})
            </option>
          ))}
        </select>
      </div>
      <div class="grid terms" role="table" aria-label={`Terms of ${attribute}`} aria-rowcount={seen.length + 1} ref={box} tabIndex={0}>
        <div role="rowgroup" class="head">
          <div role="row" class="row termrow">
            <div role="columnheader">Term</div>
            <div role="columnheader">From</div>
            <div role="columnheader">Sure</div>
            <div role="columnheader">Found</div>
            <div role="columnheader">Verdict</div>
          </div>
        </div>
        <div role="rowgroup" class="body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const term = seen[item.index];
            if (!term) return null;
            const folded = term.term.toLowerCase();
            const { right, wrong, pages } = term.found;
            return (
              <div
                role="row"
                key={folded}
                class={`row termrow ${term.status}${folded === open ? " marked" : ""}`}
                style={{ top: item.start, height: HEIGHT }}
                aria-rowindex={item.index + 2}
              >
                <div role="cell">
                  <button class="plain link" aria-expanded={folded === open} onClick={() => setOpen(folded === open ? null : folded)}>
                    {term.term}
                  </button>
                </div>
                <div role="cell">{term.status === "learnt" ? `round ${term.round}` : STATUS[term.status]}</div>
                <div role="cell">
                  {term.confidence === null ? "–" : (
                    <span class="sure">
                      <meter min={0} max={1} value={term.confidence} aria-label={`Confidence in ${term.term}`} /> {Math.round(term.confidence * 100)} %
                    </span>
                  )}
                </div>
                <div role="cell" title={`${right} times where the attribute is, ${wrong} times elsewhere, on ${pages} pages`}>
                  {right + wrong === 0 ? "on no page" : `${right}× on ${pages} p.${wrong > 0 ? `, ${wrong}× elsewhere` : ""}`}
                </div>
                <div role="cell" class="verdicts">
                  {VERDICTS.map(([verdict, label, is, why]) => (
                    <button
                      key={verdict}
                      aria-pressed={term.status === is}
                      aria-label={`${label} ${term.term}`}
                      title={why}
                      onClick={() => void decide(term.term, verdict)}
                    >
                      {label}
                    </button>
                  ))}
                </div>
              </div>
            );
          })}
        </div>
      </div>
      {details && (
        <section class="evidence" aria-label={`Evidence for ${details.term}`}>
          <h3>
            {details.term}: {details.found.right} times where {attribute} is, {details.found.wrong} times elsewhere
          </h3>
          {details.found.places.length === 0 && <p class="note">No page that was looked at shows it.</p>}
          <ul>
            {details.found.places.map((place) => (
              <li key={`${place.page} ${place.element} ${place.is_value}`}>
                <button class="plain link" onClick={() => onPlace(place)} aria-label={`Show ${details.term} in ${nameOf(place.page)}`}>
                  {nameOf(place.page)}
                </button>{" "}
                <span class={place.is_value ? "for" : "against"}>{place.is_value ? "for" : "against"}</span> “{place.text}”
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

import { useState } from "preact/hooks";
import { post } from "./api";
import type { Doing } from "./app";
import type { Attribute } from "./types";

interface Props {
  attribute: Attribute;
  rounds: number;
  doing: Doing;
}

/** The gazetteer of an attribute as a file, the terms that it begins with, and those that it is compared with. */
export function TermLists({ attribute, rounds, doing }: Props) {
  const [seed, setSeed] = useState("");
  const [right, setRight] = useState("");
  const { name } = attribute;
  const query = new URLSearchParams({ attribute: name });
  const lists: [string, string, string, string, (text: string) => void, string][] = [
    ["seed", "Begin with other terms", "Terms to begin with, one a line", seed, setSeed, rounds === 0 ? "Begin with these" : "Begin again with these"],
    ["compare", "Compare with a list of right terms", "Right terms, one a line", right, setRight, "Compare"],
  ];
  return (
    <div class="lists">
      {attribute.learns && (
        <p class="save">
          <a class="button" href={`api/learning/gazetteer?${query}`} download>
            Save {name}.txt
          </a>
          <a class="button" href={`api/learning/gazetteer?${query}&noise=1`} download>
            Save what is no term
          </a>
        </p>
      )}
      {lists.map(([path, summary, label, text, setText, action]) => (
        <details key={path}>
          <summary>{summary}</summary>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void doing(async () => {
                await post(`learning/${path}`, { attribute: name, terms: text });
                setText("");
              });
            }}
          >
            <label>
              {label}
              <textarea rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
            </label>
            <button type="submit" disabled={path === "seed" && text.trim() === ""}>
              {action}
            </button>
            {path === "seed" && rounds > 0 && <span class="note"> What was learnt and decided is forgotten.</span>}
            {path === "compare" && <span class="note"> {attribute.right > 0 ? "An empty list ends the comparison." : "Precision, recall and F1 of the terms are plotted over the rounds."}</span>}
          </form>
        </details>
      ))}
    </div>
  );
}

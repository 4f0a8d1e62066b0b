import { useState } from "preact/hooks";
import type { Line } from "./types";

/** What was done, as commands to copy. */
export function Commands({ lines }: { lines: Line[] }) {
  const [copied, setCopied] = useState("");
  if (lines.length === 0) return null;
  const copy = async (command: string) => {
    await navigator.clipboard.writeText(command);
    setCopied(command);
  };
  return (
    <details class="commands">
      <summary>The same as a command</summary>
      <dl>
        {lines.map(({ what, command }) => (
          <div key={command}>
            <dt>{what}</dt>
            <dd>
              <code>{command}</code>
              <button onClick={() => void copy(command)} aria-label={`Copy the command: ${what}`}>
                {copied === command ? "Copied" : "Copy"}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

import { Plot } from "./plot";
import type { Attribute, Learner } from "./types";

const percent = (value: number) => `${Math.round(value * 100)} %`;
const whole = (value: number) => String(Math.round(value));

function few(terms: string[]): string {
  return terms.length > 6 ? `${terms.slice(0, 6).join(", ")} and ${terms.length - 6} more` : terms.join(", ");
}

/** What the rounds have done to an attribute: as plots, and as a table. */
export function Rounds({ learner, attribute }: { learner: Learner; attribute: Attribute }) {
  const { rounds } = learner;
  const of = rounds.map((round) => round.attributes[attribute.name]);
  const { scores } = attribute;
  const first = of[0];
  const seed = first ? first.terms - first.learnt.length + first.dropped.length : attribute.known;
  const recognised = of.map((round) => (round && round.values > 0 ? round.recognised / round.values : 0));
  return (
    <section class="rounds" aria-label={`Rounds for ${attribute.name}`}>
      <h3>
        {rounds.length === 0 ? "No round yet" : rounds.length === 1 ? "1 round" : `${rounds.length} rounds`}
        {learner.saturated && ": nothing changes any more"}
      </h3>
      {rounds.length > 0 && (
        <div class="plots">
          <Plot title="Terms" text={whole} lines={[{ name: "terms", hue: 215, values: [seed, ...of.map((round) => round?.terms ?? 0)] }]} />
          <Plot title="Values recognised" most={1} text={percent} lines={[{ name: "recognised", hue: 28, values: recognised }]} />
          {scores.length > 0 && (
            <Plot
              title={`Against ${attribute.right} right terms`}
              most={1}
              text={percent}
              lines={[
                { name: "precision", hue: 265, values: scores.map((score) => score.precision) },
                { name: "recall", hue: 150, values: scores.map((score) => score.recall) },
                { name: "F1", hue: 350, values: scores.map((score) => score.f1) },
              ]}
            />
          )}
        </div>
      )}
      {rounds.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Table of rounds">
          <table>
            <thead>
              <tr>
                <th scope="col">Round</th>
                <th scope="col">Pages</th>
                <th scope="col">Values</th>
                <th scope="col">Recognised</th>
                <th scope="col">Terms</th>
                {scores.length > 0 && <th scope="col">F1</th>}
                <th scope="col">Learnt</th>
                <th scope="col">Dropped</th>
              </tr>
            </thead>
            <tbody>
              {rounds.map((round, at) => {
                const own = of[at];
                const score = scores[at + 1];
                return (
                  <tr key={round.number}>
                    <th scope="row">{round.number}</th>
                    <td>
                      {round.pages}
                      {round.failed > 0 && `, ${round.failed} unreadable`}
                    </td>
                    <td>{own?.values ?? 0}</td>
                    <td>{own?.recognised ?? 0}</td>
                    <td>{own?.terms ?? 0}</td>
                    {scores.length > 0 && <td>{score ? percent(score.f1) : ""}</td>}
                    <td title={own?.learnt.join(", ")}>{few(own?.learnt ?? []) || "–"}</td>
                    <td title={own?.dropped.join(", ")}>{few(own?.dropped ?? []) || "–"}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

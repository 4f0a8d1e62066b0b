/** A line over the rounds. */
export interface Line {
  name: string;
  hue: number;
  values: number[];
}

interface Props {
  title: string;
  lines: Line[];
  /** The highest value of the axis; the highest of the lines if absent. */
  most?: number;
  /** How a value is written. */
  text: (value: number) => string;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [300, 150, 40, 22, 12];

/** A small plot; the same numbers stand in the table of rounds. */
export function Plot({ title, lines, most, text }: Props) {
  const rounds = Math.max(...lines.map((line) => line.values.length), 1);
  // even, so that its half is a whole number
  const top = most ?? 2 * Math.ceil(Math.max(...lines.flatMap((line) => line.values), 1) / 2);
  const x = (at: number) => LEFT + (rounds === 1 ? 0 : (at / (rounds - 1)) * (WIDTH - LEFT - 14));
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  const every = Math.max(1, Math.ceil(rounds / 10));
  const last = lines.map((line) => `${line.name} ${text(line.values.at(-1) ?? 0)}`).join(", ");
  return (
    <figure class="plot">
      <figcaption>
        {title}{" "}
        {lines.map((line) => (
          <span key={line.name} class="key" style={{ "--hue": line.hue }}>
            {line.name} {text(line.values.at(-1) ?? 0)}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title} after ${rounds - 1} rounds: ${last}`}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="rule" x1={LEFT} x2={WIDTH - 8} y1={y(share * top)} y2={y(share * top)} />
            <text x={LEFT - 5} y={y(share * top) + 4} text-anchor="end">
              {text(share * top)}
            </text>
          </g>
        ))}
        {Array.from({ length: rounds }, (_, at) => at).map(
          (at) =>
            at % every === 0 && (
              <text key={at} x={x(at)} y={HEIGHT - 6} text-anchor="middle">
                {at}
              </text>
            ),
        )}
        {lines.map((line) => (
          <g key={line.name} class="series" style={{ "--hue": line.hue }}>
            <polyline points={line.values.map((value, at) => `${x(at)},${y(value)}`).join(" ")} />
            {line.values.map((value, at) => (
              <circle key={at} cx={x(at)} cy={y(value)} r={3} />
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}

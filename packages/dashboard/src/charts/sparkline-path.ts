/**
 * From numbers to the paths of a small line chart that always shows 0.
 */
export interface SparklinePath {
  readonly line: string;
  /** The line closed down to 0. */
  readonly area: string;
  /** Height at which 0 stands. */
  readonly zero: number;
}

const EDGE = 3;

/** Gaps are left out; a single number is drawn as a level line. */
export function sparklinePath(
  values: readonly (number | null)[],
  size: { readonly width: number; readonly height: number },
): SparklinePath {
  const known = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
  const low = Math.min(0, ...known.map(({ value }) => value));
  const high = Math.max(0, ...known.map(({ value }) => value));
  const inner = size.height - 2 * EDGE;
  const y = (value: number) => round(EDGE + inner * (1 - (value - low) / (high - low || 1)));
  const zero = y(0);
  const [first] = known;
  if (first === undefined) return { line: '', area: '', zero };
  const x = (place: number) => round((size.width * place) / Math.max(1, values.length - 1));
  const last = known.at(-1)!;
  const points =
    known.length === 1
      ? `0 ${y(first.value)}L${size.width} ${y(first.value)}`
      : known.map(({ value, place }) => `${x(place)} ${y(value)}`).join('L');
  const start = known.length === 1 ? 0 : x(first.place);
  const end = known.length === 1 ? size.width : x(last.place);
  return { line: `M${points}`, area: `M${start} ${zero}L${points}L${end} ${zero}Z`, zero };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

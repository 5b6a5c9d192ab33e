/** The ratios of the service benchmark as text for people. */

export interface Ratio {
  readonly what: string;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
  readonly details: string;
}

export function formatRatios(ratios: readonly Ratio[]): string {
  const lines = ratios.map((ratio) => [
    ratio.what,
    ratio.value.toFixed(ratio.value < 100 ? 2 : 0),
    ratio.least === undefined ? `≤ ${ratio.most}` : `≥ ${ratio.least}`,
    isMet(ratio) ? 'met' : 'MISSED',
    ratio.details,
  ]);
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  );
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function isMet({ value, least = -Infinity, most = Infinity }: Ratio): boolean {
  return value >= least && value <= most;
}

/**
 * Numbers as people read them: three figures, a real minus sign, commas between thousands.
 */

/** Returns a number with about three figures: 1,179, 338, 9.9, 0.048. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e6) return withMinus(`${trimZeros((value / 1e6).toPrecision(2))} million`);
  if (size >= 1e4) return withMinus(grouped(Number(value.toPrecision(3))));
  if (size >= 100) return withMinus(grouped(Math.round(value)));
  return withMinus(size < 0.0005 ? value.toExponential(1) : fixedFigures(value, size));
}

/** Returns a share as a percentage: 0.175 → 17.5 %, 1 → 100 %. */
export function percentage(share: number): string {
  const text = trimZeros((100 * share).toFixed(1));
  return `${text === '-0' ? '0' : withMinus(text)} %`;
}

/** Returns a p-value: "p = 0.03", "p < 0.001". */
export function pValueText(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toPrecision(2)}`;
}

/** Returns "a, b and c". */
export function listText(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Rounds to six figures, so that stored specifications stay small and do not differ by rounding. */
export function sixFigures(value: number): number {
  return Number(value.toPrecision(6));
}

function fixedFigures(value: number, size: number): string {
  if (size >= 10) return trimZeros(value.toFixed(1));
  if (size >= 1) return trimZeros(value.toFixed(2));
  return trimZeros(value.toFixed(size >= 0.1 ? 3 : 4));
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function withMinus(text: string): string {
  return text.replace('-', '−');
}

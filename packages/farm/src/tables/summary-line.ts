/**
 * Lines that people put under a table: totals, means, least significant differences, sources.
 *
 * They look like data (a "field" called Mean with a year's mean yield), and one of them among the
 * rows would be learnt from as a trial of its own.
 */
import { isMissing } from './decimal-style.ts';

const SUMMARY =
  /^(?:grand |gesamt-?|general |site |trial |overall |versuchs-?)?(?:total|sum|summe|gesamt|gesamtsumme|means?|average|avg|mittel|mittelwert|durchschnitt|moyenne|somme|media|promedio|suma|median|std|sd|stdev|standard deviation|cv|lsd|gd|minimum|maximum|min|max|count|anzahl)(?: g[eé]n[eé]ral| total)?(?:[ (]*[\d.,]*\s?%?\)?)[:.]?$/i;

/** Returns the word by which a line is a summary, in its first cell or in a column of names; or null. */
export function summaryWord(cells: readonly string[], names: readonly number[]): string | null {
  const first = cells.find((cell) => cell.trim() !== '') ?? '';
  const candidates = [first, ...names.map((place) => cells[place] ?? '')];
  return candidates.find((cell) => cell.length < 40 && SUMMARY.test(cell.trim())) ?? null;
}

/** Says whether only one cell of a line holds anything: a remark, a source, a title. */
export function isRemark(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.filter((cell) => !isMissing(cell)).length === 1;
}

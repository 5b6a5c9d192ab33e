/**
 * Is 1.234 a little more than one, or more than a thousand? The whole table is asked.
 *
 * Most numbers tell: 9,4 has a decimal comma and 1.234,5 too; 9.4 and 1,234.5 have a point. Only three
 * digits after a single mark (1,234) can be either. So every number votes, and the doubtful ones
 * follow the others; if nobody can tell, the delimiter does (semicolons go with decimal commas), and
 * that guess must be confirmed. Blanks and apostrophes between digits group thousands in both styles.
 */
import type { FindingList } from './finding.ts';

export type DecimalMark = '.' | ',';

const MISSING =
  /^(?:|[-–—.?*]|n\.?\s?\/?a\.?|nan|null|none|nil|missing|k\.\s?a\.|n\.\s?d\.|#.*[!?a])$/i;

/** Says whether a cell stands for nothing: empty, a dash, NA, an error of a spreadsheet. */
export function isMissing(cell: string): boolean {
  return cell.length < 10 && MISSING.test(cell.trim());
}

const DIGITS_GROUPED = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?:\D|$))/g;

/** Returns the number in a text without its grouping blanks, and what follows it (a unit, perhaps). */
export function splitNumber(
  text: string,
): { readonly digits: string; readonly rest: string } | null {
  const plain = text
    .trim()
    .replace(/^[−–](?=\d)/, '-')
    .replace(DIGITS_GROUPED, '');
  const match = /^([+-]?(?:\d[\d.,]*|[.,]\d+)(?:e[+-]?\d+)?)\s*(.*)$/i.exec(plain);
  return match === null ? null : { digits: match[1]!, rest: match[2]! };
}

/** Returns which decimal mark the look of a number proves, or null if it could be either. */
export function markOf(digits: string): DecimalMark | null {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return null;
  const mark = digits[last] as DecimalMark;
  const other = mark === '.' ? ',' : '.';
  if (digits.includes(other)) return mark;
  if (digits.indexOf(mark) !== last) return other;
  const whole = digits.slice(0, last).replace(/^[+-]/, '');
  const isGroup = /^\d{3}$/.test(digits.slice(last + 1)) && /^[1-9]\d{0,2}$/.test(whole);
  return isGroup ? null : mark;
}

/** Returns the value, or null if the text is no number in that style. */
export function parseNumber(digits: string, mark: DecimalMark): number | null {
  const group = mark === '.' ? ',' : '.';
  if (digits.includes(group) && !isGrouped(digits, mark, group)) return null;
  const plain = digits.replaceAll(group, '').replace(mark, '.');
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

function isGrouped(digits: string, mark: DecimalMark, group: string): boolean {
  const whole = digits.replace(/^[+-]/, '').split(mark)[0]!.split(group);
  return (
    /^\d{1,3}$/.test(whole[0]!) &&
    whole.slice(1).every((part) => /^\d{3}$/.test(part)) &&
    digits.lastIndexOf(group) < (digits.indexOf(mark) + 1 || Infinity)
  );
}

export interface DecimalVote {
  readonly cells: Iterable<string>;
  readonly delimiter: string;
  readonly findings: FindingList;
}

/** Returns the decimal mark of a table by the votes of its numbers. */
export function guessDecimalMark({ cells, delimiter, findings }: DecimalVote): DecimalMark {
  const votes = countVotes(cells);
  if (votes['.'] + votes[','] > 0) {
    if (Math.min(votes['.'], votes[',']) > 0) reportMixed(votes, findings);
    return votes[','] > votes['.'] ? ',' : '.';
  }
  const mark = delimiter === ';' ? ',' : '.';
  if (votes.example !== null) {
    const text = `${votes.example} could be read in two ways; it is read with a decimal ${wordOf(mark)}, as ${parseNumber(votes.example, mark)}. Declare the decimal mark if that is wrong.`;
    findings.warning({ kind: 'decimal-guessed', text });
  }
  return mark;
}

function countVotes(cells: Iterable<string>) {
  const votes = { '.': 0, ',': 0, example: null as string | null };
  for (const cell of cells) {
    const digits = splitNumber(cell)?.digits ?? '';
    const mark = markOf(digits);
    if (mark !== null) votes[mark] += 1;
    else if (/[.,]/.test(digits)) votes.example ??= digits;
  }
  return votes;
}

function reportMixed(votes: Readonly<Record<DecimalMark, number>>, findings: FindingList): void {
  const text = `${votes['.']} numbers have a decimal point and ${votes[',']} a decimal comma; each is read by its own look.`;
  findings.warning({ kind: 'decimal-mixed', text });
}

export function wordOf(mark: DecimalMark): string {
  return mark === '.' ? 'point' : 'comma';
}

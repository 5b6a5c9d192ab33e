/**
 * Which sign parts the cells: the one under which most headings make sense.
 *
 * Counting commas alone would take the decimal commas of a table with semicolons for delimiters; so
 * each candidate splits the first lines, and must give them an even number of cells.
 */
import { splitRecords } from './split-records.ts';

/** In the order of trust: nobody has tabs in names, and many have commas. */
const DELIMITERS = ['\t', ';', '|', ','] as const;

const SAMPLE_RECORDS = 40;

export interface DelimiterGuess {
  readonly text: string;
  /** How many columns the cells of a line could be headings of. */
  readonly countHeadings: (cells: readonly string[]) => number;
}

/** Returns the delimiter; a comma if there is only one column. */
export function guessDelimiter({ text, countHeadings }: DelimiterGuess): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(sampleOf(text, delimiter), countHeadings);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function sampleOf(text: string, delimiter: string): readonly (readonly string[])[] {
  return splitRecords(text, delimiter, SAMPLE_RECORDS)
    .records.map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''));
}

/** Headings that make sense count most; evenness decides among headings that nobody knows. */
function scoreOf(
  sample: readonly (readonly string[])[],
  countHeadings: (cells: readonly string[]) => number,
): number {
  const counts = new Map<number, number>();
  for (const { length } of sample) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0]);
  if (width === 1) return 0;
  const headings = Math.max(...sample.slice(0, 10).map(countHeadings));
  return 100 * headings + (width > 1 ? count / sample.length : 0);
}

export function delimiterWord(delimiter: string): string {
  const words = new Map([
    ['\t', 'tabs'],
    [';', 'semicolons'],
    ['|', 'bars'],
    [',', 'commas'],
  ]);
  return words.get(delimiter) ?? JSON.stringify(delimiter);
}

/**
 * Which column is which: what the user said counts, the rest is guessed from the headings, and every
 * guess says why.
 *
 * A heading that is one of the known words beats one that only contains it, and needed columns choose
 * before the others: of "Hybrid" and "Pedigree" the first is the hybrid, and a "Pedigree" alone is
 * the hybrid too, not its parents. Two headings that fit equally well are a warning.
 */
import { type ColumnSpec, OWN_COVARIATE } from './column-spec.ts';
import type { FindingList } from './finding.ts';
import { type Heading, plainWords, readHeading } from './heading.ts';

/** What became of one column of the table. */
export interface ColumnReading {
  /** As it stands in the table; "column 3" where there is none. */
  readonly heading: string;
  /** From 0. */
  readonly position: number;
  /** What it was taken for: none, one or, if the user mapped it so, several. */
  readonly takenFor: readonly string[];
  /** Why, for people; empty if it was not taken. */
  readonly why: string;
}

export interface AssignInput {
  readonly headings: readonly Heading[];
  readonly specs: readonly ColumnSpec[];
  /** Column by key, as the user said. */
  readonly map: Readonly<Record<string, string>>;
  readonly findings: FindingList;
}

export interface AssignedColumns {
  readonly columns: readonly ColumnReading[];
  /** Position by key. */
  readonly places: ReadonlyMap<string, number>;
}

interface Fit {
  readonly key: string;
  readonly position: number;
  readonly score: number;
  readonly word: string;
  readonly isNeeded: boolean;
}

/** Returns the columns with what they were taken for. */
export function assignColumns(input: AssignInput): AssignedColumns {
  const reasons = new Map<string, { readonly position: number; readonly why: string }>();
  for (const [key, position] of readMap(input)) reasons.set(key, { position, why: 'you said so' });
  // A name that is a cross tells the hybrid and its parents.
  const own = [...reasons].filter(([key]) => key !== 'parents');
  const isMapped = new Set(own.map(([, { position }]) => position));
  const fits = fitsOf(input).filter(
    ({ key, position }) => !reasons.has(key) && !isMapped.has(position),
  );
  for (const fit of chooseFits(fits)) {
    reasons.set(fit.key, { position: fit.position, why: whyOf(fit, input.headings) });
    reportRival(fit, fits, input);
  }
  const places = new Map([...reasons].map(([key, { position }]) => [key, position]));
  return { columns: input.headings.map((heading, i) => readingOf(heading, i, reasons)), places };
}

/** Returns how many of the needed and other columns the cells of a line could be headings of. */
export function countHeadings(cells: readonly string[], specs: readonly ColumnSpec[]): number {
  const headings = cells.map(readHeading);
  return chooseFits(fitsOf({ headings, specs })).filter(({ score }) => score >= CONTAINED).length;
}

const EXACT = 3;
const CONTAINED = 1.5;

/** Best fits first; each key and each column is used once. */
function chooseFits(fits: readonly Fit[]): Fit[] {
  const keys = new Set<string>();
  const positions = new Set<number>();
  return [...fits].sort(compareFits).filter(({ key, position }) => {
    if (keys.has(key) || positions.has(position)) return false;
    keys.add(key);
    positions.add(position);
    return true;
  });
}

function compareFits(a: Fit, b: Fit): number {
  const exactness = Number(b.score >= EXACT) - Number(a.score >= EXACT);
  const need = Number(b.isNeeded) - Number(a.isNeeded);
  return exactness || need || b.score - a.score || a.position - b.position;
}

function fitsOf({ headings, specs }: Pick<AssignInput, 'headings' | 'specs'>): Fit[] {
  return specs.flatMap((spec) =>
    headings.flatMap((heading, position) => {
      const best = bestWord(heading, spec);
      if (best === null) return [];
      return [{ key: spec.key, position, ...best, isNeeded: spec.isNeeded === true }];
    }),
  );
}

function bestWord(heading: Heading, spec: ColumnSpec): { score: number; word: string } | null {
  if (!isPossible(heading, spec)) return null;
  const scored = spec.words.split(', ').map((word, index) => ({
    word,
    // Earlier words are better ones, but never so much that another rule is overruled.
    score: scoreOf(heading, word.split(' ')) - index / 100,
  }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0.5 ? best : null;
}

/** A column with a unit of area is no name, and no yield either. */
function isPossible({ unit }: Heading, spec: ColumnSpec): boolean {
  if (unit === null) return true;
  return spec.unit?.split(' or ').includes(unit.kind) ?? false;
}

function scoreOf({ words, head }: Heading, known: readonly string[]): number {
  const word = known.join(' ');
  if (words.join(' ') === word) return 4;
  if (head.join(' ') === word) return 3.5;
  if (word.length < 3) return 0;
  const text = ` ${head.join(' ')} `;
  // In "field area" the last word says what it is.
  if (text.endsWith(` ${word} `)) return 2.5;
  if (text.startsWith(` ${word} `)) return 2;
  if (` ${words.join(' ')} `.includes(` ${word} `)) return CONTAINED;
  // German and others write it in one word: Kornertrag, Versuchsfeld.
  return word.length >= 4 && head.some((one) => one.endsWith(word)) ? 1 : 0;
}

function whyOf({ position, word, score }: Fit, headings: readonly Heading[]): string {
  const { unit } = headings[position]!;
  const beginning = score >= EXACT ? `"${word}" is a word for it` : `it contains "${word}"`;
  return unit === null ? beginning : `${beginning}, and ${unit.name} is a unit of it`;
}

function reportRival(fit: Fit, fits: readonly Fit[], { headings, findings }: AssignInput): void {
  const rival = fits.find(
    ({ key, position, score }) =>
      key === fit.key && position !== fit.position && score >= fit.score && score >= EXACT,
  );
  if (rival === undefined) return;
  const [taken, other] = [headings[fit.position]!.text, headings[rival.position]!.text];
  findings.warning({
    kind: 'column-rival',
    text: `"${taken}" and "${other}" could both be ${fit.key}; "${taken}" is taken. Map ${fit.key} to the other one if that is wrong.`,
    column: other,
  });
}

function readingOf(
  heading: Heading,
  position: number,
  reasons: ReadonlyMap<string, { readonly position: number; readonly why: string }>,
): ColumnReading {
  const taken = [...reasons].filter(([, reason]) => reason.position === position);
  return {
    heading: heading.text,
    position,
    takenFor: taken.map(([key]) => key),
    why: taken[0]?.[1].why ?? '',
  };
}

/** Returns positions by key as the user said; what does not exist is an error. */
function readMap({ headings, specs, map, findings }: AssignInput): Map<string, number> {
  const places = new Map<string, number>();
  const keys = specs.map(({ key }) => key);
  for (const [key, name] of Object.entries(map)) {
    if (!keys.includes(key) && !isOwnCovariate(key, keys)) {
      const text = `There is no ${JSON.stringify(key)} to map a column to; there are ${keys.join(', ')}, and ${OWN_COVARIATE}name for other weather or soil.`;
      findings.error({ kind: 'map-key', text });
      continue;
    }
    const position = findHeading(name, headings);
    if (position !== -1) places.set(key, position);
    else {
      const known = headings.map(({ text }) => JSON.stringify(text)).join(', ');
      const text = `${key} is mapped to ${JSON.stringify(name)}, but the columns are ${known}.`;
      findings.error({ kind: 'map-column', text });
    }
  }
  return places;
}

function isOwnCovariate(key: string, keys: readonly string[]): boolean {
  return (
    keys.includes('clay') && key.startsWith(OWN_COVARIATE) && key.length > OWN_COVARIATE.length
  );
}

function findHeading(name: string, headings: readonly Heading[]): number {
  const exact = headings.findIndex(({ text }) => text === readHeading(name).text);
  if (exact !== -1) return exact;
  const plain = plainWords(name).join(' ');
  return headings.findIndex(({ text }) => plainWords(text).join(' ') === plain);
}

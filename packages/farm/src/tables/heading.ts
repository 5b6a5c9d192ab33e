/**
 * What a heading says: words that name a column, and a unit if there is one.
 *
 *     "Kornertrag [dt/ha]"        → kornertrag, dt/ha
 *     "yield_bu_ac"               → yield, bu/ac
 *     "Yield at 15 % moisture"    → yield (what follows a preposition only describes)
 *
 * Accents, case, underscores and the humps of camelCase do not count.
 */
import { type MeasureUnit, readUnit } from './measure-unit.ts';
import { tidyName, withoutAccents } from './tidy-name.ts';

export interface Heading {
  /** As it stands in the table, without blanks around it. */
  readonly text: string;
  /** All its words, plain and in order, without the unit. */
  readonly words: readonly string[];
  /** The words before the first preposition; all of them if there is none. */
  readonly head: readonly string[];
  readonly unit: MeasureUnit | null;
  /** What stands in brackets, if it is none of the known units: "°F", "%", "mm". */
  readonly remark: string | null;
}

const PREPOSITIONS = new Set(
  'at of for in on with per du de des del von der bei mit je pro par por a @'.split(' '),
);
/** They name a column no better than the word beside them. */
const FILLERS = new Set(
  'name id code no nr num nummer number nom nombre bezeichnung the'.split(' '),
);

const BRACKETS = /[([{]([^)\]}]*)[)\]}]/g;

/** Returns what a heading says. */
export function readHeading(cell: string): Heading {
  const text = tidyName(cell);
  const inBrackets = [...text.matchAll(BRACKETS)].map((match) => match[1]!.trim());
  const outside = tidyName(text.replace(BRACKETS, ' '));
  const bracketUnit = inBrackets.map(leadingUnit).find((unit) => unit !== null) ?? null;
  const [rest, tailUnit] = bracketUnit === null ? splitUnit(outside) : [outside, null];
  const words = plainWords(rest);
  return {
    text,
    words,
    head: headOf(words),
    unit: bracketUnit ?? tailUnit,
    remark: inBrackets.find((remark) => leadingUnit(remark) === null && remark !== '') ?? null,
  };
}

/** Returns lower-case words without accents and signs. */
export function plainWords(text: string): string[] {
  const parted = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return withoutAccents(parted)
    .split(/[^\p{L}\p{N}@]+/u)
    .filter((word) => word !== '');
}

function headOf(words: readonly string[]): string[] {
  const end = words.findIndex((word, index) => index > 0 && PREPOSITIONS.has(word));
  const head = (end === -1 ? words : words.slice(0, end)).filter((word) => !FILLERS.has(word));
  return head.length === 0 ? [...words] : head;
}

/** Reads "bu/ac @ 15.5 %" and "t/ha, 86 % TS" too: what comes after only describes. */
function leadingUnit(text: string): MeasureUnit | null {
  return readUnit(text) ?? readUnit(text.split(/[,;@]|\s(?:at|bei|à|a)\s/)[0]!);
}

/** Parts "Ertrag dt/ha" and "yield_bu_ac" into words and the longest unit at the end. */
function splitUnit(text: string): readonly [string, MeasureUnit | null] {
  const boundaries = [...text.matchAll(/[\s_,:]+/g)].map((match) => match.index);
  for (const start of [0, ...boundaries]) {
    const unit = readUnit(text.slice(start).replace(/^[\s_,:]+/, ''));
    // "Hectares" alone is both the name of the column and its unit.
    if (unit !== null) return [start === 0 ? text : text.slice(0, start), unit];
  }
  return [text, null];
}

/**
 * A farm that is still to be made, as it is typed: which hybrids, what may be lost, what is declared.
 */
import type { FarmAnswers } from '@hedgerow/farm';
import { numberIn } from '../fields/field-draft.ts';

export interface AddedHybrid {
  readonly name: string;
  /** Names with commas between them; empty if nothing is known. */
  readonly parents: string;
}

/** Texts as they stand in the form. */
export interface FarmDraft {
  readonly name: string;
  /** Hybrids of the crop model that can be bought. */
  readonly hybrids: readonly string[];
  /** Others, of which the model knows the parents at best. */
  readonly added: readonly AddedHybrid[];
  readonly usual: string;
  readonly fieldCount: string;
  readonly fieldSize: string;
  /** What may be lost, as a share of the total. */
  readonly shortfall: number;
  /** The promise may fail in one of so many farms. */
  readonly odds: string;
  readonly blocks: string;
  readonly drop: string;
  readonly noise: string;
  readonly usualLeast: string;
  readonly usualMost: string;
  readonly least: string;
  readonly most: string;
}

export const EMPTY_FARM: FarmDraft = {
  name: '',
  hybrids: [],
  added: [],
  usual: '',
  fieldCount: '',
  fieldSize: '',
  shortfall: 0.1,
  odds: '100',
  blocks: '1',
  drop: '',
  noise: '',
  usualLeast: '',
  usualMost: '',
  least: '',
  most: '',
};

/** What a draft says, in numbers; empty answers are absent. */
export interface ReadAnswers extends FarmAnswers {
  readonly name: string;
  readonly fieldCount: number;
  readonly allowedShortfall: number;
  readonly failureProbability: number;
  readonly range: { readonly min: number; readonly max: number };
}

/** A hybrid that can be bought; parents are null where the model knows them. */
interface OfferedHybrid {
  readonly name: string;
  readonly parents: readonly string[] | null;
}

export type FarmFaults = Readonly<Partial<Record<keyof FarmDraft, string>>>;

export interface ReadFarm {
  readonly answers: ReadAnswers | null;
  readonly faults: FarmFaults;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const BLOCKS_MAX = 16;

/** Returns the answers, or what is wrong with them. */
export function readFarm(draft: FarmDraft): ReadFarm {
  const faults: Partial<Record<keyof FarmDraft, string>> = {};
  if (!NAME.test(draft.name.trim())) {
    faults.name = 'Letters, digits, _ and -, a letter or digit first; at most 64.';
  }
  const hybrids = hybridsOf(draft);
  if (hybrids.length < 2) faults.hybrids = 'Choose at least two: your own, and one to try.';
  if (!hybrids.some(({ name }) => name === draft.usual)) {
    faults.usual = 'Choose the hybrid that you grow today.';
  }
  const fieldSize = above(draft, 'fieldSize', 0, faults);
  const fieldCount = above(draft, 'fieldCount', 0, faults);
  const min = above(draft, 'least', -1e-9, faults);
  const max = above(draft, 'most', min, faults, 'More than the least.');
  const usualYield = readUsual(draft, min, max, faults);
  const drop = optional(draft, 'drop', faults);
  const noise = optional(draft, 'noise', faults);
  const blocks = numberIn(draft.blocks);
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > BLOCKS_MAX) {
    faults.blocks = `A whole number from 1 to ${BLOCKS_MAX}.`;
  }
  if (Object.keys(faults).length > 0) return { answers: null, faults };
  const answers: ReadAnswers = {
    name: draft.name.trim(),
    hybrids: hybrids.map(({ name, parents }) => (parents === null ? name : { name, parents })),
    usual: draft.usual,
    hectares: fieldSize,
    fieldCount,
    allowedShortfall: draft.shortfall,
    failureProbability: 1 / Number(draft.odds),
    range: { min: Math.max(0, min), max },
    ...(usualYield !== null && { usualYield }),
    ...(drop !== null && { drop }),
    ...(noise !== null && { noise }),
  };
  return { answers, faults };
}

/** All hybrids that can be bought. */
export function hybridsOf({ hybrids, added }: FarmDraft): readonly OfferedHybrid[] {
  const own = added
    .filter(({ name }) => name.trim() !== '' && !hybrids.includes(name.trim()))
    .map(({ name, parents }) => ({ name: name.trim(), parents: namesIn(parents) }));
  return [...hybrids.map((name) => ({ name, parents: null })), ...own];
}

function namesIn(text: string): string[] {
  return text
    .split(/[,;/×]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function above(
  draft: FarmDraft,
  key: 'fieldSize' | 'fieldCount' | 'least' | 'most',
  least: number,
  faults: Partial<Record<keyof FarmDraft, string>>,
  rule = 'Enter a number.',
): number {
  const value = numberIn(draft[key]);
  if (!(value > least)) faults[key] = rule;
  return value;
}

function optional(
  draft: FarmDraft,
  key: 'drop' | 'noise',
  faults: Partial<Record<keyof FarmDraft, string>>,
): number | null {
  if (draft[key].trim() === '') return null;
  const value = numberIn(draft[key]);
  if (!(value > 0)) faults[key] = 'A number above 0, or nothing.';
  return value;
}

/** Between which yields one's own fields lie; both or neither. */
function readUsual(
  { usualLeast, usualMost }: FarmDraft,
  min: number,
  max: number,
  faults: Partial<Record<keyof FarmDraft, string>>,
): { min: number; max: number } | null {
  if (usualLeast.trim() === '' && usualMost.trim() === '') return null;
  const low = numberIn(usualLeast);
  const high = numberIn(usualMost);
  if (!(low > min - 1e-9))
    faults.usualLeast = 'At least the least of any field; or leave both empty.';
  if (!(high >= low && high <= max)) faults.usualMost = 'Not below the least, nor above the most.';
  return { min: low, max: high };
}

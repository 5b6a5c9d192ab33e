/**
 * The words of a policy for what it decides about: field, hybrid, yield, farm, season, unless its
 * definition has others.
 */
import type { PolicyView } from '@hedgerow/client';
import { FARM_WORDS, type FarmWords } from '@hedgerow/farm';

export function wordsOf({ words }: PolicyView['definition']): FarmWords {
  return { ...FARM_WORDS, ...words };
}

/** "Fields"; a first letter and an ending are all that English asks for. */
export function titled(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** True for policies that have a season to plan: sizes, and decisions that can be divided. */
export function isFarm({ size, split }: PolicyView['definition']): boolean {
  return size !== undefined && split !== undefined;
}

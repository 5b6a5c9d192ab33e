/**
 * A field of strips with all that they would give, and every way in which its tries can be drawn: a
 * block of strips that begins at each of them with the same chance. So means over draws are exact.
 */
import fc from 'fast-check';
import type { SplitDeclarations } from '../split-declarations.ts';

export interface DrawnField {
  /** What each strip would give with the try, and with the baseline. */
  readonly tried: readonly number[];
  readonly kept: readonly number[];
  /** How many strips are tried, from 1 to one less than all. */
  readonly tryCount: number;
}

/** One of the draws: who is on which strip. */
export interface Draw {
  readonly tries: readonly number[];
  readonly checks: readonly number[];
}

export const RANGE = { min: 2, max: 16 };

/** Fields in the range, whose tries stay close enough to the check where that is declared. */
export function anyField({ beside }: SplitDeclarations): fc.Arbitrary<DrawnField> {
  const strip = fc.oneof(
    fc.constantFrom(RANGE.min, RANGE.max),
    fc.double({ min: RANGE.min, max: RANGE.max, noNaN: true }),
  );
  return fc
    .integer({ min: 2, max: 5 })
    .chain((count) => {
      const strips = fc.array(strip, { minLength: count, maxLength: count });
      return fc.record({
        tried: strips,
        kept: strips,
        tryCount: fc.integer({ min: 1, max: count - 1 }),
      });
    })
    .map((field) => {
      const least = Math.max(...field.kept) - (beside ?? Number.POSITIVE_INFINITY);
      return { ...field, tried: field.tried.map((reward) => Math.max(reward, least)) };
    });
}

/** All draws, each as likely as the others. */
export function drawsOf({ tried, tryCount }: DrawnField): readonly Draw[] {
  const strips = tried.map((_, i) => i);
  return strips.map((start) => {
    const rotated = strips.map((i) => (i + start) % strips.length);
    return { tries: rotated.slice(0, tryCount), checks: rotated.slice(tryCount) };
  });
}

export function mean(rewards: readonly number[]): number {
  return rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
}

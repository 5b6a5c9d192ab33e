/**
 * Yields to ask about before they are booked: "Really?". A number that is booked wrongly teaches the wrong
 * hybrid and may count against what is proved, and nobody looks for it later.
 *
 *     declarations   a check outside of what the usual hybrid was declared to yield, by 3 deviations of a strip
 *     its check      a try that lies further from its check than `drop` and 3 deviations of a difference
 *     neighbours     a yield that stands apart from those of the season, try or check alike
 *
 * A strip's deviation is what was declared of plot noise, else what the trials told.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { spreadOf, standsApart } from '../tables/outliers.ts';
import type { PartRole, PartYields } from './match-harvest.ts';

/** What is declared of the yields of a season, as far as it is. */
export interface YieldDeclarations {
  /** Of yields: "t/ha". */
  readonly unit: string;
  readonly usual: { readonly min: number; readonly max: number } | null;
  readonly drop: number | null;
  /** Of one measured strip. */
  readonly deviation: number;
}

/** What is told of one decision now, and what was before. */
export interface ToldYields {
  readonly decision: string;
  readonly name: string;
  readonly now: PartYields;
  readonly before: PartYields;
}

/** A question about one number. */
export interface DoubtfulYield {
  readonly decision: string;
  readonly role: PartRole;
  readonly text: string;
}

const DEVIATIONS = 3;
/** Fewer are no neighbourhood. */
const NEIGHBOURS_MIN = 5;

/** Returns what a definition says of yields. */
export function yieldDeclarations(
  definition: Pick<PolicyDefinition, 'baseline' | 'reward' | 'split'> & {
    readonly prior?: { readonly noiseVariance: number };
  },
): YieldDeclarations {
  const { baseline, reward, split = {}, prior } = definition;
  const usual = baseline.reward;
  return {
    unit: reward.unit ?? '',
    usual: typeof usual === 'object' ? usual : null,
    drop: split.drop ?? null,
    deviation: split.plotNoise?.scale ?? Math.sqrt(prior?.noiseVariance ?? 0),
  };
}

/** Returns what to ask about; each number at most once. */
export function doubtfulYields(
  told: readonly ToldYields[],
  declared: YieldDeclarations,
): DoubtfulYield[] {
  const all = told.flatMap(({ now, before }) => Object.values({ ...before, ...now }));
  const spread = all.length < NEIGHBOURS_MIN ? null : spreadOf(all);
  const show = (value: number) => `${Number(value.toFixed(2))} ${declared.unit}`.trim();
  return told.flatMap(({ decision, name, now, before }) =>
    (Object.keys(now) as PartRole[]).flatMap((role) => {
      const value = now[role]!;
      const ask = (why: string) => [
        { decision, role, text: `${name}: the ${role} is to have yielded ${show(value)}; ${why}.` },
      ];
      const { usual, deviation } = declared;
      const room = DEVIATIONS * deviation;
      if (role === 'check' && usual !== null && isOutside(value, usual, room)) {
        return ask(`the usual hybrid was declared to yield ${usual.min} to ${show(usual.max)}`);
      }
      const other = { ...before, ...now }[role === 'try' ? 'check' : 'try'];
      const isAsked = role === 'try' || now.try === undefined;
      if (isAsked && other !== undefined && isTooFar(value - other, declared)) {
        const beside = role === 'try' ? 'its check' : 'the try beside it';
        return ask(
          `${beside} has ${show(other)}, and ${show(declared.drop!)} is declared as the most`,
        );
      }
      if (spread !== null && standsApart(value, spread)) {
        return ask(`the middle of this season is ${show(spread.median)}`);
      }
      return [];
    }),
  );
}

function isOutside(value: number, { min, max }: { min: number; max: number }, room: number) {
  return value < min - room || value > max + room;
}

/** A difference is of two strips. */
function isTooFar(difference: number, { drop, deviation }: YieldDeclarations): boolean {
  if (drop === null) return false;
  return Math.abs(difference) > drop + DEVIATIONS * Math.SQRT2 * deviation;
}

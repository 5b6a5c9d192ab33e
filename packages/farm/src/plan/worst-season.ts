/**
 * The worst that a plan can do to a season, by the declarations alone: every try as far below the usual
 * choice beside it as is declared possible, in the weather in which that weighs most.
 *
 *     loss of a field  = size · tried share · fall(r),   fall(r) = min(r − lowest, drop, (1 − ratio) · r)
 *     in total         : the usual choice at its best everywhere, because fall grows with r
 *     in per cent      : the largest  Σ losses / Σ size · r  over yields r of each field within its bounds
 *
 * The second is found as the share at which the best that can be made of "losses − share · yields" is 0;
 * fall is concave and made of straight pieces, so its corners are all the yields that have to be tried.
 */
import type { PolicyDefinition, Receipt } from '@hedgerow/core';

type Definition = Pick<PolicyDefinition, 'baseline' | 'reward' | 'split'>;

export interface WorstSeason {
  /** In total, in reward units times size: tonnes. */
  readonly loss: number;
  /** The largest part of what the usual choice would have brought, from 0 to 1. */
  readonly share: number;
}

interface Field {
  readonly size: number;
  readonly triedShare: number;
}

const HALVINGS = 60;

export function worstSeason(
  definition: Definition,
  receipts: readonly Pick<Receipt, 'size' | 'parts' | 'chosenBy'>[],
): WorstSeason {
  const fields = receipts.map(fieldOf);
  const { low, high } = usualBounds(definition);
  const fall = fallOf(definition);
  const corners = [low, high, ...kinksOf(definition)].filter((r) => r >= low && r <= high);
  const loss = sum(fields.map(({ size, triedShare }) => size * triedShare * fall(high)));
  return { loss, share: largestShare(fields, fall, corners) };
}

function fieldOf({ size = 1, parts, chosenBy }: Pick<Receipt, 'size' | 'parts' | 'chosenBy'>) {
  const tried = parts?.find(({ role }) => role === 'try')?.share ?? 0;
  return { size, triedShare: parts === undefined && chosenBy === 'learner' ? 1 : tried };
}

/** Between which yields the usual choice lies in any field and weather. */
function usualBounds({ baseline, reward }: Definition): { low: number; high: number } {
  const declared = baseline.reward;
  if (typeof declared === 'number') return { low: declared, high: declared };
  if (declared === undefined || declared === 'per-call') {
    return { low: reward.min, high: reward.max };
  }
  return { low: declared.min, high: declared.max };
}

function fallOf({ reward, split }: Definition): (r: number) => number {
  const { drop = Number.POSITIVE_INFINITY, ratio = 0 } = split ?? {};
  return (r) => Math.max(0, Math.min(r - reward.min, drop, (1 - ratio) * r));
}

/** Where one of the three takes over from another. */
function kinksOf({ reward, split }: Definition): number[] {
  const { drop, ratio } = split ?? {};
  return [
    ...(drop === undefined ? [] : [reward.min + drop]),
    ...(ratio === undefined || ratio === 0 ? [] : [reward.min / ratio]),
    ...(drop === undefined || ratio === undefined || ratio === 1 ? [] : [drop / (1 - ratio)]),
  ];
}

function largestShare(
  fields: readonly Field[],
  fall: (r: number) => number,
  corners: readonly number[],
): number {
  const best = (share: number) =>
    sum(
      fields.map(({ size, triedShare }) =>
        Math.max(...corners.map((r) => size * (triedShare * fall(r) - share * r))),
      ),
    );
  let low = 0;
  let high = 1;
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (best(middle) > 0) low = middle;
    else high = middle;
  }
  return high < 1e-12 ? 0 : low;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

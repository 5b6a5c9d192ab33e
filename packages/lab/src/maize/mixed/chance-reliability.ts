/**
 * Whether stated chances come true: pairs of hybrids in a field-year that was left out, gathered by the
 * chance that was stated for the one that looked better.
 */
import { upperNormalProbability } from '@hedgerow/core/research';
import type { ChanceReliability } from '@hedgerow/farm';
import type { HeldOutFieldYear, Method } from './held-out.ts';

const LIMITS = [0.5, 0.6, 0.7, 0.8, 0.9];

/** Returns a row for each tenth from one half on; those without a pair are left out. */
export function chanceReliability(
  fieldYears: readonly HeldOutFieldYear[],
  method: Method,
): ChanceReliability[] {
  const bins = LIMITS.map(() => ({ said: 0, won: 0, pairs: 0 }));
  for (const { means, predictions } of fieldYears) {
    const { means: predicted, pairDeviations } = predictions[method]!;
    if (pairDeviations === null) continue;
    for (let i = 0; i < means.length; i++) {
      for (let j = 0; j < i; j++) {
        const difference = predicted[i]! - predicted[j]!;
        const said = upperNormalProbability(-Math.abs(difference) / pairDeviations[i]![j]!);
        const bin = bins[LIMITS.findLastIndex((limit) => said >= limit)]!;
        bin.said += said;
        bin.won += Number((means[i]! - means[j]!) * difference > 0);
        bin.pairs += 1;
      }
    }
  }
  return bins
    .filter(({ pairs }) => pairs > 0)
    .map(({ said, won, pairs }) => ({ said: said / pairs, observed: won / pairs, pairs }));
}

/**
 * What one try takes from the safety budget: the floor of a round, less the lowest it can pay.
 *
 *     (1 − allowed shortfall) · highest reward of the usual choice − allowed loss − lowest reward
 */
import type { PolicyView, ShownDefinition } from '@hedgerow/client';

/** Returns it in reward units; null where it differs from round to round, as with sizes and parts. */
export function tryCost(definition: ShownDefinition): number | null {
  const { baseline, reward, allowedShortfall = 0, allowedLossPerRound = 0 } = definition;
  const isWhole = definition.split === undefined && definition.size === undefined;
  const isConstant =
    isWhole && (definition.window ?? 1) === 1 && baseline.weightNormBound === undefined;
  const highest = highestOf(baseline.reward);
  if (!isConstant || highest === null) return null;
  return (1 - allowedShortfall) * highest - allowedLossPerRound - reward.min;
}

function highestOf(reward: ShownDefinition['baseline']['reward']): number | null {
  if (reward === undefined || reward === 'per-call') return null;
  return typeof reward === 'number' ? reward : reward.max;
}

/** True where the books have kept a proposal from being played. */
export function hasRefused({ counts }: PolicyView): boolean {
  return (counts.reasons['not-certified'] ?? 0) > 0;
}

/** True where it is certain that the budget of this moment does not cover a try. */
export function isTooSmallForTry({ definition, margin }: PolicyView): boolean {
  const cost = tryCost(definition);
  return margin !== null && cost !== null && margin < cost;
}

/**
 * A decision as whoever learns from logs needs it: what was known, what was done and how likely that was, what would have been
 * done otherwise, what was thought of all actions, and what it paid.
 */
import type { DecisionLogLine, LogLine, LogPart, PartReward } from '../../wire.ts';

/** Returns the line of a decision. */
export function logLine(line: DecisionLogLine): LogLine {
  const { receipt, context, partRewards: _shown, marginAfter, state, reward, ...rest } = line;
  const { rewardedAt, correctionCount, action, chosenBy, reason, ...names } = rest;
  const { proposal, proposedBy, baseline, bounds, coin, exploration } = receipt;
  const parts = partsOf(line);
  return {
    ...names,
    context,
    action,
    propensity: receipt.propensity ?? null,
    propensities: receipt.propensities ?? [],
    baseline: baseline.action,
    baselineReward: baseline.reward,
    proposal,
    proposedBy,
    chosenBy,
    reason,
    bounds,
    coin,
    ...(exploration === undefined ? {} : { exploration }),
    ...(parts === null ? {} : { parts }),
    marginBefore: receipt.margin.before,
    marginAfter,
    state,
    reward,
    rewardedAt,
    correctionCount,
  };
}

/** The parts as they were carried out, with what each paid; null where there are none. */
function partsOf({ receipt, partRewards }: DecisionLogLine): LogPart[] | null {
  if (receipt.parts === undefined) return null;
  const shareOf = { try: partRewards?.share, check: other(partRewards?.share) };
  return receipt.parts.map(({ role, action, share, size }) => ({
    role,
    action,
    share: shareOf[role] ?? share,
    size: shareOf[role] === undefined || share === 0 ? size : (size / share) * shareOf[role],
    reward: meanOf(partRewards?.[role] ?? null),
  }));
}

function other(share: number | undefined): number | undefined {
  return share === undefined ? undefined : 1 - share;
}

/** What a part paid on average, measured whole or in part; null while it has not come. */
export function meanOf(part: PartReward | null): number | null {
  return typeof part === 'object' && part !== null ? part.reward : part;
}

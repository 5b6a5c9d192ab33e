/**
 * The most that any honest book can claim for one decision, from the log alone.
 *
 * A bettor's factor is log(1 + rate · (gain − prediction)) + rate · prediction ≤ rate · gain. So no
 * wealth, and no mixture of wealths, ever proves more than the gains that were seen add up to: what is
 * claimed is at most Σ of these, whatever was bet. y is the reward, or the lowest while there is none.
 *
 *     declared baseline   proposal   max(y, floor) − shareKept · baseline max
 *                         baseline   α · baseline min, or α · y where more was found out
 *     coin                baseline   α · y
 *                         proposal   y − shareKept · lowest, and (α − q) · width if q is below α
 *                         held out   y − shareKept · highest + shareKept / p · (highest − y), or
 *                                    base + q · width + |q − α| / p · distance before the coin
 *
 * A proposal of a coin round may be credited with more than its own reward shows, because the bettors
 * get back what they expected of the other side of the coin; that is at most the width of the range.
 */
import type { AuditTerms } from './audit-terms.ts';
import type { DecisionLogRow } from './decision-log.ts';
import { countedRange, incrementOf, isDrawn } from './increments.ts';

/** Returns the most that the decision can have proved, in reward units. */
export function provableMost(terms: AuditTerms, row: DecisionLogRow): number {
  const most = (pick: (round: Round) => number) =>
    Math.max(...roundsOf(terms, row).map(pick)) + terms.allowancePerRound;
  return incrementOf(terms, row, {
    asIssued: Math.max(most(issuedMost), promised(row)),
    asBaseline: most(baselineMost),
  });
}

interface Round {
  readonly terms: AuditTerms;
  readonly row: DecisionLogRow;
  /** Range in which rewards are counted. */
  readonly lowest: number;
  readonly highest: number;
  readonly hasReward: boolean;
  /** The reward within that range; the lowest while there is none. */
  readonly reward: number;
  readonly declared: { readonly min: number; readonly max: number } | null;
}

/** The round as reported; both ends of the range where another report came before this one. */
function roundsOf(terms: AuditTerms, row: DecisionLogRow): Round[] {
  const { lowest, highest } = countedRange(terms);
  const hasReward = typeof row.reward === 'number';
  const reward = Math.min(Math.max(row.reward ?? lowest, lowest), highest);
  const rewards = (row.correctionCount ?? 0) > 0 ? [lowest, highest] : [reward];
  const declared = row.receipt.baseline.reward;
  return rewards.map((each) => {
    return { terms, row, lowest, highest, hasReward, reward: each, declared };
  });
}

function issuedMost(round: Round): number {
  const { receipt } = round.row;
  if (receipt.promise.certificate === 'hold-out coin') return coinMost(round);
  return receipt.chosenBy === 'learner' ? proposalMost(round) : baselineMost(round);
}

/** With a declared baseline. What a trusted model says is not in the log; the range bounds it. */
function proposalMost({ terms, row, reward, declared }: Round): number {
  const isTrusting = row.receipt.promise.certificate === 'betting and equations';
  return isTrusting
    ? terms.rewardMax - terms.shareKept * (declared?.min ?? terms.rewardMin)
    : Math.max(reward, terms.rewardMin) - terms.shareKept * (declared?.max ?? terms.rewardMax);
}

function baselineMost({ terms, reward, declared }: Round): number {
  const isNumber = declared !== null && declared.min === declared.max;
  const least = declared?.min ?? terms.rewardMin;
  const known = isNumber && terms.subject !== 'observed' ? least : Math.max(reward, least);
  return (1 - terms.shareKept) * known;
}

function coinMost(round: Round): number {
  const { terms, row, lowest, highest, reward } = round;
  if (!isDrawn(row)) return baselineMost(round);
  if (row.receipt.chosenBy === 'baseline') return Math.max(heldOutMost(round), baselineMost(round));
  const { shareKept } = terms;
  const free = Math.max(1 - shareKept - row.receipt.coin!.playProbability, 0);
  return reward - shareKept * lowest + free * (highest - lowest);
}

function heldOutMost({ terms, row, lowest, highest, hasReward, reward }: Round): number {
  const { shareKept } = terms;
  const { playProbability } = row.receipt.coin!;
  const seenShare = 1 - playProbability;
  if (terms.subject !== 'policy') {
    return reward - shareKept * highest + (shareKept / seenShare) * (highest - reward);
  }
  const debited = playProbability - (1 - shareKept);
  const distance = debited > 0 ? highest - reward : reward - lowest;
  const shown = hasReward ? (Math.abs(debited) / seenShare) * distance : 0;
  const base = Math.max(playProbability, 1 - shareKept) * lowest - Math.max(debited, 0) * highest;
  return playProbability * (highest - lowest) + base + shown;
}

/** The least that the receipt itself says the proposal adds, where floors came with the call. */
function promised({ receipt: { chosenBy, coin, margin } }: DecisionLogRow): number {
  const isAsked = chosenBy === 'learner' || coin !== null;
  return isAsked ? margin.worstIncrement : Number.NEGATIVE_INFINITY;
}

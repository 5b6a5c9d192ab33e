/**
 * The bet on one divided decision: the tries on shares f₁, f₂, … of its size, the rest stays with the
 * baseline, and it, or a drawn part of it, is the check. f is the sum of the shares.
 *
 *     adds to the slack    D = size · ( Σ fⱼ · r_j + (α − f) · r_b )          means over the strips
 *     is seen              X = size · ( Σ fⱼ · y_j + (α − f) · y_b )          outcomes of the parts
 *     gain = max( X − cut, 0 )       base = cut − what the cut can add to the mean of X
 *
 * The strips are drawn, so each outcome has the mean it stands for, X has the mean D however tries and
 * check depend on each other, and a gain is never negative: bettors can bet on it (divided decisions,
 * docs/concepts/certificate.md). The cut is the least X that the range allows,
 *
 *     F = size · ( f · lo + (α − f) · ( hi if f > α, else lo ) )             higher with `beside`
 *
 * or, with declared noise of scale τ, five scales below the certain part, where that is higher or
 * outcomes may leave the range. Errors of the parts may depend on each other in any way, unless they
 * are declared independent:
 *
 *     τ = size · ( f · σ + |α − f| · σ_b )        or   size · √( Σ fⱼ² · σ² + (α − f)² · σ_b² )
 *
 * A part that is lost, or has not come yet, counts as the worst it can be: a try as lo, the check as hi
 * if f > α (its outcome is then charged), else as lo. Never as a prediction: whoever loses the checks
 * that came out high would prove anything. Where outcomes may leave the range there is no worst, and
 * the gain is 0 until all parts are known.
 */
import type { BetRound } from '../bets/bet-components.ts';
import { BIAS_PER_SCALE, CUT_SCALES } from '../bets/reward-floor.ts';
import type { PromiseTerms } from '../promise-terms.ts';
import {
  type CertainLine,
  certainAt,
  certainLines,
  limitsOfMeans,
  limitsOfOutcomes,
  lossMax,
} from './certain-part.ts';
import type { SplitDeclarations } from './split-declarations.ts';

/** A divided decision as it is issued; nothing of it changes later. */
export interface SplitPlan {
  /** Greater than 0; hectares, visitors, kWh. */
  readonly size: number;
  /** Share of the size for each action that is tried; together at most 1. None: only the baseline. */
  readonly shares: readonly number[];
  /** Predicted outcome of each try. A bad prediction costs slack, never safety. */
  readonly tryPredictions: readonly number[];
  readonly checkPrediction: number;
  /** Share of the size that is measured as the check. Default: all that is not tried. */
  readonly checkShare?: number;
  /**
   * Who got all of a decision that cannot be divided, by a coin whose probability for the try is the
   * one share (coin-bet.ts). Absent for divided ones.
   */
  readonly coin?: 'try' | 'check';
}

/** The mean outcome of a part; null while it is not known, and if it never will be. */
export type PartOutcome =
  | number
  | null
  | {
      readonly reward: number;
      /** Share of the part that was measured; what is missing counts as lost. */
      readonly measuredShare: number;
    };

export interface SplitOutcome {
  /** One for each try, in the order of the plan. */
  readonly tries: readonly PartOutcome[];
  readonly check: PartOutcome;
}

/** Shares that were executed in place of the planned ones. */
export interface ExecutedShares {
  readonly shares: readonly number[];
  /**
   * Whether the reasons for it know nothing of the strips, of their draw and their outcomes. If not, more
   * are the drawn strips and others, fewer are some of the drawn strips, and the same share means that
   * drawn strips were exchanged for others.
   */
  readonly isInnocent: boolean;
}

/** All that is known of a divided decision. */
export interface SplitRound {
  readonly plan: SplitPlan;
  /** Null if it was, or will be, executed as planned. */
  readonly executed: ExecutedShares | null;
  readonly outcome: SplitOutcome | null;
}

/** What a divided decision is worth if it was executed. */
export interface SplitBet {
  readonly certain: number;
  readonly base: number;
  readonly amounts: BetRound;
  /** X − the least it can be with what is declared; below 0 a declaration is false. */
  readonly excess: number | null;
}

/** An outcome that what is declared rules out, or makes all but impossible. */
export interface SplitAlarm {
  readonly kind: 'below-range' | 'above-range' | 'too-far-below-check' | 'beyond-noise';
  /** The outcome; null where it is that of all parts together. */
  readonly reward: number | null;
}

/** The fixed part of all bets of a book. */
export class SplitBets {
  readonly #terms: PromiseTerms;
  readonly #declared: SplitDeclarations;
  /** Lines of the certain part, and of the least that outcomes allow. */
  readonly means: readonly CertainLine[];
  readonly #outcomes: readonly CertainLine[];
  readonly #lossMax: number;

  constructor(terms: PromiseTerms, declared: SplitDeclarations) {
    this.#terms = terms;
    this.#declared = declared;
    this.means = certainLines(terms, limitsOfMeans(declared));
    this.#outcomes = certainLines(terms, limitsOfOutcomes(declared));
    this.#lossMax = lossMax(limitsOfMeans(declared));
  }

  /** The least that these shares add for certain, rounded down. */
  certain(size: number, shares: readonly number[]): number {
    const perUnit = certainAt(this.means, sum(shares), this.#terms.allowancePerRound);
    return lowered(size * perUnit, size * perUnit);
  }

  /** What the decision is worth with what is known of it. */
  bet(round: SplitRound): SplitBet {
    const { plan, executed } = round;
    const { size } = plan;
    // Executed otherwise without looking at the strips: as if it had been planned so.
    const shares = executed?.isInnocent === true ? executed.shares : plan.shares;
    const debit =
      executed !== null && !executed.isInnocent ? this.#debit(plan, executed.shares) : 0;
    const scale = this.#noiseScale(size, shares);
    const { cut, floor } = this.#cut(size, shares, scale);
    const allowance = size * this.#terms.allowancePerRound;
    const seen = this.#seen(round, shares);
    const expected = this.#weigh(size, shares, plan.tryPredictions, plan.checkPrediction);
    return {
      certain: this.certain(size, executed?.shares ?? shares),
      base: lowered(floor + allowance - debit, Math.abs(floor) + allowance + debit),
      amounts: {
        gain:
          seen === null
            ? 0
            : Math.max(lowered(seen.amount - cut, seen.magnitude + Math.abs(cut)), 0),
        predictedGain: Math.max(expected.amount - cut, 0),
        deviation: 0,
        variance: scale * scale,
      },
      excess: seen === null || seen.hasLost ? null : seen.amount - cut + UNIT * seen.magnitude,
    };
  }

  /**
   * What in the outcomes contradicts the declarations. On the harmless side of the range (a try above
   * it, a check below it that is charged) they are taken as they are.
   */
  alarms(round: SplitRound & { readonly outcome: SplitOutcome }): readonly SplitAlarm[] {
    const { range, mayLeaveRange = false, beside, plotNoise } = this.#declared;
    const { plan, executed, outcome } = round;
    const shares = executed?.isInnocent === true ? executed.shares : plan.shares;
    const checkWeight = this.#terms.allowedShortfall - sum(shares);
    const tries = outcome.tries.filter((_, j) => shares[j]! > 0).map(rewardOf);
    const check = checkWeight === 0 ? null : rewardOf(outcome.check);
    const alarms: SplitAlarm[] = [];
    const low = [...tries, checkWeight > 0 ? check : null];
    for (const reward of mayLeaveRange ? [] : low) {
      if (reward !== null && reward < range.min) alarms.push({ kind: 'below-range', reward });
    }
    if (!mayLeaveRange && checkWeight < 0 && check !== null && check > range.max) {
      alarms.push({ kind: 'above-range', reward: check });
    }
    for (const reward of check === null || beside === undefined ? [] : tries) {
      const isFar = reward !== null && reward < check! - beside!;
      if (isFar) alarms.push({ kind: 'too-far-below-check', reward });
    }
    const { excess } = this.bet(round);
    const isBeyond = plotNoise !== undefined && excess !== null && excess < 0;
    return isBeyond ? [...alarms, { kind: 'beyond-noise', reward: null }] : alarms;
  }

  /** τ, rounded up; 0 if no noise is declared. */
  #noiseScale(size: number, shares: readonly number[]): number {
    const { plotNoise } = this.#declared;
    if (plotNoise === undefined) return 0;
    const { scale, checkScale = scale, isIndependent = false } = plotNoise;
    const checkWeight = Math.abs(this.#terms.allowedShortfall - sum(shares)) * checkScale;
    const perUnit = isIndependent
      ? Math.hypot(checkWeight, ...shares.map((share) => share * scale))
      : checkWeight + sum(shares) * scale;
    return size * perUnit * (1 + UNIT);
  }

  /** Where the gain begins, and what is left of it for the base. */
  #cut(size: number, shares: readonly number[], scale: number): Cut {
    const perUnit = size * certainAt(this.#outcomes, sum(shares));
    const hard = lowered(perUnit, perUnit);
    if (scale === 0) return { cut: hard, floor: hard };
    const certain = size * certainAt(this.means, sum(shares));
    const soft = lowered(certain - CUT_SCALES * scale, Math.abs(certain) + CUT_SCALES * scale);
    const floor = soft - BIAS_PER_SCALE * scale;
    return this.#declared.mayLeaveRange === true || floor > hard
      ? { cut: soft, floor }
      : { cut: hard, floor: hard };
  }

  /** What is to be charged if strips were changed by somebody who knew them. */
  #debit({ size, shares }: SplitPlan, executed: readonly number[]): number {
    const { range, baseline = range } = this.#declared;
    let debit = 0;
    shares.forEach((share, j) => {
      const more = executed[j]! - share;
      debit += more > 0 ? more * this.#lossMax : -more * (range.max - baseline.min);
    });
    return size * debit * (1 + UNIT);
  }

  /** X with what is known of it; null if nothing is, or if nothing can be said. */
  #seen({ plan, executed, outcome }: SplitRound, shares: readonly number[]): Seen | null {
    if (outcome === null) return null;
    const { range, mayLeaveRange = false } = this.#declared;
    const checkWeight = this.#terms.allowedShortfall - sum(shares);
    const measured =
      executed !== null && !executed.isInnocent ? changedParts(plan, executed.shares) : null;
    const tries = shares.map((share, j) =>
      known(outcome.tries[j] ?? null, {
        weight: share,
        worst: range.min,
        best: range.max,
        ...(measured?.tries[j] ?? AS_DRAWN),
      }),
    );
    const isCharged = checkWeight < 0;
    const check = known(outcome.check, {
      weight: checkWeight,
      worst: isCharged ? range.max : range.min,
      best: isCharged ? range.min : range.max,
      ...(measured?.check ?? AS_DRAWN),
    });
    const hasLost = [...tries, check].some(({ isWhole }) => !isWhole);
    if (hasLost && mayLeaveRange) return null;
    const rewards = tries.map(({ reward }) => reward);
    return { ...this.#weigh(plan.size, shares, rewards, check.reward), hasLost };
  }

  #weigh(
    size: number,
    shares: readonly number[],
    tries: readonly number[],
    check: number,
  ): Weighed {
    const terms = shares.map((share, j) => size * share * tries[j]!);
    terms.push(size * (this.#terms.allowedShortfall - sum(shares)) * check);
    // The weight of the check is a difference, which may have lost digits.
    const lost = size * (this.#terms.allowedShortfall + sum(shares)) * Math.abs(check);
    return { amount: sum(terms), magnitude: sum(terms.map(Math.abs)) + lost };
  }
}

interface Cut {
  readonly cut: number;
  readonly floor: number;
}

interface Weighed {
  readonly amount: number;
  /** Sum of the sizes of its terms. */
  readonly magnitude: number;
}

interface Seen extends Weighed {
  readonly hasLost: boolean;
}

/** Thirty-two units in the last place, as a share of what was added up. */
const UNIT = 32 * Number.EPSILON;

/** An amount that came from terms of this size, rounded down. */
function lowered(amount: number, magnitude: number): number {
  return amount - UNIT * Math.abs(magnitude);
}

function rewardOf(outcome: PartOutcome): number | null {
  return outcome === null || typeof outcome === 'number' ? outcome : outcome.reward;
}

function sum(terms: readonly number[]): number {
  return terms.reduce((total, term) => total + term, 0);
}

/** What a report of a part may be the mean of, in shares of the part that was drawn. */
interface MeasuredPart {
  /** Drawn strips that are in it. */
  readonly kept: number;
  /** Strips that were not drawn and may be in it. */
  readonly added: number;
}

const AS_DRAWN: MeasuredPart = { kept: 1, added: 0 };

interface PartInput extends MeasuredPart {
  readonly weight: number;
  /** What counts for drawn strips that are not known. */
  readonly worst: number;
  /** What counts for added strips, whose outcomes are in the mean. */
  readonly best: number;
}

/**
 * The least that a mean y of a measured share m of kept and added strips says of the drawn ones:
 *
 *     worst + ( (kept + added) · m · (y − worst) − added · (best − worst) )      the bracket at least 0
 *
 * Strips that were not measured are worth the worst, added ones the best, and the drawn strips hold the
 * rest of the sum. A part without weight cannot be lost.
 */
function known(
  outcome: PartOutcome,
  { weight, worst, best, kept, added }: PartInput,
): { readonly reward: number; readonly isWhole: boolean } {
  if (weight === 0) return { reward: 0, isWhole: true };
  if (outcome === null) return { reward: worst, isWhole: false };
  const { reward, measuredShare } =
    typeof outcome === 'number' ? { reward: outcome, measuredShare: 1 } : outcome;
  if (measuredShare === 1 && kept === 1 && added === 0) return { reward, isWhole: true };
  const direction = Math.sign(best - worst);
  const told = (kept + added) * measuredShare * (reward - worst) * direction;
  const taken = Math.min(added * Math.abs(best - worst), Math.max(told, 0));
  return {
    reward: worst + direction * lowered(told - taken, Math.abs(told) + taken),
    isWhole: false,
  };
}

/**
 * What the outcomes of the parts may be the means of, if strips were changed by somebody who knew them.
 * The same shares are other strips: as many as there can be.
 */
function changedParts(
  { shares, checkShare = 1 - sum(shares) }: SplitPlan,
  executed: readonly number[],
): { readonly tries: readonly MeasuredPart[]; readonly check: MeasuredPart } {
  const isExchanged = shares.every((share, j) => executed[j] === share);
  const changes = shares.map((share, j) => (isExchanged ? share : Math.abs(executed[j]! - share)));
  const added = changes.map((change, j) => (executed[j]! >= shares[j]! ? change : 0));
  const taken = changes.map((change, j) => (executed[j]! <= shares[j]! ? change : 0));
  const part = (drawn: number, more: number, less: number): MeasuredPart => {
    if (drawn <= 0) return { kept: 0, added: 1 };
    return { kept: less === 0 ? 1 : Math.max(1 - less / drawn - UNIT, 0), added: more / drawn };
  };
  return {
    tries: shares.map((share, j) => part(share, added[j]!, taken[j]!)),
    // What a try adds was the check's, and what it leaves may be in the mean of the check.
    check: part(checkShare, sum(taken), sum(added)),
  };
}

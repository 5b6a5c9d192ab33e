/**
 * What the paper says about growth with the horizon: which costs are constant, and the rate √T.
 *
 * The experiment `half` met the same worlds up to half the horizon, so each trial tells what its
 * second half cost. A constant cost has a second half of 0; one that grows like √T adds 41 % to the
 * first half, one that grows like T adds 100 %.
 */
import type { Measure } from '../../experiments/experiment-summary.ts';
import { cellOf } from '../../experiments/summary-cells.ts';
import { meanAndError } from '../../measures/mean-and-error.ts';
import { testOfMean } from '../../measures/paired-test.ts';
import { listText, percentage, pValueText, shortNumber } from '../../plots/number-text.ts';
import {
  ALGORITHM_1,
  BERKSON,
  CENTERED,
  CLUCB,
  CONTEXT_UCB,
  FAILURE_PROBABILITY,
  FEATURE_NORM_BOUND,
  RIDGE_PENALTY,
  SHOWN_SHORTFALL,
} from '../paper-experiments.ts';
import type { PaperSummaries } from '../paper-summaries.ts';
import { type Claim, differenceEvidence, type Evidence } from './claim.ts';

/** A second half that costs less than this share of the first counts as nothing. */
const NEGLIGIBLE_SHARE = 0.1;

interface Cost {
  readonly what: string;
  readonly firstHalf: readonly number[];
  readonly secondHalf: readonly number[];
}

/** Lines 147 and 522, Theorem 2: unknown contexts cost a constant. */
export function hiddenContextCostIsConstant(summaries: PaperSummaries): Claim {
  const costs = [
    costOf(summaries, CENTERED, [ALGORITHM_1, 'expectedRegret'], [CLUCB, 'expectedRegret']),
    costOf(summaries, BERKSON, [ALGORITHM_1, 'expectedRegret'], [CLUCB, 'oracleRegret']),
    costOf(summaries, BERKSON, [ALGORITHM_1, 'oracleRegret'], [CLUCB, 'oracleRegret']),
  ];
  const evidence = costs.map(growthEvidence);
  const growing = evidence.filter(({ low }) => low > 0).length;
  return {
    id: 'hidden-context-cost-is-constant',
    place: 'Contributions, line 147; Theorem 2, lines 479–482; Conclusion, line 522',
    statement: 'Not knowing the context adds a constant to the regret, whatever the horizon.',
    verdict: growing > 0 ? 'does not hold' : verdictOfConstant(costs),
    condition: null,
    finding: `Algorithm 1 against CLUCB, which sees the context: the cost of the second half is ${listText(costs.map(shareText))} of the first (${growing} of ${costs.length} clearly above 0; a constant would be 0 %, √T 41 %, linear 100 %). The term that the proof takes over, 4√(2 m log 1/δ), grows like √T itself.`,
    evidence,
  };
}

/** Lines 147 and 522: being conservative costs a constant. */
export function safetyCostIsConstant(summaries: PaperSummaries): Claim {
  const costs = [CENTERED, BERKSON].map((environment) =>
    costOf(
      summaries,
      environment,
      [ALGORITHM_1, 'expectedRegret'],
      [CONTEXT_UCB, 'expectedRegret'],
    ),
  );
  const late = lateBaselineRounds(summaries);
  return {
    id: 'safety-cost-is-constant',
    place: 'Contributions, line 147; Theorem 2, lines 479–482',
    statement: 'Being conservative adds a constant to the regret, whatever the horizon.',
    verdict: late === 0 ? 'holds' : verdictOfConstant(costs),
    condition: null,
    finding: `At α = ${SHOWN_SHORTFALL} the baseline got ${shortNumber(late)} rounds of the second half on average. Against the same learner without a gate, the second half cost ${listText(costs.map(shareText))} of the first (“centered” and “berkson”).`,
    evidence: costs.map(growthEvidence),
  };
}

/**
 * Proposition 3 and Theorem 2: regret grows no faster than √T log T. Judged by what the rounds from T/2 to T add
 * to those from T/4 to T/2: totals hide a rate that sets in late.
 */
export function regretGrowsLikeRoot(summaries: PaperSummaries): Claim {
  const { rounds } = summaries.long.experiment;
  const allowed = allowedExponent(rounds);
  const evidence = [CENTERED, BERKSON].map((environment) =>
    exponentEvidence(summaries, environment),
  );
  const isWithin = evidence.every(({ high }) => high <= allowed);
  const isBeyond = evidence.some(({ low }) => low > allowed);
  return {
    id: 'regret-grows-like-root',
    place: 'Proposition 3, lines 319–326; Theorem 2, lines 479–482',
    statement: 'The regret of Algorithm 1 grows no faster than √T log T.',
    verdict: isWithin ? 'holds' : isBeyond ? 'does not hold' : 'undecided',
    condition: null,
    finding: `Up to T = ${rounds} at α = ${SHOWN_SHORTFALL}: what the last half adds, beside what the quarter before it added, grows like T to the power ${listText(evidence.map(exponentText))} (“centered” and “berkson”); √T log T would be ${allowed.toFixed(2)}, a constant loss in every round 1.`,
    evidence,
  };
}

function exponentText({ estimate, low, high }: Evidence): string {
  return `${estimate.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

type Side = readonly [strategy: string, measure: Measure];

/** Regret of the first − regret of the second, in each half of the run, trial by trial. */
function costOf(summaries: PaperSummaries, environment: string, dear: Side, cheap: Side): Cost {
  const finals = (summary: 'paper' | 'half', [strategy, measure]: Side) =>
    cellOf(summaries[summary], { environment, strategy, allowedShortfall: SHOWN_SHORTFALL }).finals[
      measure
    ];
  const difference = (summary: 'paper' | 'half') => {
    const [more, less] = [finals(summary, dear), finals(summary, cheap)];
    return more.map((value, trial) => value - less[trial]!);
  };
  const firstHalf = difference('half');
  const whole = difference('paper');
  return {
    what: `second half, ${environment}: ${dear[0]} (${dear[1]}) − ${cheap[0]} (${cheap[1]})`,
    firstHalf,
    secondHalf: whole.map((value, trial) => value - firstHalf[trial]!),
  };
}

function growthEvidence({ what, secondHalf }: Cost): Evidence {
  return differenceEvidence(what, testOfMean(secondHalf));
}

function shareOf({ firstHalf, secondHalf }: Cost): number {
  return meanAndError(secondHalf).mean / meanAndError(firstHalf).mean;
}

function shareText(cost: Cost): string {
  const { pValue } = testOfMean(cost.secondHalf);
  return `${percentage(shareOf(cost))} (${pValueText(pValue)})`;
}

/** Constant if each second half is certainly small against its first half. */
function verdictOfConstant(costs: readonly Cost[]): 'holds' | 'does not hold' | 'undecided' {
  const parts = costs.map((cost) => {
    const { low, high } = testOfMean(cost.secondHalf);
    const small = NEGLIGIBLE_SHARE * Math.abs(meanAndError(cost.firstHalf).mean);
    return { isSmall: high < small, isLarge: low > small };
  });
  if (parts.some(({ isLarge }) => isLarge)) return 'does not hold';
  return parts.every(({ isSmall }) => isSmall) ? 'holds' : 'undecided';
}

function lateBaselineRounds(summaries: PaperSummaries): number {
  const late = [CENTERED, BERKSON].map((environment) => {
    const mean = (summary: 'paper' | 'half') => {
      const wanted = { environment, strategy: ALGORITHM_1, allowedShortfall: SHOWN_SHORTFALL };
      return meanAndError(cellOf(summaries[summary], wanted).finals.baselineRounds).mean;
    };
    return mean('paper') - mean('half');
  });
  return Math.max(...late);
}

/** log₂ of the ratio of two increments, with the interval that the trials give to its linear part. */
function exponentEvidence(summaries: PaperSummaries, environment: string): Evidence {
  const wanted = { environment, strategy: ALGORITHM_1, allowedShortfall: SHOWN_SHORTFALL };
  const finals = (name: 'long' | 'longHalf' | 'longQuarter') =>
    cellOf(summaries[name], wanted).finals.expectedRegret;
  const [whole, half, quarter] = [finals('long'), finals('longHalf'), finals('longQuarter')];
  const earlier = half.map((value, trial) => value - quarter[trial]!);
  const later = whole.map((value, trial) => value - half[trial]!);
  const ratio = meanAndError(later).mean / meanAndError(earlier).mean;
  const residual = testOfMean(later.map((value, trial) => value - ratio * earlier[trial]!));
  const halfWidth = (residual.high - residual.difference) / meanAndError(earlier).mean;
  return {
    what: `log₂ (R(T) − R(T/2)) / (R(T/2) − R(T/4)), ${environment}`,
    estimate: Math.log2(ratio),
    low: Math.log2(Math.max(Number.MIN_VALUE, ratio - halfWidth)),
    high: Math.log2(ratio + halfWidth),
    pValue: null,
    unit: 'exponent',
  };
}

/** The same number for √T · log(D T / (λ δ)), the rate of Theorem 2. */
function allowedExponent(rounds: number): number {
  const rate = (horizon: number) =>
    Math.sqrt(horizon) *
    Math.log((FEATURE_NORM_BOUND * horizon) / (RIDGE_PENALTY * FAILURE_PROBABILITY));
  const [whole, half, quarter] = [rate(rounds), rate(rounds / 2), rate(rounds / 4)];
  return Math.log2((whole - half) / (half - quarter));
}

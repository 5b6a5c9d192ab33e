/**
 * A claim of the paper (or of ours) with what was measured about it.
 */

import { rateLimits } from '../../measures/clopper-pearson.ts';
import type { PairedTest } from '../../measures/paired-test.ts';

export type ClaimVerdict = 'holds' | 'does not hold' | 'holds only under a condition' | 'undecided';

export interface Evidence {
  /** What was compared or counted. */
  readonly what: string;
  readonly estimate: number;
  /** 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** Two-sided, that the truth is the value `against`; null where there is only an interval. */
  readonly pValue: number | null;
  /** 'share' is a rate of trials, 'reward' a difference of totals, 'count' a number of rounds. */
  readonly unit: 'share' | 'reward' | 'count' | 'exponent';
}

export interface Claim {
  readonly id: string;
  /** Who says it, and where. */
  readonly place: string;
  /** The claim in our words. */
  readonly statement: string;
  readonly verdict: ClaimVerdict;
  /** When it holds, for 'holds only under a condition'. */
  readonly condition: string | null;
  /** What was seen, in one or two sentences. */
  readonly finding: string;
  readonly evidence: readonly Evidence[];
}

/** Returns a paired difference as evidence. */
export function differenceEvidence(what: string, test: PairedTest): Evidence {
  const { difference: estimate, low, high, pValue } = test;
  return { what, estimate, low, high, pValue, unit: 'reward' };
}

/** Returns a count of trials as evidence. */
export function rateEvidence(what: string, count: number, trials: number): Evidence {
  return {
    what,
    estimate: count / trials,
    ...rateLimits(count, trials),
    pValue: null,
    unit: 'share',
  };
}

/**
 * Returns the verdict on a claim that several comparisons must bear out: each must be clear, and one
 * that is clearly the other way round is enough against it.
 */
export function verdictOfAll(
  findings: readonly PairedTest['finding'][],
  expected: 'lower' | 'higher',
): 'holds' | 'does not hold' | 'undecided' {
  const opposite = expected === 'lower' ? 'higher' : 'lower';
  if (findings.includes(opposite)) return 'does not hold';
  return findings.every((finding) => finding === expected) ? 'holds' : 'undecided';
}

/** Returns the largest p-value of evidence, which is that of a claim about all of it. */
export function pValueOfAll(evidence: readonly Evidence[]): number {
  return Math.max(...evidence.map(({ pValue }) => pValue ?? 0));
}

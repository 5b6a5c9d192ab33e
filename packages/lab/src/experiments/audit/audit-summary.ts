/**
 * Was the promise kept? An answer for every cell of an experiment whose strategy makes one.
 *
 *   kept      not broken in any trial
 *   unclear   broken in some trials, but not so often that δ must be exceeded
 *   broken    broken so often that δ is exceeded: the exact lower limit of the rate is above it
 *
 * And did the books tell the truth? The same question, with trials in which they ever claimed more of
 * the promised slack than was true. A wrong claim need not do harm in the trial in which it is seen, so
 * it is the sharper test of the two: books that count something twice fail here first.
 *
 * "Kept" is not "proved": a hundred clean trials say only that the rate is below 4.5 %. The upper
 * limit tells how much they say.
 */
import { type CountOfRuns, lowerLimit, upperLimit } from '../../measures/clopper-pearson.ts';
import type { PromiseName } from '../../measures/run-measures.ts';
import type { Cell } from '../experiment.ts';
import type {
  CellSummary,
  ExperimentSummary,
  PromiseSummary,
  TightestMoment,
  TrialClaim,
} from '../experiment-summary.ts';
import { shareLeft } from '../share-left.ts';

/** Probability with which each of the two limits is right. */
export const AUDIT_CONFIDENCE = 0.99;

export type Verdict = 'kept' | 'unclear' | 'broken';

export interface CellAudit extends Cell {
  readonly verdict: Verdict;
  readonly promise: PromiseName;
  readonly failureProbability: number;
  readonly trials: number;
  /** Trials in which the promise was broken at any round. */
  readonly violations: number;
  /** Exact limits of the probability that a trial breaks it, each right with the confidence. */
  readonly rateMin: number;
  readonly rateMax: number;
  /** Trials in which the strategy claimed more than was true, whether or not it did any harm. */
  readonly invalidCertificates: number | null;
  /** Whether that was too often for the failure probability; null if it claims nothing. */
  readonly claims: Verdict | null;
  /** One of these claims, with trial and round; null if there is none. */
  readonly wrongClaim: TrialClaim | null;
  readonly tightest: TightestMoment & { readonly shareLeft: number };
}

export interface SummaryAudit {
  readonly format: 'hedgerow-audit/1';
  readonly subject: 'experiment';
  readonly name: string;
  readonly hash: string;
  readonly confidence: number;
  /** Whether a strategy broke its promise, or claimed more than was true, more often than it allows. */
  readonly isBroken: boolean;
  readonly cells: readonly CellAudit[];
}

/** Returns the audit of an experiment. */
export function auditSummary(summary: ExperimentSummary): SummaryAudit {
  const cells = summary.cells.flatMap((cell) =>
    cell.promise === null ? [] : [auditCell(cell, cell.promise)],
  );
  return {
    format: 'hedgerow-audit/1',
    subject: 'experiment',
    name: summary.experiment.name,
    hash: summary.hash,
    confidence: AUDIT_CONFIDENCE,
    isBroken: cells.some(({ verdict, claims }) => [verdict, claims].includes('broken')),
    cells,
  };
}

function auditCell(cell: CellSummary, promise: PromiseSummary): CellAudit {
  const { failureProbability, violations, tightest } = promise;
  const { trials, invalidCertificates, wrongClaim } = cell;
  const seen = { count: violations, runCount: trials, confidence: AUDIT_CONFIDENCE };
  return {
    environment: cell.environment,
    strategy: cell.strategy,
    allowedShortfall: cell.allowedShortfall,
    verdict: verdictOf(seen, failureProbability),
    promise: promise.subject,
    failureProbability,
    trials,
    violations,
    rateMin: lowerLimit(seen),
    rateMax: upperLimit(seen),
    invalidCertificates,
    claims:
      invalidCertificates === null
        ? null
        : verdictOf({ ...seen, count: invalidCertificates }, failureProbability),
    wrongClaim: wrongClaim ?? null,
    tightest: { ...tightest, shareLeft: shareLeft(tightest.slack, tightest.allowedLoss) },
  };
}

function verdictOf(seen: CountOfRuns, failureProbability: number): Verdict {
  if (seen.count === 0) return 'kept';
  return lowerLimit(seen) > failureProbability ? 'broken' : 'unclear';
}

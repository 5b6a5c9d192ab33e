/**
 * All claims about the maize experiment: the paper's in their order, and ours at the end.
 */
import type { ExperimentSummary } from '../../../experiments/experiment-summary.ts';
import type { Claim } from '../../../reproduce/claims/claim.ts';
import type { ForecastPanel } from '../forecast-panel.ts';
import { forecastHardlyMatters } from './forecast-claim.ts';
import { hedgeCostsLess, hedgeNeedsBaselineLess } from './hedge-claims.ts';
import {
  clucbBelowAlgorithm,
  gapShrinksWithShortfall,
  lucbBelowClucb,
  regretFallsWithShortfall,
} from './order-claims.ts';
import { confidenceSetCovers, constraintIsKept, hedgeKeepsItsPromise } from './safety-claims.ts';

/** Returns every claim with its verdict. */
export function maizeClaims(summary: ExperimentSummary, panel: ForecastPanel): Claim[] {
  return [
    regretFallsWithShortfall(summary),
    lucbBelowClucb(summary),
    clucbBelowAlgorithm(summary),
    gapShrinksWithShortfall(summary),
    confidenceSetCovers(summary),
    constraintIsKept(summary),
    forecastHardlyMatters(summary, panel),
    hedgeKeepsItsPromise(summary),
    hedgeCostsLess(summary),
    hedgeNeedsBaselineLess(summary),
  ];
}

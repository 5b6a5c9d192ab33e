/**
 * All claims, in the order of the paper, and ours at the end.
 */
import type { PaperSummaries } from '../paper-summaries.ts';
import type { Claim } from './claim.ts';
import {
  hiddenContextCostIsConstant,
  regretGrowsLikeRoot,
  safetyCostIsConstant,
} from './growth-claims.ts';
import { hedgeCostsLess, hedgeKeepsItsPromise } from './hedge-claims.ts';
import {
  gapShrinksWithShortfall,
  orderOfSettings,
  regretFallsWithShortfall,
} from './regret-claims.ts';
import { confidenceSetCovers, constraintIsKept, startsFromEverything } from './safety-claims.ts';
import { baselineRoundsBound } from './theorem-one-claim.ts';

/** Returns every claim with its verdict. */
export function paperClaims(summaries: PaperSummaries): Claim[] {
  return [
    regretFallsWithShortfall(summaries.paper),
    orderOfSettings(summaries.paper),
    gapShrinksWithShortfall(summaries.paper),
    startsFromEverything(summaries),
    confidenceSetCovers(summaries),
    constraintIsKept(summaries),
    regretGrowsLikeRoot(summaries),
    safetyCostIsConstant(summaries),
    hiddenContextCostIsConstant(summaries),
    baselineRoundsBound(summaries),
    hedgeKeepsItsPromise(summaries),
    hedgeCostsLess(summaries),
  ];
}

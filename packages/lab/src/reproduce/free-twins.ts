/**
 * Who a strategy with a promise is compared with: the same learner without one, in the same worlds.
 */

import { cellOf } from '../experiments/summary-cells.ts';
import type { FreeTwin } from '../plots/price-of-safety.ts';
import {
  ALGORITHM_1,
  BERKSON,
  CONTEXT_UCB,
  FREE_SHORTFALL,
  HEDGE_HINT,
  HEDGE_LEDGER,
} from './paper-experiments.ts';
import type { PaperSummaries } from './paper-summaries.ts';

/** Returns the twins of Algorithm 1 and of both kinds of hedge, by expected regret. */
export function freeTwins({ paper, free }: PaperSummaries): FreeTwin[] {
  const withoutGate = cellOf(paper, {
    environment: BERKSON,
    strategy: CONTEXT_UCB,
    allowedShortfall: null,
  });
  return [
    { strategy: ALGORITHM_1, finals: withoutGate.finals.expectedRegret },
    ...[HEDGE_LEDGER, HEDGE_HINT].map((strategy) => {
      const wanted = { environment: BERKSON, strategy, allowedShortfall: FREE_SHORTFALL };
      return { strategy, finals: cellOf(free, wanted).finals.expectedRegret };
    }),
  ];
}

/**
 * Theorem 1: no run, however long or short, can do with fewer than so many baseline rounds.
 */

import { cellOf, horizonOf, lastOf, shortfallsOf } from '../../experiments/summary-cells.ts';
import { confidenceHalfWidth } from '../../measures/paired-test.ts';
import { listText, shortNumber } from '../../plots/number-text.ts';
import { ALGORITHM_1, BERKSON, CENTERED } from '../paper-experiments.ts';
import type { PaperSummaries } from '../paper-summaries.ts';
import { theoremOneBound } from '../theorem-one-bound.ts';
import type { Claim, Evidence } from './claim.ts';

/** Compares the theorem's least number of baseline rounds with the largest that any trial had. */
export function baselineRoundsBound({ paper }: PaperSummaries): Claim {
  const shortfalls = shortfallsOf(paper);
  const cells = [CENTERED, BERKSON].flatMap((environment) =>
    shortfalls.map((allowedShortfall) =>
      cellOf(paper, { environment, strategy: ALGORITHM_1, allowedShortfall }),
    ),
  );
  const isRefuted = cells.every(
    ({ finals, allowedShortfall }) =>
      Math.max(...finals.baselineRounds) < theoremOneBound(allowedShortfall!),
  );
  const most = Math.max(...cells.flatMap(({ finals }) => finals.baselineRounds));
  return {
    id: 'baseline-rounds-bound',
    place: 'Theorem 1, lines 372–375',
    statement: 'For any horizon the number of baseline rounds is at least the bound of Theorem 1.',
    verdict: isRefuted ? 'does not hold' : 'undecided',
    condition: null,
    finding: `The bound says ${listText(shortfalls.map((value) => shortNumber(theoremOneBound(value))))} rounds for α = ${listText(shortfalls.map(String))}, in runs of ${horizonOf(paper)}. The most that any trial had is ${shortNumber(most)}. λ, δ and A are those of the runs; with λ ≥ D², as the theorem asks, the bound is larger still.`,
    evidence: cells.map((cell): Evidence => {
      const { mean, standardError } = lastOf(cell, 'baselineRounds');
      const halfWidth = confidenceHalfWidth(standardError, cell.trials);
      return {
        what: `baseline rounds, ${cell.environment}, α = ${cell.allowedShortfall}`,
        estimate: mean,
        low: mean - halfWidth,
        high: mean + halfWidth,
        pValue: null,
        unit: 'count',
      };
    }),
  };
}

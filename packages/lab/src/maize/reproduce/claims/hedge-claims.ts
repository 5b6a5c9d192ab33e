/**
 * What we claim of `hedge` on maize: less regret than Algorithm 1 and fewer baseline rounds, at every α.
 */
import type { ExperimentSummary, Measure } from '../../../experiments/experiment-summary.ts';
import { cellOf, lastOf } from '../../../experiments/summary-cells.ts';
import { pValueText, shortNumber } from '../../../plots/number-text.ts';
import {
  type Claim,
  type Evidence,
  pValueOfAll,
  verdictOfAll,
} from '../../../reproduce/claims/claim.ts';
import { ALGORITHM_1, HEDGE, MAPS } from '../maize-experiment.ts';
import { duels, evidenceOf, type NamedTest } from './paired-tests.ts';

/** Less expected regret than Algorithm 1. */
export function hedgeCostsLess(summary: ExperimentSummary): Claim {
  return {
    id: 'hedge-costs-less',
    place: 'Our own',
    statement: 'hedge has less expected regret than Algorithm 1 at every α, on both maps.',
    ...judge(summary, 'expectedRegret', 'reward'),
  };
}

/** Fewer rounds given to the baseline. */
export function hedgeNeedsBaselineLess(summary: ExperimentSummary): Claim {
  return {
    id: 'hedge-needs-the-baseline-less',
    place: 'Our own',
    statement: 'hedge gives the baseline fewer rounds than Algorithm 1 at every α, on both maps.',
    ...judge(summary, 'baselineRounds', 'count'),
  };
}

function judge(
  summary: ExperimentSummary,
  measure: Measure,
  unit: Evidence['unit'],
): Pick<Claim, 'verdict' | 'condition' | 'finding' | 'evidence'> {
  const tests = duels(summary, { first: HEDGE, second: ALGORITHM_1, measure });
  const evidence = evidenceOf(tests, unit);
  return {
    verdict: verdictOfAll(
      tests.map(({ test }) => test.finding),
      'lower',
    ),
    condition: null,
    finding: `hedge beside Algorithm 1. ${MAPS.map((map) => mapText(summary, measure, tests, map)).join(' ')} Trial by trial, in every comparison ${pValueText(pValueOfAll(evidence))}.`,
    evidence,
  };
}

function mapText(
  summary: ExperimentSummary,
  measure: Measure,
  tests: readonly NamedTest[],
  map: string,
): string {
  const parts = tests
    .filter(({ environment }) => environment === map)
    .map(({ environment, allowedShortfall }) => {
      const [ours, theirs] = [HEDGE, ALGORITHM_1].map((strategy) =>
        shortNumber(
          lastOf(cellOf(summary, { environment, strategy, allowedShortfall }), measure).mean,
        ),
      );
      return `${ours} and ${theirs} at α = ${allowedShortfall}`;
    });
  return `${map}: ${parts.join(', ')}.`;
}

/**
 * What we claim of `hedge` on the paper's experiment: the promise is kept, and it costs less.
 *
 * `hedge` promises expected totals, for forecasts that are right; so it is judged where contexts are
 * drawn from the forecast. Trials cannot show a rate as small as δ; that rests on the proof.
 */

import { cellOf, shortfallsOf } from '../../experiments/summary-cells.ts';
import { pairedTest } from '../../measures/paired-test.ts';
import { listText, percentage, pValueText, shortNumber } from '../../plots/number-text.ts';
import {
  ALGORITHM_1,
  BERKSON,
  FAILURE_PROBABILITY,
  GOOD_BASELINE,
  HEDGE_HINT,
  HEDGE_LEDGER,
  STRESS_SHORTFALL,
} from '../paper-experiments.ts';
import type { PaperSummaries } from '../paper-summaries.ts';
import { type Claim, differenceEvidence, rateEvidence, verdictOfAll } from './claim.ts';

export const HEDGE_PROMISE_CLAIM = 'hedge-keeps-its-promise';

/** No expected total below the promise, with a mediocre and with a good baseline. */
export function hedgeKeepsItsPromise({ paper, stress }: PaperSummaries): Claim {
  const cells = [
    ...[HEDGE_LEDGER, HEDGE_HINT].flatMap((strategy) =>
      shortfallsOf(paper).map((allowedShortfall) =>
        cellOf(paper, { environment: BERKSON, strategy, allowedShortfall }),
      ),
    ),
    cellOf(stress, {
      environment: GOOD_BASELINE,
      strategy: HEDGE_LEDGER,
      allowedShortfall: STRESS_SHORTFALL,
    }),
  ];
  const evidence = cells.map(({ strategy, allowedShortfall, violations, trials, environment }) =>
    rateEvidence(
      `${strategy}, ${environment}, α = ${allowedShortfall}`,
      violations.expected,
      trials,
    ),
  );
  const broken = cells.reduce((sum, { violations }) => sum + violations.expected, 0);
  const invalid = cells.reduce((sum, cell) => sum + (cell.invalidCertificates ?? 0), 0);
  const trialCount = cells.reduce((sum, { trials }) => sum + trials, 0);
  const isFailing = evidence.some(({ low }) => low > FAILURE_PROBABILITY);
  const limits = listText([...new Set(evidence.map(({ high }) => percentage(high)))]);
  return {
    id: HEDGE_PROMISE_CLAIM,
    place: 'Our own',
    statement:
      'hedge keeps the expected total above the promise in every round, with probability 1 − δ.',
    verdict: isFailing ? 'does not hold' : broken === 0 ? 'holds' : 'undecided',
    condition: null,
    finding: `Broken in ${broken} of ${trialCount} trials; certificates above the truth in ${invalid}. Cell by cell the rate is below ${limits} (95 %); that it is below ${percentage(FAILURE_PROBABILITY)} is proved, not measured.`,
    evidence,
  };
}

/** With the same knowledge, less regret than Algorithm 1 at every α. */
export function hedgeCostsLess({ paper }: PaperSummaries): Claim {
  const shortfalls = shortfallsOf(paper);
  const tests = shortfalls.map((allowedShortfall) => {
    const [ours, theirs] = [HEDGE_LEDGER, ALGORITHM_1].map((strategy) =>
      cellOf(paper, { environment: BERKSON, strategy, allowedShortfall }),
    );
    return pairedTest(ours!.finals.expectedRegret, theirs!.finals.expectedRegret);
  });
  const parts = tests.map(
    ({ difference, pValue }, index) =>
      `${shortNumber(difference)} at α = ${shortfalls[index]} (${pValueText(pValue)})`,
  );
  return {
    id: 'hedge-costs-less',
    place: 'Our own',
    statement:
      'With no more knowledge than Algorithm 1 (ledger only), hedge has less expected regret at every α.',
    verdict: verdictOfAll(
      tests.map(({ finding }) => finding),
      'lower',
    ),
    condition: null,
    finding: `hedge − Algorithm 1, trial by trial: ${listText(parts)}.`,
    evidence: tests.map((test, index) =>
      differenceEvidence(`hedge − Algorithm 1, α = ${shortfalls[index]}`, test),
    ),
  };
}

/**
 * Our own: in the default world the forecast hardly matters, so maize is no test of hidden contexts.
 */
import type { ExperimentSummary } from '../../../experiments/experiment-summary.ts';
import { percentage, shortNumber } from '../../../plots/number-text.ts';
import type { Claim } from '../../../reproduce/claims/claim.ts';
import type { ForecastPanel } from '../forecast-panel.ts';
import { ALLOWED_SHORTFALLS, CONTEXT_UCB, LUCB, MAPS } from '../maize-experiment.ts';
import { duelAt, evidenceOf } from './paired-tests.ts';

/** Shares of the noise and of the gap to the baseline below which something hardly matters. */
const NOISE_SHARE = 1 / 3;
const GAP_SHARE = 1 / 50;

/** Judged by what the unknown weather moves and by what knowing it would be worth. */
export function forecastHardlyMatters(summary: ExperimentSummary, panel: ForecastPanel): Claim {
  const { noise, minMax, standardised, tonnesPerReward } = panel;
  const isSmall =
    minMax.rewardDeviation < NOISE_SHARE * noise &&
    minMax.exactWeatherValue < GAP_SHARE * minMax.baselineGap;
  const tests = MAPS.map((environment) =>
    duelAt(
      summary,
      { first: CONTEXT_UCB, second: LUCB, measure: 'oracleRegret' },
      { environment, allowedShortfall: ALLOWED_SHORTFALLS[0]! },
    ),
  );
  const inTonnes = (value: number) => `${shortNumber(value * tonnesPerReward)} t/ha`;
  return {
    id: 'forecast-hardly-matters',
    place: 'Our own',
    statement:
      'In the default world the forecast hardly matters: the weather it leaves open moves rewards by less than a third of the noise, and knowing it would be worth less than 2 % of the gap between the best hybrid and the baseline.',
    verdict: isSmall ? 'holds' : 'does not hold',
    condition: null,
    finding: `Without any forecast the weather moves a reward by ${shortNumber(minMax.rewardDeviation)} (${inTonnes(minMax.rewardDeviation)}; noise ${noise}); knowing it exactly is worth ${shortNumber(minMax.exactWeatherValue)} a round (${inTonnes(minMax.exactWeatherValue)}) and changes the best hybrid in ${percentage(minMax.changedBestShare)} of the seasons. With standardised contexts: ${shortNumber(standardised.rewardDeviation)}, ${shortNumber(standardised.exactWeatherValue)} and ${percentage(standardised.changedBestShare)}. K&K UCB, which has the forecast only, loses ${tests.map(({ test }) => shortNumber(test.difference)).join(' and ')} to LUCB in ${summary.experiment.rounds} rounds (outer and Hadamard map).`,
    evidence: evidenceOf(tests.map((one) => ({ ...one, what: one.what.replace(/, α = .*/, '') }))),
  };
}

/**
 * Are the forecasts any good, as people see it.
 */
import { CalibrationTest, rankHistogram, skillOfScores } from '@hedgerow/forecasts';
import type { ForecastRecord, ForecastsView } from '../../wire.ts';
import {
  distortionOf,
  FORECAST_ALARM_LEVEL,
  forecastAlarms,
  type VariableRecord,
} from '../fold/forecast-book.ts';
import { generationOf, type PolicyState } from '../fold/policy-state.ts';

const BIN_COUNT = 10;

export function forecastsView(state: PolicyState): ForecastsView {
  return {
    policy: state.policy,
    generation: generationOf(state),
    level: FORECAST_ALARM_LEVEL,
    variables: [...state.forecasts.variables].map(([name, record]) => recordView(name, record)),
  };
}

/** The alarms as sentences. */
export function forecastSentences({ forecasts }: PolicyState): string[] {
  return forecastAlarms(forecasts).map(
    ([name, { bias, spread }]) =>
      `The forecasts of ${name} are not calibrated: outcomes lie ${rounded(Math.abs(bias))} of their deviations ${bias < 0 ? 'lower' : 'higher'} and scatter ${rounded(spread)} times as far. New forecasts are put right by that, and rewards of the baseline and floors that come with a call are not taken.`,
  );
}

function recordView(variable: string, record: VariableRecord): ForecastRecord {
  const { outcomes, outcomeCount } = record;
  const test = new CalibrationTest(record.test);
  const cells = outcomes.map(({ cell }) => cell);
  return {
    variable,
    outcomeCount,
    betCount: test.betCount,
    histogram: rankHistogram(cells, BIN_COUNT),
    skill: skillOfScores(
      outcomes.map(({ score }) => score),
      outcomes.map(({ outcome }) => outcome),
    ),
    wealth: test.wealth,
    wealthMax: test.wealthMax,
    isAlarmed: record.distortion !== null,
    ...(record.distortion ?? distortionOf(record)),
  };
}

function rounded(amount: number): string {
  return String(Number(amount.toPrecision(2)));
}

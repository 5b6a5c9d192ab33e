/**
 * A list of past forecasts and their outcomes, judged: rank histogram, score, skill, what is wrong, and the bets.
 *
 * Where times and leads are known the bets are placed as they could have been placed then: a forecast is issued `lead` before
 * its time, its outcome is known at its time, and an outcome is known before a forecast of the same moment is issued. Outcomes of
 * one time and lead (several stations) are one bet. Without times each outcome is taken as known before the next forecast.
 */
import { ForecastError } from '../forecast-error.ts';
import type { Distortion } from './bettors.ts';
import { type BetTiming, CalibrationTest } from './calibration-test.ts';
import { type PitCell, pitCell } from './pit.ts';
import { hasSpread } from './predictive.ts';
import { rankHistogram } from './rank-histogram.ts';
import { estimateDistortion } from './recalibrate.ts';
import { type ForecastAndOutcome, forecastSkill, type Skill } from './skill.ts';

export interface PastForecast extends ForecastAndOutcome {
  /** When the outcome was known, in days, or in what else the lead is counted. */
  readonly time?: number;
  readonly lead?: number;
}

export interface ForecastCheck {
  readonly forecastCount: number;
  /** Those without spread are scored, and cannot be bet against. */
  readonly betCount: number;
  readonly histogram: readonly number[];
  readonly skill: Skill | null;
  readonly distortion: Distortion;
  readonly wealth: number;
  readonly wealthMax: number;
  readonly isAlarmed: boolean;
  /** After how many bets the alarm came. */
  readonly alarmedAfter: number | null;
}

const BIN_COUNT_USUAL = 10;
const BIN_COUNT_MAX = 21;

/** Returns what the outcomes say about the forecasts. */
export function checkForecasts(
  past: readonly PastForecast[],
  { level = 0.01 }: { readonly level?: number } = {},
): ForecastCheck {
  const test = new CalibrationTest({ level });
  const tested = past.filter(({ forecast }) => hasSpread(forecast));
  const cells = tested.map(({ forecast, outcome }) => pitCell(forecast, outcome));
  const alarmedAfter = playBets(test, betsOf(tested));
  return {
    forecastCount: past.length,
    betCount: test.betCount,
    histogram: rankHistogram(cells, binCountFor(tested)),
    skill: forecastSkill(past),
    distortion: estimateDistortion(cells),
    wealth: test.wealth,
    wealthMax: test.wealthMax,
    isAlarmed: test.isAlarmed,
    alarmedAfter,
  };
}

interface Bet {
  readonly cells: PitCell[];
  readonly timing: BetTiming;
}

/** Pays all bets in the order of time; returns after how many of them the alarm came. */
function playBets(test: CalibrationTest, bets: readonly Bet[]): number | null {
  let alarmedAfter: number | null = null;
  for (const { cells, timing } of bets) {
    test.observe(cells, timing);
    if (test.isAlarmed) alarmedAfter ??= test.betCount;
  }
  return alarmedAfter;
}

/** One bet for all outcomes of one time and lead, which share their weather. */
function betsOf(past: readonly PastForecast[]): Bet[] {
  const bets = new Map<string, Bet>();
  past.forEach(({ forecast, outcome, time, lead = 0 }, place) => {
    if (lead !== 0 && time === undefined) throw leadWithoutTime(lead);
    const known = time ?? place;
    const timing = { issued: known - lead, known, lead: String(lead) };
    const name = `${known} ${lead}`;
    if (!bets.has(name)) bets.set(name, { cells: [], timing });
    bets.get(name)!.cells.push(pitCell(forecast, outcome));
  });
  return [...bets.values()].sort((a, b) => a.timing.known - b.timing.known);
}

function leadWithoutTime(lead: number): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: 'Forecasts with a lead need the time of their outcomes, to tell which of them overlap',
    received: `a lead of ${lead} and no time`,
    remedy:
      'Add a column time, or leave out the lead if each outcome was known before the next forecast.',
  });
}

/** A bin for each rank if all are ensembles of one size that is not large, else ten. */
function binCountFor(past: readonly PastForecast[]): number {
  const sizes = new Set(
    past.map(({ forecast }) => (forecast.kind === 'ensemble' ? forecast.points.length : 0)),
  );
  const [size = 0] = sizes;
  return sizes.size === 1 && size > 0 && size < BIN_COUNT_MAX ? size + 1 : BIN_COUNT_USUAL;
}

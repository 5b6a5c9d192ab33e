/**
 * A list of past forecasts and their outcomes, judged: rank histogram, score, skill, what is wrong, and the bets.
 *
 * Where times and leads are known the bets are placed as they could have been placed then: a forecast is issued `lead` before
 * its time, its outcome is known at its time, and an outcome is known before a forecast of the same moment is issued.
 * Otherwise each outcome is taken as known before the next forecast.
 */
import { ForecastError } from '../forecast-error.ts';
import type { Distortion } from './bettors.ts';
import { CalibrationTest } from './calibration-test.ts';
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
  /** After how many outcomes the alarm came. */
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
  const alarmedAfter = playBets(test, tested, cells);
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

/** Opens and settles all bets in the order of time; returns after how many outcomes the alarm came. */
function playBets(
  test: CalibrationTest,
  past: readonly PastForecast[],
  cells: readonly PitCell[],
): number | null {
  const open = new Map<number, number>();
  let alarmedAfter: number | null = null;
  for (const { kind, place } of eventsOf(past)) {
    if (kind !== 'known') open.set(place, test.open(String(past[place]!.lead ?? '')));
    if (kind === 'issued') continue;
    test.settle(open.get(place)!, [cells[place]!]);
    if (test.isAlarmed) alarmedAfter ??= test.betCount;
  }
  return alarmedAfter;
}

/** What happens at one moment, in this order. */
const KINDS = ['known', 'issued and known', 'issued'] as const;

interface ForecastEvent {
  readonly kind: (typeof KINDS)[number];
  readonly place: number;
  readonly moment: number;
}

function eventsOf(past: readonly PastForecast[]): ForecastEvent[] {
  const events = past.flatMap(({ time, lead = 0 }, place): ForecastEvent[] => {
    if (lead === 0) return [{ kind: 'issued and known', place, moment: time ?? place }];
    if (time === undefined) throw leadWithoutTime(lead);
    return [
      { kind: 'issued', place, moment: time - lead },
      { kind: 'known', place, moment: time },
    ];
  });
  const order = ({ kind }: ForecastEvent) => KINDS.indexOf(kind);
  return events.sort((a, b) => a.moment - b.moment || order(a) - order(b));
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

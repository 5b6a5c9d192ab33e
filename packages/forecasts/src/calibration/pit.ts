/**
 * Where an outcome lies in its forecast: the probability integral transform (PIT), a level between 0 and 1
 * that is uniform if the forecast is right.
 *
 * Often it is known only up to a cell, and what is bet on is the cell, because its probability is what the
 * forecast really says:
 *
 * - m members leave m + 1 gaps, each as likely as the others if members and outcome are drawn alike: the rank. Where
 *   members equal the outcome a coin would have to break the tie; instead the cell covers all the gaps it could have
 *   chosen, and what a bet pays is the mean over them. A mean over the coin is fair if the coin is.
 * - Quantiles leave the cells between their levels. Where values coincide there is a lump of probability whose size
 *   nobody said; such levels bound no cell.
 * - A density says the level itself. It is rounded to one of 1024 cells: then no outcome, however far out, pays a bet
 *   more than a limited amount, and one misprint is no alarm.
 *
 * In all three the probability of a cell is its width.
 */
import { normalCdf } from './normal-distribution.ts';
import {
  type EnsembleForecast,
  type LevelAndValue,
  type PredictiveForecast,
  type QuantilesForecast,
  requireForecast,
  sortedQuantiles,
} from './predictive.ts';

/** From `low` to `high`, both between 0 and 1; its probability is the difference. */
export interface PitCell {
  readonly low: number;
  readonly high: number;
}

const CELL_COUNT = 1024;

/** Returns the cell of levels in which the outcome lies. The forecast must have spread. */
export function pitCell(forecast: PredictiveForecast, outcome: number): PitCell {
  requireForecast(forecast);
  switch (forecast.kind) {
    case 'normal':
      return cellAround(normalCdf((outcome - forecast.mean) / forecast.sd));
    case 'uniform':
      return cellAround((outcome - forecast.min) / (forecast.max - forecast.min));
    case 'quantiles':
      return cellBetweenLevels(forecast, outcome);
    case 'ensemble':
      return cellOfRank(forecast, outcome);
  }
}

/** Returns a level drawn evenly from the cell; `random` gives numbers from 0 up to 1. */
export function pit(forecast: PredictiveForecast, outcome: number, random: () => number): number {
  const { low, high } = pitCell(forecast, outcome);
  return low + random() * (high - low);
}

function cellAround(level: number): PitCell {
  const place = Math.min(Math.max(Math.floor(level * CELL_COUNT), 0), CELL_COUNT - 1);
  return { low: place / CELL_COUNT, high: (place + 1) / CELL_COUNT };
}

function cellBetweenLevels(forecast: QuantilesForecast, outcome: number): PitCell {
  const bounds = sortedQuantiles(forecast).filter(
    ({ value }, _, all) => all.filter((other) => other.value === value).length === 1,
  );
  const below = bounds.filter(({ value }) => value < outcome);
  const above = bounds.filter(({ value }) => value > outcome);
  return { low: levelOf(below.at(-1)) ?? 0, high: levelOf(above[0]) ?? 1 };
}

function levelOf(bound: LevelAndValue | undefined): number | undefined {
  return bound?.level;
}

function cellOfRank({ points }: EnsembleForecast, outcome: number): PitCell {
  const below = points.filter((point) => point < outcome).length;
  const equal = points.filter((point) => point === outcome).length;
  const gapCount = points.length + 1;
  return { low: below / gapCount, high: (below + equal + 1) / gapCount };
}

/**
 * After how many forecasts the test notices what is wrong with them: played with made-up forecasts and weather.
 *
 * Forecasts are N(0, 1), or ensembles of so many draws of it; what comes is N(bias, spread²).
 */
import type { Distortion } from './bettors.ts';
import { CalibrationTest } from './calibration-test.ts';
import { pitCell } from './pit.ts';
import type { PredictiveForecast } from './predictive.ts';

export interface DetectionOptions {
  readonly distortion: Distortion;
  readonly runCount: number;
  /** A run ends here at the latest. */
  readonly forecastCountMax: number;
  readonly level: number;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
  /** Members of each ensemble; left out, the forecasts are densities. */
  readonly memberCount?: number;
}

/** Returns for each run after how many forecasts the alarm came, sorted; infinite if it did not. */
export function detectionTimes({ runCount, ...options }: DetectionOptions): number[] {
  return Array.from({ length: runCount }, () => detectionTime(options)).sort((a, b) => a - b);
}

function detectionTime(options: Omit<DetectionOptions, 'runCount'>): number {
  const { distortion, forecastCountMax, level, random, memberCount } = options;
  const test = new CalibrationTest({ level });
  while (test.betCount < forecastCountMax) {
    const outcome = distortion.bias + distortion.spread * standardNormal(random);
    test.observe([pitCell(madeUpForecast(random, memberCount), outcome)]);
    if (test.isAlarmed) return test.betCount;
  }
  return Number.POSITIVE_INFINITY;
}

function madeUpForecast(random: () => number, memberCount?: number): PredictiveForecast {
  if (memberCount === undefined) return { kind: 'normal', mean: 0, sd: 1 };
  const points = Array.from({ length: memberCount }, () => standardNormal(random));
  return { kind: 'ensemble', points };
}

/** One draw by the transform of Box and Muller. */
function standardNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * The kernel benchmark: one round of learning at four problem sizes, against native code and NumPy.
 */
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { type Fixture, generateFixture, type ProblemSize, readOrCreateFixture } from './fixture.ts';
import { describeMachine } from './machine.ts';
import { type Measurement, measureSize } from './measure.ts';
import { formatTable, type TableRow } from './table.ts';
import { type EngineName, nativeRatioMax, numpyRatioMax, PROBLEM_SIZES } from './targets.ts';
import {
  findYardsticks,
  generateWithNumpy,
  NO_YARDSTICKS,
  YARDSTICK_FOLDER,
  type Yardsticks,
} from './yardsticks.ts';

const REPETITION_COUNT = 40;
/** Products of one short run: a millisecond or two in TypeScript. */
const PRODUCTS_PER_RUN = 2_500_000;
const ENGINE_NAMES: readonly string[] = ['typescript', 'wasm', 'wasm-fma'];

/** Measures everything; a quick run only shows that it works. */
export function kernelBenchmark(options: BenchmarkOptions): BenchmarkResult {
  const { isQuick, reportProgress } = options;
  const yardsticks = isQuick ? NO_YARDSTICKS : findYardsticks(reportProgress);
  const results = PROBLEM_SIZES.map((size) => {
    reportProgress(`${size.dimension} features, ${size.actionCount} actions ...`);
    return measureSize({
      fixture: createFixture(size, yardsticks, isQuick),
      yardsticks,
      repetitionCount: isQuick ? 1 : REPETITION_COUNT,
      roundCount: isQuick ? 2 : shortRunRounds(size),
    });
  });
  const measurements = results.flatMap((result) => result.measurements);
  return {
    text: `${formatTable(measurements.map(tableRow))}\n${describeMachine()}\n`,
    rows: measurements.filter(isEngine).map(jsonRow),
    faults: results.flatMap((result) => result.faults),
  };
}

function createFixture(size: ProblemSize, yardsticks: Yardsticks, isQuick: boolean): Fixture {
  if (isQuick) return generateFixture(size);
  if (yardsticks.numpy !== undefined) generateWithNumpy(size);
  return readOrCreateFixture(size, new URL('data/', YARDSTICK_FOLDER));
}

/** A round costs K d²/2 products, so large problems get few rounds; never fewer than four. */
function shortRunRounds({ dimension, actionCount }: ProblemSize): number {
  const productsPerRound = (actionCount * dimension * dimension) / 2;
  return Math.max(4, Math.round(PRODUCTS_PER_RUN / productsPerRound));
}

function isEngine({ name }: Measurement): boolean {
  return ENGINE_NAMES.includes(name);
}

function ratio(part: number, whole: number | undefined): number | null {
  return whole === undefined ? null : part / whole;
}

function jsonRow(measurement: Measurement): object {
  const { size, name, microseconds, nativeMicroseconds, numpyMicroseconds } = measurement;
  return {
    dimension: size.dimension,
    actions: size.actionCount,
    engine: name,
    relativeToNative: ratio(microseconds, nativeMicroseconds),
    relativeToNumpy: ratio(microseconds, numpyMicroseconds),
  };
}

function tableRow(measurement: Measurement): TableRow {
  const { size, name, microseconds, nativeMicroseconds, numpyMicroseconds } = measurement;
  const engine = isEngine(measurement) ? (name as EngineName) : undefined;
  return {
    dimension: size.dimension,
    actionCount: size.actionCount,
    name,
    microseconds,
    nativeRatio: ratio(microseconds, nativeMicroseconds),
    nativeRatioMax: engine && nativeRatioMax(engine, size),
    numpyRatio: ratio(microseconds, numpyMicroseconds),
    numpyRatioMax: engine && numpyRatioMax(engine),
  };
}

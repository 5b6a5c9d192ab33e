/**
 * Leaves out field-years, years and fields one after the other, on all threads, and scores what every
 * method said of them.
 */
import type { ChanceReliability, ModelAccuracy, TrialRow } from '@hedgerow/farm';
import { openWorkerPool, runAll } from '../../runner/worker-pool.ts';
import type { TidyRow } from '../import/tidy-row.ts';
import { chanceReliability } from './chance-reliability.ts';
import { type Fold, foldsOf, type HeldOutFieldYear, type Method, type Scheme } from './held-out.ts';
import type { FoldData } from './predict-fold.ts';
import { type MethodScore, scoreMethod } from './score-held-out.ts';

export interface MeasureAccuracyOptions {
  readonly table: readonly TidyRow[];
  readonly rows: readonly TrialRow[];
  readonly schemes: readonly Scheme[];
  readonly methods: readonly Method[];
  readonly workerCount: number;
  readonly signal: AbortSignal;
  readonly onProgress: (doneCount: number, foldCount: number) => void;
}

export interface SchemeResult {
  readonly scheme: Scheme;
  readonly scores: Readonly<Partial<Record<Method, MethodScore>>>;
  /** Of the mixed model's chances. */
  readonly reliability: readonly ChanceReliability[];
}

/** Returns a result for each scheme. */
export async function measureAccuracy(options: MeasureAccuracyOptions): Promise<SchemeResult[]> {
  const { rows, table, schemes, methods, workerCount, signal, onProgress } = options;
  const folds = foldsOf(rows, { schemes, methods });
  const data: FoldData = { rows, table };
  const pool = openWorkerPool<Fold, HeldOutFieldYear[]>({
    worker: new URL('./accuracy-worker.ts', import.meta.url),
    workerData: data,
    workerCount,
  });
  let doneCount = 0;
  const answers = await runAll(pool, {
    tasks: folds,
    signal,
    onAnswer: () => onProgress(++doneCount, folds.length),
  });
  return schemes.map((scheme) =>
    resultOf(scheme, methods, answers.filter((_, i) => folds[i]!.scheme === scheme).flat()),
  );
}

function resultOf(
  scheme: Scheme,
  methods: readonly Method[],
  fieldYears: readonly HeldOutFieldYear[],
): SchemeResult {
  const scores = methods.map((method) => [method, scoreMethod(fieldYears, method)]);
  return {
    scheme,
    scores: Object.fromEntries(scores),
    reliability: methods.includes('mixed') ? chanceReliability(fieldYears, 'mixed') : [],
  };
}

/** What a model file tells of the mixed model's accuracy. */
export function accuracyOf(results: readonly SchemeResult[]): ModelAccuracy {
  return {
    schemes: results.map(({ scheme, scores }) => {
      const score = scores.mixed!;
      const short = (figure: { value: number } | null) => Number(figure!.value.toPrecision(4));
      return {
        leftOut: scheme,
        error: short(score.error),
        errorWithin: short(score.errorWithin),
        correlation: short(score.correlation),
        slope: short(score.slope),
        cover: short(score.cover),
        differenceCover: short(score.differenceCover),
        gain: short(score.gain),
        gainOverMostGrown: short(score.gainOverMostGrown),
      };
    }),
    reliability: (results.find(({ scheme }) => scheme === 'year') ?? results[0])!.reliability.map(
      ({ said, observed, pairs }) => ({
        said: Number(said.toFixed(3)),
        observed: Number(observed.toFixed(3)),
        pairs,
      }),
    ),
  };
}

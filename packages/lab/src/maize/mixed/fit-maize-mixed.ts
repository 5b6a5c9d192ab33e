/**
 * From the files of the maize trials to a yield model with its accuracy, and to the table of accuracy.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fitMixedModel, type MixedModel, mixedModelText, type TrialRow } from '@hedgerow/farm';
import { fileFault } from '../import/file-fault.ts';
import { readEnvironments } from '../import/read-environments.ts';
import { readTidyFile } from '../import/read-tidy.ts';
import type { TidyRow } from '../import/tidy-row.ts';
import { publish } from '../publish.ts';
import { METHODS, type Method, SCHEMES, type Scheme } from './held-out.ts';
import { MAIZE_FIT, maizeTrialRows } from './maize-trial-rows.ts';
import { accuracyOf, measureAccuracy, type SchemeResult } from './measure-accuracy.ts';

export interface MaizeTrialFiles {
  /** A tidy table of plots. */
  readonly table: string;
  /** The weather of the trials. */
  readonly environments: string;
}

export interface MaizeWork {
  readonly workerCount: number;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
}

interface MaizeTrials {
  readonly table: readonly TidyRow[];
  readonly rows: readonly TrialRow[];
}

/** Fits the mixed model; `hasAccuracy` measures what it is worth on what it has not seen. */
export async function fitMaizeMixed(
  files: MaizeTrialFiles,
  { hasAccuracy, ...work }: MaizeWork & { readonly hasAccuracy: boolean },
): Promise<MixedModel> {
  const trials = await readTrials(files);
  const source = `${path.basename(files.table)}, ${path.basename(files.environments)}: Genomes to Fields (McFarland et al. 2020, Lima et al. 2023), NASA POWER`;
  const model = fitMixedModel(trials.rows, { ...MAIZE_FIT, source });
  if (!hasAccuracy) return model;
  const results = await measure(trials, { ...work, schemes: SCHEMES, methods: ['mixed'] });
  return { ...model, accuracy: accuracyOf(results) };
}

/** Measures every method; `isQuick` leaves out years only. */
export async function maizeAccuracy(
  files: MaizeTrialFiles,
  { isQuick, ...work }: MaizeWork & { readonly isQuick: boolean },
): Promise<SchemeResult[]> {
  const schemes: readonly Scheme[] = isQuick ? ['year'] : SCHEMES;
  return await measure(await readTrials(files), { ...work, schemes, methods: METHODS });
}

/** Writes a model as JSON. */
export async function writeMixedModel(file: string, model: MixedModel): Promise<void> {
  try {
    await publish(file, (draft) => writeFile(draft, mixedModelText(model)));
  } catch (error) {
    const received = `not: ${(error as Error).message}`;
    throw fileFault({ file, rule: 'must be a file that can be written', received });
  }
}

async function readTrials({ table, environments }: MaizeTrialFiles): Promise<MaizeTrials> {
  const plots = await readTidyFile(table);
  const weather = await readEnvironments(environments);
  return { table: plots, rows: maizeTrialRows(table, plots, weather) };
}

async function measure(
  trials: MaizeTrials,
  work: MaizeWork & { readonly schemes: readonly Scheme[]; readonly methods: readonly Method[] },
): Promise<SchemeResult[]> {
  return await measureAccuracy({
    ...trials,
    ...work,
    onProgress: (doneCount, foldCount) =>
      work.onProgress(`${doneCount} of ${foldCount} folds fitted and predicted`),
  });
}

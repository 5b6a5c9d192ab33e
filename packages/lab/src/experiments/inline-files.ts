/**
 * Puts what an experiment names by file into the experiment itself: rounds of logs, fitted models.
 *
 * Then the experiment is complete: its hash covers what the files hold, and workers need none.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import { readMaizeModel } from '../maize/world/read-maize-model.ts';
import type { EnvironmentDefinition, Experiment } from './experiment.ts';
import { checkExperiment } from './parse-experiment.ts';

/** Returns the experiment with all files read; they are looked for in `folder`. */
export function inlineFiles(experiment: Experiment, folder: string): Experiment {
  if (!experiment.environments.some(isByFile)) return experiment;
  const environments = experiment.environments.map((environment) =>
    isByFile(environment) ? inlined(environment, folder) : environment,
  );
  return checkExperiment({ ...experiment, environments });
}

type ByFile = Extract<EnvironmentDefinition, { readonly kind: 'log' | 'bilinear' }> & {
  readonly file: string;
};

function isByFile(environment: EnvironmentDefinition): environment is ByFile {
  return 'file' in environment && environment.file !== undefined;
}

function inlined({ file, ...environment }: ByFile, folder: string): object {
  const found = path.resolve(folder, file);
  return environment.kind === 'log'
    ? { ...environment, rounds: readRounds(found) }
    : { ...environment, fitted: readMaizeModel(found) };
}

function readRounds(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { rounds?: unknown }).rounds;
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${file} must be JSON with logged rounds`,
      received: `not: ${(error as Error).message}`,
    });
  }
}

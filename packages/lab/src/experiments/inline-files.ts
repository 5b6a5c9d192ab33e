/**
 * Puts what an experiment names by file into the experiment itself: rounds of logs, fitted models, hashes
 * of modules.
 *
 * Then the experiment is complete: its hash covers what the files hold, and workers need none.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import { readMaizeModel } from '../maize/world/read-maize-model.ts';
import type { EnvironmentDefinition, Experiment, OwnModule } from './experiment.ts';
import { checkExperiment } from './parse-experiment.ts';

/** Returns the experiment with all files read; they are looked for in `folder`. */
export function inlineFiles(experiment: Experiment, folder: string): Experiment {
  if (!namesFiles(experiment)) return experiment;
  const environments = experiment.environments.map((environment) => {
    const whole = isByFile(environment) ? inlined(environment, folder) : environment;
    return withHashes(whole, folder);
  });
  const strategies = experiment.strategies.map((strategy) => withHash(strategy, folder));
  const measures = experiment.measures?.map((measure) => withHash(measure, folder));
  return checkExperiment({ ...experiment, environments, strategies, measures });
}

function namesFiles({ environments, strategies, measures }: Experiment): boolean {
  return (
    measures !== undefined ||
    strategies.some(({ module }) => module !== undefined) ||
    environments.some((one) => isByFile(one) || 'module' in one || 'features' in one)
  );
}

/** Notes what is in a module, so that results of another text have another name. */
function withHash<Definition extends Partial<OwnModule>>(
  definition: Definition,
  folder: string,
): Definition {
  if (definition.module === undefined) return definition;
  const sourceHash = hash('sha256', readModule(path.resolve(folder, definition.module)));
  return { ...definition, sourceHash };
}

function withHashes(environment: object, folder: string): object {
  const whole = withHash(environment as Partial<OwnModule>, folder);
  if (!('features' in whole) || whole.features === undefined) return whole;
  return { ...whole, features: withHash(whole.features as OwnModule, folder) };
}

function readModule(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${file} must be a module that can be read`,
      received: (error as Error).message,
      remedy: 'Paths of modules begin at the folder of the experiment file.',
    });
  }
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

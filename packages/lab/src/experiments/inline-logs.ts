/**
 * Puts the rounds of logs that an experiment names by file into the experiment itself.
 *
 * Then the experiment is complete: its hash covers what was logged, and workers need no files.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import type { EnvironmentDefinition, Experiment } from './experiment.ts';
import { checkExperiment } from './parse-experiment.ts';

/** Returns the experiment with all logs read; files are looked for in `folder`. */
export function inlineLogs(experiment: Experiment, folder: string): Experiment {
  if (!experiment.environments.some(isByFile)) return experiment;
  const environments = experiment.environments.map((environment) =>
    isByFile(environment)
      ? { id: environment.id, kind: 'log', rounds: readRounds(path.join(folder, environment.file)) }
      : environment,
  );
  return checkExperiment({ ...experiment, environments });
}

function isByFile(
  environment: EnvironmentDefinition,
): environment is EnvironmentDefinition & { readonly file: string } {
  return environment.kind === 'log' && environment.file !== undefined;
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

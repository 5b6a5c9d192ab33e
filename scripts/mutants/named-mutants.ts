/**
 * Faults that people have really made, or would make, in the parts that keep the promise; each room has a
 * file of its own in named/, and a new mutant goes into the file of the room that it is put into.
 *
 * Each names a line as it stands, a wrong line, and the tests that must notice. If a line is not found
 * exactly once the mutant is stale and the run fails: then write it anew for the changed code.
 */
import { CALLERS_MUTANTS } from './named/callers.ts';
import { CORE_BOOKS_MUTANTS } from './named/core-books.ts';
import { CORE_LEARNERS_MUTANTS } from './named/core-learners.ts';
import { CORE_MODEL_MUTANTS } from './named/core-model.ts';
import { CORE_POLICY_MUTANTS } from './named/core-policy.ts';
import { CORE_SAFETY_MUTANTS } from './named/core-safety.ts';
import { FARM_MUTANTS } from './named/farm.ts';
import { FORECASTS_MUTANTS } from './named/forecasts.ts';
import { LAB_MUTANTS } from './named/lab.ts';
import type { Mutant } from './named/mutant.ts';
import { SERVICE_API_MUTANTS } from './named/service-api.ts';
import { SERVICE_AROUND_MUTANTS } from './named/service-around.ts';
import { SERVICE_DECISIONS_MUTANTS } from './named/service-decisions.ts';
import { SERVICE_FOLD_MUTANTS } from './named/service-fold.ts';
import { SERVICE_JOURNAL_MUTANTS } from './named/service-journal.ts';

/** In the order in which they are counted: `npm test` tries every so manyth of them. */
export const NAMED_MUTANTS: readonly Mutant[] = [
  ...SERVICE_JOURNAL_MUTANTS,
  ...SERVICE_DECISIONS_MUTANTS,
  ...SERVICE_FOLD_MUTANTS,
  ...SERVICE_API_MUTANTS,
  ...SERVICE_AROUND_MUTANTS,
  ...CORE_BOOKS_MUTANTS,
  ...CORE_SAFETY_MUTANTS,
  ...CORE_POLICY_MUTANTS,
  ...CORE_LEARNERS_MUTANTS,
  ...CORE_MODEL_MUTANTS,
  ...FORECASTS_MUTANTS,
  ...FARM_MUTANTS,
  ...LAB_MUTANTS,
  ...CALLERS_MUTANTS,
];

/** Returns the mutant of that name. */
export function mutantCalled(name: string): Mutant {
  const mutant = NAMED_MUTANTS.find((candidate) => candidate.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant called "${name}".`);
  return mutant;
}

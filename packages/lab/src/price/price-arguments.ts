/**
 * What may be asked of the price command, and what is said when it is asked wrongly.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { HedgerowError } from '@hedgerow/core';
import { EXPERIMENT_NAMES } from './price-cells.ts';

export interface PriceArguments {
  readonly trialCount: number;
  readonly roundCount: number;
  readonly seed: number;
  readonly workerCount: number;
  readonly format: 'text' | 'json';
  readonly experiments: readonly string[];
  readonly isHelpWanted: boolean;
}

export const PRICE_HELP: string = `Measures what safety costs: the expected regret of every strategy in the same worlds.

Usage: npm run price -- [options]
       npm run price -- worlds [options]   hedge minus Algorithm 1 in every world of the lab
       npm run price -- rare [--quick] [options]
                      yes/no rewards, baseline rounds beside the least of any gate;
                      60 trials of at most 40000 rounds, quick: 2 of 2000

  --trials N          trials of each cell (100)
  --rounds T          rounds of each trial (2000); references are for 2000
  --seed S            whole number from 0 to 4294967295 (1)
  --workers N         worker threads (all cores); the results do not depend on it
  --experiment NAME   only this one; may be repeated:
                      ${EXPERIMENT_NAMES.join(', ')}
  --format FORMAT     text (an aligned table) or json (a list of rows)
  --help              this text

The report goes to standard output, progress to standard error.
With "worlds", --experiment takes the name of a world, as the table has them.
Exit code 0: all promises kept. 1: a sound promise was broken or its certificate was wrong, or hedge
was behind Algorithm 1 in a world by more than three standard errors.
2: bad arguments. 130: interrupted.`;

/** Returns the arguments, checked; throws a HedgerowError that says what is wrong. */
export function readPriceArguments(
  texts: readonly string[],
  names: readonly string[] = EXPERIMENT_NAMES,
): PriceArguments {
  const { values } = parse(texts);
  return {
    trialCount: wholeNumber('--trials', values.trials, { least: 1, most: 1_000_000 }),
    roundCount: wholeNumber('--rounds', values.rounds, { least: 1, most: 1_000_000_000 }),
    seed: wholeNumber('--seed', values.seed, { least: 0, most: 2 ** 32 - 1 }),
    workerCount: wholeNumber('--workers', values.workers, { least: 1, most: 1024 }),
    format: oneOf('--format', values.format, ['text', 'json'] as const),
    experiments: (values.experiment ?? names).map((name) => oneOf('--experiment', name, names)),
    isHelpWanted: values.help,
  };
}

function parse(texts: readonly string[]) {
  try {
    return parseArgs({
      args: [...texts],
      options: {
        trials: { type: 'string', default: '100' },
        rounds: { type: 'string', default: '2000' },
        seed: { type: 'string', default: '1' },
        workers: { type: 'string', default: String(availableParallelism()) },
        experiment: { type: 'string', multiple: true },
        format: { type: 'string', default: 'text' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: 'arguments must be among those that --help lists',
      received: (error as Error).message.split('. ')[0]!,
    });
  }
}

function wholeNumber(
  name: string,
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be a whole number from ${least} to ${most}`,
    received: JSON.stringify(text),
  });
}

function oneOf<Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be one of ${choices.join(', ')}`,
    received: JSON.stringify(text),
  });
}

/**
 * What is promised and declared of a farm; it counts from the first plan on.
 */
import { HedgerowError } from '@hedgerow/core';
import type { FarmAnswers } from '@hedgerow/farm';
import type { Command } from 'commander';
import { finiteNumber, listOf, share, wholeNumber } from '../output/option-values.ts';

export interface PromiseOptions {
  readonly allowedShortfall?: number;
  readonly failureProbability?: number;
  readonly yields?: readonly number[];
  readonly usualYield?: readonly number[];
  readonly drop?: number;
  readonly plotNoise?: number;
  readonly strips?: number;
}

/** Adds the options. */
export function addPromiseOptions(command: Command): Command {
  return command
    .option(
      '--allowed-shortfall <share>',
      'share of the usual hybrid’s yield that may be lost: 0.1',
      share,
    )
    .option('--failure-probability <share>', 'with which the promise may fail: 0.01', share)
    .option(
      '--yields <min,max>',
      'no field ever yields less or more (default: as the model says)',
      listOf(finiteNumber),
    )
    .option(
      '--usual-yield <min,max>',
      'between which your usual hybrid lies in every field and season',
      listOf(finiteNumber),
    )
    .option(
      '--drop <number>',
      'no hybrid stays more than this below the usual one beside it',
      finiteNumber,
    )
    .option(
      '--plot-noise <number>',
      'how far off the measured yield of some strips may be',
      finiteNumber,
    )
    .option(
      '--strips <count>',
      'into which a field, or a block of it, is divided: 20',
      wholeNumber(2, 1000),
    );
}

/** Returns the part of a farm's answers that is promised or declared. */
export function promiseOf(options: PromiseOptions): Partial<FarmAnswers> {
  const { allowedShortfall, failureProbability, drop, plotNoise, strips } = options;
  const range = intervalOf('--yields', options.yields);
  const usualYield = intervalOf('--usual-yield', options.usualYield);
  return {
    ...(allowedShortfall !== undefined && { allowedShortfall }),
    ...(failureProbability !== undefined && { failureProbability }),
    ...(range !== null && { range }),
    ...(usualYield !== null && { usualYield }),
    ...(drop !== undefined && { drop }),
    ...(plotNoise !== undefined && { noise: plotNoise }),
    ...(strips !== undefined && { strips }),
  };
}

function intervalOf(name: string, numbers: readonly number[] | undefined) {
  if (numbers === undefined) return null;
  const [min, max] = numbers;
  if (numbers.length === 2 && min! < max!) return { min: min!, max: max! };
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be two numbers, the lower one first`,
    received: numbers.join(','),
  });
}

/** A promise cannot be changed half way; a new one needs a new state. */
export function requireSamePromise(kept: FarmAnswers, wished: Partial<FarmAnswers>): void {
  for (const [name, value] of Object.entries(wished)) {
    const before = kept[name as keyof FarmAnswers];
    if (JSON.stringify(before) === JSON.stringify(value)) continue;
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: `${name} must stay ${JSON.stringify(before) ?? 'undeclared'}, as this farm was begun with it`,
      received: JSON.stringify(value),
      remedy: 'Leave it out, or begin a new state.',
    });
  }
}

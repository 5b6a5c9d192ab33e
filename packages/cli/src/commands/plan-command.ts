/**
 * `hedgerow plan`: before starting, how many rounds will follow the baseline?
 */
import { HedgerowError, type PlanInterval, type PlanRow, planBaselineRounds } from '@hedgerow/core';
import { Command } from 'commander';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { reportFailure } from '../output/exit-codes.ts';
import { finiteNumber, formatOption, listOf, share, wholeNumber } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';
import { tableLines } from '../output/table.ts';
import { writeLine } from '../output/text-output.ts';

interface PlanCommandOptions {
  readonly range: readonly number[];
  readonly history?: string;
  readonly allowedShortfall: readonly number[];
  readonly failureProbability: number;
  readonly improvement: number;
  readonly unknownBaseline: boolean;
  readonly rounds: number;
  readonly runs: number;
  readonly seed: number;
  readonly format: string;
}

/** Returns the command, ready to be added to the program. */
export function planCommand(): Command {
  return new Command('plan')
    .description('forecast how many rounds will follow your baseline, for each allowed shortfall')
    .requiredOption(
      '--range <min,max>',
      'lowest and highest reward there can be',
      listOf(finiteNumber),
    )
    .option('--history <file>', 'rewards of the baseline so far, one number a line (- for stdin)')
    .option(
      '--allowed-shortfall <list>',
      'shares to plan for',
      listOf(share),
      [0.05, 0.1, 0.2, 0.4],
    )
    .option('--failure-probability <share>', 'how often the promise may fail', share, 0.01)
    .option('--improvement <share>', 'how much more the alternatives pay', finiteNumber, 0.1)
    .option('--unknown-baseline', 'do not declare what the baseline earns', false)
    .option('--rounds <count>', 'how far to look ahead', wholeNumber(1, 100_000), 200)
    .option('--runs <count>', 'simulated futures', wholeNumber(1, 10_000), 200)
    .option('--seed <number>', 'another seed, other futures', wholeNumber(0, 2 ** 31 - 1), 1)
    .addOption(formatOption())
    .addHelpText('after', HELP)
    .action((options: PlanCommandOptions) => reportFailure(() => runPlan(options)));
}

const HELP = `
The range matters most: declare the highest true minimum and the lowest true maximum.

Examples:
  hedgerow plan --range 4,14 --history last-season.txt
  hedgerow plan --range 0,1 --unknown-baseline --improvement 0.2 --rounds 1000`;

async function runPlan(options: PlanCommandOptions): Promise<void> {
  const generator = xoroshiro128plus(options.seed);
  const baselineRewards = options.history === undefined ? [] : await historyAt(options.history);
  const rows = planBaselineRounds({
    allowedShortfalls: options.allowedShortfall,
    reward: readRange(options.range),
    failureProbability: options.failureProbability,
    baselineRewards,
    isBaselineKnown: !options.unknownBaseline,
    improvement: options.improvement,
    horizon: options.rounds,
    runCount: options.runs,
    random: () => uniformFloat64(generator),
  });
  if (options.format === 'json') await writeLine(JSON.stringify(rows));
  else for (const line of planText(rows, options)) await writeLine(line);
}

function readRange(range: readonly number[]): { min: number; max: number } {
  const [min, max] = range;
  if (range.length === 2 && min! < max!) return { min: min!, max: max! };
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: '--range must be two numbers, the lower one first',
    received: range.join(','),
  });
}

/** A history in which nothing stands would be planned with as if none had been given. */
async function historyAt(name: string): Promise<number[]> {
  const rewards = readHistory(await readInput(name));
  if (rewards.length > 0) return rewards;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'the history must have at least one reward',
    received: 'empty',
    remedy: 'Leave --history out to plan without one.',
  });
}

function readHistory(text: string): number[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const value = Number(line);
      if (Number.isFinite(value)) return value;
      throw new HedgerowError({
        code: 'HR_FILE',
        rule: `line ${number} of the history must be one number`,
        received: JSON.stringify(line.slice(0, 40)),
      });
    });
}

function planText(rows: readonly PlanRow[], options: PlanCommandOptions): string[] {
  const { rounds, runs, improvement } = options;
  const heading = ['allowed shortfall', 'first trial in round', `baseline rounds of ${rounds}`];
  const cells = rows.map((row) => [
    `${Number((100 * row.allowedShortfall).toPrecision(4))} %`,
    describeInterval(row.firstProposal, rounds),
    describeInterval(row.baselineRounds, rounds),
  ]);
  return [
    ...tableLines([heading, ...cells]),
    '',
    `Median and, in brackets, what 90 of 100 of ${runs} simulated futures lie between, if the`,
    `alternatives pay ${Number((100 * improvement).toPrecision(4))} % more than the baseline. A forecast, not a promise.`,
  ];
}

function describeInterval({ low, median, high }: PlanInterval, rounds: number): string {
  const show = (value: number) => (value > rounds ? 'later' : String(value));
  return `${show(median)} (${show(low)}–${show(high)})`;
}

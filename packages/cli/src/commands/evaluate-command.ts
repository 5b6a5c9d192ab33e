/**
 * `hedgerow evaluate LOG`: what would it have done, and would it have been safe?
 */
import { writeFile } from 'node:fs/promises';
import { HedgerowError, type PolicyDefinition } from '@hedgerow/core';
import {
  evaluateLog,
  evaluationLines,
  isParquet,
  type ReadLog,
  readLog,
  readParquetLog,
  type TargetDefinition,
  warmStart,
} from '@hedgerow/lab';
import { Command, Option } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { readInput, readInputBytes } from '../output/read-input.ts';
import { writeLine } from '../output/text-output.ts';

/** Returns the command, ready to be added to the program. */
export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description('judge a policy by a log of decisions that somebody else made')
    .argument('<log>', 'JSON lines, Parquet, Vowpal Wabbit DSJSON or CSV, or - for standard input')
    .addOption(
      new Option('--target <what>', 'whom to judge, if no policy is given')
        .choices(['log', 'baseline', 'uniform'])
        .default('log'),
    )
    .option('--action <name>', 'judge whoever would always do this')
    .option('--policy <file>', 'judge a policy that starts from nothing and learns along the log')
    .option(
      '--reward <min:max>',
      'declared range of rewards, such as 0:1; of the policy if left out',
    )
    .option(
      '--shortfall <share>',
      'share of the baseline that may be lost; of the policy if left out',
    )
    .option('--failure-probability <share>', 'with which the intervals may fail in all', '0.05')
    .option('--warm-start <file>', 'write the policy with what the log teaches it as its prior')
    .addOption(
      new Option('--format <format>', 'text or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText('after', HELP)
    .action((log: string, options: Options) => reportFailure(() => evaluate(log, options)));
}

interface Options {
  readonly target: 'log' | 'baseline' | 'uniform';
  readonly action?: string;
  readonly policy?: string;
  readonly reward?: string;
  readonly shortfall?: string;
  readonly failureProbability: string;
  readonly warmStart?: string;
  readonly format: 'text' | 'json';
}

const HELP = `
A log has a line for every decision: what was done, with which probability, and what it paid; the baseline if
a promise is to be judged, and the context for a policy. Of CSV: columns action, probability, reward, baseline,
targetProbability, and the context in all others. Rewards that never came count as the worst for every bound.

Intervals hold at every moment at once. What the log cannot tell is refused, with the reason.

Examples:
  hedgerow evaluate decisions.jsonl --target baseline --reward 0:1
  hedgerow evaluate clicks.dsjson --action 2 --reward=-1:0 --shortfall 0.1
  hedgerow export farm --format parquet --output farm.parquet && hedgerow evaluate farm.parquet --action early --reward 0:20
  hedgerow evaluate season.csv --policy farm.json --warm-start farm-with-prior.json`;

async function evaluate(place: string, options: Options): Promise<void> {
  const log = await logAt(place);
  const definition = options.policy === undefined ? null : await readPolicy(options.policy);
  const evaluation = evaluateLog({
    log,
    target: targetOf(options, definition),
    ...rangeOf(options, definition),
    allowedShortfall: shortfallOf(options, definition),
    failureProbability: shareOf('--failure-probability', options.failureProbability),
  });
  if (options.warmStart !== undefined) await writeWarmStart(options.warmStart, definition, log);
  const lines =
    options.format === 'json' ? [JSON.stringify(evaluation)] : evaluationLines(evaluation);
  for (const line of lines) await writeLine(line);
}

async function logAt(place: string): Promise<ReadLog> {
  const bytes = await readInputBytes(place);
  return isParquet(bytes) ? readParquetLog(bytes) : readLog(bytes.toString('utf8'));
}

async function readPolicy(file: string): Promise<PolicyDefinition> {
  const read = JSON.parse(await readInput(file)) as
    | PolicyDefinition
    | { definition: PolicyDefinition };
  return 'definition' in read ? read.definition : read;
}

function targetOf(
  { target, action }: Options,
  definition: PolicyDefinition | null,
): TargetDefinition {
  if (definition !== null) return { kind: 'policy', definition };
  return action === undefined ? { kind: target } : { kind: 'action', action };
}

function rangeOf({ reward }: Options, definition: PolicyDefinition | null) {
  if (reward === undefined && definition !== null) {
    const { min, max } = definition.reward;
    return { rewardMin: min, rewardMax: max };
  }
  const [min = Number.NaN, max = Number.NaN] = (reward ?? '').split(':').map(Number);
  if (min < max) return { rewardMin: min, rewardMax: max };
  throw badOption('--reward must be the declared range of rewards, such as 0:1', reward ?? 'none');
}

function shortfallOf({ shortfall }: Options, definition: PolicyDefinition | null) {
  if (shortfall === undefined) return definition?.allowedShortfall;
  return shareOf('--shortfall', shortfall);
}

function shareOf(name: string, text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share > 0 && share < 1) return share;
  throw badOption(`${name} must be a number between 0 and 1`, text);
}

async function writeWarmStart(
  file: string,
  definition: PolicyDefinition | null,
  { decisions }: ReadLog,
): Promise<void> {
  if (definition === null) throw badOption('--warm-start must come with --policy', 'without');
  await writeFile(file, `${JSON.stringify(warmStart(definition, decisions), null, 2)}\n`);
}

function badOption(rule: string, received: string): HedgerowError {
  return new HedgerowError({ code: 'HR_INPUT_KIND', rule, received });
}

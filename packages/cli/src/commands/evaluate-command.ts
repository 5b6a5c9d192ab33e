/**
 * `hedgerow evaluate LOG`: what would it have done, and would it have been safe?
 */
import { HedgerowError, type PolicyDefinition } from '@hedgerow/core';
import {
  evaluateLog,
  evaluationFigure,
  evaluationLines,
  isParquet,
  type ReadLog,
  readLog,
  readParquetLog,
  type TargetDefinition,
  warmStart,
} from '@hedgerow/lab';
import { Command, Option } from 'commander';
import { type Format, writeAnswer, writePage } from '../output/answer.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption, rangeOfNumbers, share } from '../output/option-values.ts';
import { progressOnTerminal } from '../output/progress.ts';
import { readInputBytes, readInputObject } from '../output/read-input.ts';
import { finishWithoutReader } from '../output/text-output.ts';
import { writeWholeText } from '../output/whole-file.ts';

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
      rangeOfNumbers,
    )
    .option(
      '--shortfall <share>',
      'share of the baseline that may be lost; of the policy if left out',
      share,
    )
    .option(
      '--failure-probability <share>',
      'with which the intervals may fail in all',
      share,
      0.05,
    )
    .addOption(
      new Option(
        '--voided <how>',
        'decisions that were taken back: the worst for every bound, or not counted',
      )
        .choices(['worst', 'left-out'])
        .default('worst'),
    )
    .option('--warm-start <file>', 'write the policy with what the log teaches it as its prior')
    .option('--output <folder>', 'write a report with a figure there')
    .addOption(formatOption('text, or json for everything that was estimated'))
    .addHelpText('after', HELP)
    .action((log: string, options: Options) => reportFailure(() => evaluate(log, options)));
}

interface Options {
  readonly target: 'log' | 'baseline' | 'uniform';
  readonly action?: string;
  readonly policy?: string;
  readonly reward?: { readonly min: number; readonly max: number };
  readonly shortfall?: number;
  readonly failureProbability: number;
  readonly voided: 'worst' | 'left-out';
  readonly warmStart?: string;
  readonly output?: string;
  readonly format: Format;
}

const HELP = `
A log has a line for every decision: what was done, with which probability, and what it paid; the baseline if
a promise is to be judged, and the context for a policy. Of CSV: columns action, probability, reward, baseline,
targetProbability, state, and the context in all others. Rewards that never came count as the worst for every bound, and
so do decisions that were voided: leave those out only if it did not depend on what was drawn.

Intervals hold at every moment at once. What the log cannot tell is refused, with the reason.

Examples:
  hedgerow evaluate decisions.jsonl --target baseline --reward 0:1
  hedgerow evaluate clicks.dsjson --action 2 --reward=-1:0 --shortfall 0.1
  hedgerow export farm --format parquet --output farm.parquet && hedgerow evaluate farm.parquet --action early --reward 0:20
  hedgerow evaluate season.csv --policy farm.json --warm-start farm-with-prior.json`;

async function evaluate(place: string, options: Options): Promise<void> {
  finishWithoutReader();
  const log = await logAt(place);
  const definition = options.policy === undefined ? null : await readPolicy(options.policy);
  const meter = progressOnTerminal(log.decisions.length, 'decisions');
  const evaluation = evaluateLog({
    log,
    target: targetOf(options, definition),
    ...rangeOf(options, definition),
    allowedShortfall: options.shortfall ?? definition?.allowedShortfall,
    failureProbability: options.failureProbability,
    voided: options.voided,
    onDecision: () => meter.add(),
  });
  if (options.warmStart !== undefined) await writeWarmStart(options.warmStart, definition, log);
  const answer = { data: evaluation, lines: evaluationLines(evaluation) };
  await writeAnswer(options.format, answer);
  if (options.output === undefined) return;
  const figures = [evaluationFigure(evaluation)];
  await writePage(options.output, { ...answer, title: 'What a log tells', figures });
}

async function logAt(place: string): Promise<ReadLog> {
  const bytes = await readInputBytes(place);
  return isParquet(bytes) ? readParquetLog(bytes) : readLog(bytes.toString('utf8'));
}

async function readPolicy(file: string): Promise<PolicyDefinition> {
  const read = (await readInputObject(file)) as PolicyDefinition | { definition: PolicyDefinition };
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
  const range = reward ?? definition?.reward;
  if (range !== undefined) return { rewardMin: range.min, rewardMax: range.max };
  throw badOption('--reward must be the declared range of rewards, such as 0:1', 'left out');
}

async function writeWarmStart(
  file: string,
  definition: PolicyDefinition | null,
  { decisions }: ReadLog,
): Promise<void> {
  if (definition === null) throw badOption('--warm-start must come with --policy', 'without');
  await writeWholeText(file, `${JSON.stringify(warmStart(definition, decisions), null, 2)}\n`);
}

function badOption(rule: string, received: string): HedgerowError {
  return new HedgerowError({ code: 'HR_INPUT_KIND', rule, received });
}

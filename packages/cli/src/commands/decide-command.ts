/**
 * `hedgerow decide` and `hedgerow observe`: a policy whose state lives in a file.
 */
import {
  type ContextValue,
  contextFromDescription,
  createPolicy,
  HedgerowError,
  type Outcome,
  type Policy,
  type PolicyDefinition,
  type Receipt,
  restorePolicy,
} from '@hedgerow/core';
import { arrangeContext, type ForecastContext, type OtherValue } from '@hedgerow/forecasts';
import { Command } from 'commander';
import {
  addForecastOptions,
  type ForecastOptions,
  readForecastContext,
} from '../forecasts/forecast-options.ts';
import { CommandFailure, EXIT_BAD_INPUT, reportFailure } from '../output/exit-codes.ts';
import { finiteNumber, formatOption, listOf } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';
import { writeLine } from '../output/text-output.ts';
import { changeState, type KeptState } from '../state/state-file.ts';

interface DecideCommandOptions extends ForecastOptions {
  readonly state: string;
  readonly policy?: string;
  readonly context: string;
  readonly baseline?: string;
  readonly baselineReward?: readonly number[];
  readonly allowed?: readonly string[];
  readonly floors?: string;
  readonly period?: string;
  readonly format: string;
}

/** Returns the command `decide`. */
export function decideCommand(): Command {
  const command = new Command('decide')
    .description('choose an action for a forecast, with a policy whose state is kept in a file')
    .requiredOption('--state <file>', 'where the policy is kept; made by the first decision')
    .option('--policy <file>', 'the definition, as JSON; needed for the first decision only')
    .requiredOption('--context <json>', 'what is known of the situation, as JSON', '{}')
    .option('--baseline <action>', 'another baseline action this time')
    .option('--baseline-reward <number>', 'its expected reward, or min,max', listOf(finiteNumber))
    .option(
      '--allowed <actions>',
      'only these actions this time, separated by commas',
      listOf(String),
    )
    .option('--floors <json>', 'least expected rewards this time, as JSON: {"action": 3}')
    .option('--period <name>', 'the period it belongs to, if the definition has named ones');
  return addForecastOptions(command)
    .addOption(formatOption())
    .addHelpText('after', DECIDE_HELP)
    .action((options: DecideCommandOptions) => reportFailure(() => runDecide(options)));
}

const DECIDE_HELP = `
A --variable names a variable of the policy, a column of the forecast and what to make of it:
  temperature=temperature_2m:mean                        the mean over the window
  rain=precipitation:sum:unit=mm                         the sum, in millimetres
  warmth=temperature_2m:degree-days:base=10:cap=30       Σ of daily means above 10, at most 30
Further settings: history=COLUMN and history-unit=UNIT (its name in the history), file-unit=UNIT (where
the file does not say), sd=NUMBER (how far off a forecast without a spread usually is).
Members of an ensemble stay joined across variables. What no forecast tells is given with --context.

Examples:
  hedgerow decide --state farm.state --policy farm.json \\
    --context '{"temperature":{"kind":"normal","mean":21,"sd":3},"rain":90}'
  hedgerow decide --state farm.state --forecast ensemble.json --window 2026-04-20..2026-04-29 \\
    --variable temperature=temperature_2m:mean --variable rain=precipitation:sum
  hedgerow decide --state farm.state --forecast ensemble.json --history power.csv \\
    --window 2026-04-20..2026-09-20 --variable temperature=temperature_2m:mean:history=T2M
  hedgerow observe --state farm.state --decision d1 --reward 9.4`;

interface ObserveCommandOptions {
  readonly state: string;
  readonly decision: string;
  readonly reward: number;
  readonly context?: string;
  readonly correct: boolean;
  readonly format: string;
}

/** Returns the command `observe`. */
export function observeCommand(): Command {
  return new Command('observe')
    .description('report the reward of an earlier decision')
    .requiredOption('--state <file>', 'where the policy is kept')
    .requiredOption('--decision <id>', 'the id on the receipt')
    .requiredOption('--reward <number>', 'what was earned', finiteNumber)
    .option('--context <json>', 'the situation as it turned out, if it was seen')
    .option('--correct', 'replace a reward that was reported wrongly', false)
    .addOption(formatOption())
    .action((options: ObserveCommandOptions) => reportFailure(() => runObserve(options)));
}

async function runDecide(options: DecideCommandOptions): Promise<void> {
  const definition = options.policy && parseJson('the policy', await readInput(options.policy));
  const given = parseJson('--context', options.context) as ContextValue;
  const forecast = await readForecastContext(options);
  const receipt = await changeState(options.state, (kept) => {
    const policy = openPolicy(options.state, kept, definition as PolicyDefinition | undefined);
    const context = forecast === null ? given : withForecast(policy, forecast, given);
    const answer = policy.decide(context, {
      baseline: baselineOf(options),
      ...(options.allowed === undefined ? {} : { allowed: options.allowed }),
      ...(options.floors === undefined ? {} : { floors: floorsOf(options.floors) }),
      ...(options.period === undefined ? {} : { period: options.period }),
    });
    return { state: policy.snapshot(), revision: policy.revision, answer };
  });
  if (options.format === 'json') await writeLine(JSON.stringify(receipt));
  else for (const line of receiptText(receipt)) await writeLine(line);
  for (const line of forecast === null ? [] : forecastText(forecast)) {
    process.stderr.write(`${line}\n`);
  }
}

/** The forecast's variables, joined where they hang together, beside what --context tells. */
function withForecast(
  policy: Policy,
  { blocks }: ForecastContext,
  given: ContextValue,
): ContextValue {
  if (typeof given !== 'object' || given === null) {
    throw new CommandFailure('--context must be an object beside a forecast: {"soil":"loam"}.');
  }
  const others = given as Readonly<Record<string, OtherValue>>;
  const arranged = arrangeContext({ declared: policy.variables, blocks, others });
  return arranged.kind === 'joint'
    ? contextFromDescription(arranged.description)
    : (arranged.variables as ContextValue);
}

/** What was made of the files: for people, beside the data. */
function forecastText({ parts, notes }: ForecastContext): string[] {
  const { observed, forecast, seasons, years } = parts;
  const days = [
    observed === null ? null : `observed ${observed}`,
    forecast === null ? null : `forecast ${forecast}`,
    seasons === null ? null : `past seasons (${years.join(', ')}) for ${seasons}`,
  ];
  return [`Days: ${days.filter((words) => words !== null).join('; ')}.`, ...notes];
}

async function runObserve(options: ObserveCommandOptions): Promise<void> {
  const { decision, reward } = options;
  const context =
    options.context === undefined
      ? {}
      : { context: parseJson('--context', options.context) as ContextValue };
  const { outcome, margin } = await changeState(options.state, (kept) => {
    const policy = openPolicy(options.state, kept, undefined);
    const outcome = options.correct
      ? policy.correct(decision, reward)
      : policy.observe(decision, reward, context);
    const answer = { outcome, margin: policy.margin() };
    return { state: policy.snapshot(), revision: policy.revision, answer };
  });
  const answer = { decision, outcome, margin };
  await writeLine(options.format === 'json' ? JSON.stringify(answer) : outcomeText(answer));
  if (!ACCEPTED.has(outcome)) process.exitCode = EXIT_BAD_INPUT;
}

const ACCEPTED: ReadonlySet<Outcome> = new Set<Outcome>(['recorded', 'repeated']);

function openPolicy(
  file: string,
  kept: KeptState | null,
  definition: PolicyDefinition | undefined,
): Policy {
  if (kept !== null) return restorePolicy(kept.state, { notBefore: kept.notBefore });
  if (definition !== undefined) return createPolicy(definition);
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: `${file} must exist, unless a definition is given with --policy`,
    received: 'missing',
  });
}

function baselineOf(options: DecideCommandOptions): {
  action?: string;
  reward?: number | { min: number; max: number };
} {
  const [min, max] = options.baselineReward ?? [];
  return {
    ...(options.baseline === undefined ? {} : { action: options.baseline }),
    ...(min === undefined ? {} : { reward: max === undefined ? min : { min, max } }),
  };
}

function floorsOf(text: string): Readonly<Record<string, number>> {
  return parseJson('--floors', text) as Readonly<Record<string, number>>;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${name} must be JSON`,
      received: `not: ${(error as Error).message}`,
    });
  }
}

function receiptText(receipt: Receipt): string[] {
  return [
    `${receipt.action} (decision ${receipt.id}, chosen by the ${receipt.chosenBy})`,
    receipt.explanation,
    ...receipt.change,
  ];
}

function outcomeText(answer: { decision: string; outcome: Outcome; margin: number }): string {
  return `${answer.decision}: ${answer.outcome}; safety budget now ${Number(answer.margin.toPrecision(4))}`;
}

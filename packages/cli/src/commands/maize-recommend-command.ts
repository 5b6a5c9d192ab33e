/**
 * `hedgerow maize recommend` and `hedgerow maize observe`: one field, one season, with the yield model
 * that comes with hedgerow; the policy is that of `hedgerow farm`, and so are its numbers.
 */
import {
  type ContextDistribution,
  type ContextValue,
  HedgerowError,
  type Outcome,
  type Receipt,
} from '@hedgerow/core';
import { type FieldContext, fieldContext, type MixedModel } from '@hedgerow/farm';
import type { ContextBlock } from '@hedgerow/forecasts';
import { rankingFigure, requirePictureName, writePicture } from '@hedgerow/lab';
import { Command } from 'commander';
import {
  type FarmState,
  growFarm,
  keepFarm,
  newFarm,
  openFarm,
  type PlannedField,
} from '../farm/farm-state.ts';
import { foreseen, requireToldOnce } from '../farm/forecast-weather.ts';
import { parseEnsemble } from '../farm/parse-ensemble.ts';
import { parseForecast } from '../farm/parse-forecast.ts';
import { partRewardsOf } from '../farm/part-yields.ts';
import {
  addPromiseOptions,
  type PromiseOptions,
  promiseOf,
  requireSamePromise,
} from '../farm/promise-options.ts';
import { readModelFile } from '../farm/read-farm-files.ts';
import { rankingPicture, recommendationLines } from '../farm/recommendation-text.ts';
import { SHIPPED_MODEL_FILE } from '../farm/shipped-model.ts';
import {
  addForecastOptions,
  type ForecastOptions,
  readForecastContext,
} from '../forecasts/forecast-options.ts';
import { EXIT_BAD_INPUT, reportFailure } from '../output/exit-codes.ts';
import { finiteNumber, formatOption } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';
import { writeLine } from '../output/text-output.ts';
import { type ChangedState, changeState, type KeptState } from '../state/state-file.ts';

interface RecommendOptions extends PromiseOptions, ForecastOptions {
  readonly state: string;
  readonly field: string;
  readonly region?: string;
  readonly hectares: number;
  readonly temperature?: string;
  readonly radiation?: string;
  readonly rain?: string;
  readonly ensemble?: string;
  readonly clay?: number;
  readonly usual?: string;
  readonly model: string;
  readonly picture?: string;
  readonly format: string;
}

/** Returns the command `recommend`. */
export function maizeRecommendCommand(): Command {
  const command = new Command('recommend')
    .description('recommend a maize hybrid for a field and a weather forecast')
    .requiredOption('--state <file>', 'where everything is kept; made by the first call')
    .requiredOption(
      '--field <name>',
      'a field of the trials, for instance DEH1, or one of your own',
    )
    .option('--region <name>', 'the region of a field of your own, for instance DE')
    .option('--hectares <number>', 'size of the field', finiteNumber, 10)
    .option('--temperature <forecast>', 'season mean in °C: mean,sd or p10:…,p50:…,p90:…')
    .option('--radiation <forecast>', 'season mean in MJ/m² a day, the same way')
    .option('--rain <forecast>', 'season mean in mm a day, the same way')
    .option(
      '--ensemble <file>',
      'members of a forecast: CSV with temperature,radiation,rain or some',
    )
    .option('--clay <percent>', 'of the soil (default: the field’s)', finiteNumber)
    .option('--usual <hybrid>', 'your usual hybrid (default: the 16th best at the field)')
    .option(
      '--model <file>',
      'a yield model (default: the one that comes with hedgerow)',
      SHIPPED_MODEL_FILE,
    )
    .option('--picture <file>', 'draw the ranking to a file, .svg or .png')
    .addOption(formatOption())
    .addHelpText('after', HELP)
    .action((options: RecommendOptions) => reportFailure(() => runRecommend(options)));
  return addForecastOptions(addPromiseOptions(command));
}

const HELP = `
What is declared (shortfall, yields, drop, plot noise, failure probability) counts from the first call on and
stays. Without a forecast the usual weather of the field and its spread are taken. For many fields at once:
hedgerow farm plan.

Example:
  hedgerow maize recommend --state farm.maize --field DEH1 --temperature 22.5,0.8 --radiation 20.7,0.8
  hedgerow maize observe --state farm.maize --decision d1 --try 9.8 --check 9.3`;

interface ObserveOptions {
  readonly state: string;
  readonly decision: string;
  readonly try?: number;
  readonly check?: number;
  readonly yield?: number;
  readonly correct: boolean;
  readonly format: string;
}

/** Returns the command `observe`. */
export function maizeObserveCommand(): Command {
  return new Command('observe')
    .description('report the harvest of an earlier recommendation')
    .requiredOption('--state <file>', 'where everything is kept')
    .requiredOption('--decision <id>', 'the decision, for instance d1')
    .option('--try <number>', 'yield of the strips that tried something, t/ha', finiteNumber)
    .option('--check <number>', 'yield of the usual hybrid beside them, t/ha', finiteNumber)
    .option('--yield <number>', 'yield of a field that was not divided, t/ha', finiteNumber)
    .option('--correct', 'replace a harvest that was reported wrongly', false)
    .addOption(formatOption())
    .action((options: ObserveOptions) => reportFailure(() => runObserve(options)));
}

interface Question {
  readonly model: MixedModel;
  readonly weather: Readonly<Record<string, ReturnType<ContextDistribution['describe']>>>;
  /** Forecasts in which variables may hang together. */
  readonly blocks: readonly ContextBlock[];
  readonly options: RecommendOptions;
}

interface Answer {
  readonly field: string;
  readonly weather: FieldContext['context'];
  /** Decisions whose harvest the numbers know. */
  readonly harvestCount: number;
  readonly receipt: Receipt;
}

async function runRecommend(options: RecommendOptions): Promise<void> {
  if (options.picture !== undefined) requirePictureName(options.picture);
  const model = await readModelFile(options.model);
  const forecast = await readForecastContext(options);
  const blocks = [...(await membersOf(options, model)), ...(forecast?.blocks ?? [])];
  const question = { model, weather: weatherOf(options), blocks, options };
  requireToldOnce(question.weather, blocks);
  const answer = await changeState(options.state, (kept) => recommend(kept, question));
  // The picture first: whoever reads the lines may leave before their end.
  if (options.picture !== undefined) {
    await writePicture(rankingFigure(rankingPicture(answer, model)), options.picture);
  }
  const { field, harvestCount, receipt } = answer;
  if (options.format === 'json') await writeLine(JSON.stringify({ field, harvestCount, receipt }));
  else for (const line of recommendationLines(answer, model)) await writeLine(line);
}

/** Decides for one field, which is a season of its own, and books it. */
function recommend(kept: KeptState | null, question: Question): ChangedState<Answer> {
  const { model, options } = question;
  const farm = openOrBegin(kept, question);
  const { asked, context } = foreseen(farm.policy, contextIn(farm, question), question.blocks);
  const usual = options.usual ?? usualHybrid(farm, options.field, asked);
  requireHybrid(model, usual);
  const receipt = farm.policy.decide(asked, {
    size: options.hectares,
    baseline: { action: usual },
  });
  const planned = plannedOf(receipt, options.field, context);
  const seasons = [...farm.seasons, { name: receipt.id, fields: [planned] }];
  const harvestCount = farm.seasons.length - (farm.policy.pendingCount - 1);
  const answer = { field: options.field, weather: context, harvestCount, receipt };
  return keepFarm({ ...farm, seasons }, answer);
}

/** A new state knows all fields of the trials; a field of one's own comes when it is asked for. */
function openOrBegin(kept: KeptState | null, { model, options }: Question): FarmState {
  const { field, hectares } = options;
  const promise = promiseOf(options);
  const { hybrids } = model;
  if (kept === null) {
    return newFarm(model, { hybrids, usual: hybrids[0]!.name, hectares, ...promise }, [field]);
  }
  const farm = openFarm(kept);
  requireSamePromise(farm.answers, promise);
  return growFarm(farm, model, { fields: [field], hybrids });
}

function contextIn({ policy }: FarmState, { weather, options }: Question): FieldContext['context'] {
  const { field: name, region = null, clay } = options;
  const covariates: Record<string, number> = clay === undefined ? {} : { clay };
  return fieldContext(policy.variables, { name, region, covariates }, weather).context;
}

/** The 16th best at the field where nobody names one, as in the paper; later the same as before. */
const STAND_IN_RANK = 16;

function usualHybrid({ policy, seasons }: FarmState, field: string, context: ContextValue): string {
  const before = seasons.flatMap(({ fields }) => fields).findLast((one) => one.field === field);
  if (before !== undefined) return before.usual;
  const { bounds } = policy.preview(context);
  const ranked = [...bounds].sort((a, b) => b.predicted - a.predicted);
  return ranked[Math.min(STAND_IN_RANK, ranked.length) - 1]!.action;
}

function plannedOf(
  receipt: Receipt,
  field: string,
  context: FieldContext['context'],
): PlannedField {
  return {
    decision: receipt.id,
    field,
    name: field,
    farm: null,
    hectares: receipt.size ?? 1,
    usual: receipt.baseline.action,
    parts: receipt.parts ?? [],
    context,
  };
}

function weatherOf(options: RecommendOptions): Question['weather'] {
  const names = ['temperature', 'radiation', 'rain'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = options[name];
      return text === undefined ? [] : [[name, parseForecast(`--${name}`, text).describe()]];
    }),
  );
}

async function membersOf(
  { ensemble }: RecommendOptions,
  { covariates }: MixedModel,
): Promise<readonly ContextBlock[]> {
  if (ensemble === undefined) return [];
  const wanted = covariates.map(({ name }) => name);
  const { names, members } = parseEnsemble(ensemble, await readInput(ensemble), wanted);
  const points = names.length === 1 ? members.map(([value]) => value!) : members;
  return [{ variables: names, description: { kind: 'ensemble', points } }];
}

async function runObserve(options: ObserveOptions): Promise<void> {
  const { decision } = options;
  const { outcome, margin } = await changeState(options.state, (kept) => {
    if (kept === null) throw missingState(options.state);
    const farm = openFarm(kept);
    const all = farm.seasons.flatMap(({ fields }) => fields);
    const planned = all.find((one) => one.decision === decision);
    const outcome: Outcome =
      planned === undefined ? 'unknown-decision' : tell(farm, planned, options);
    return keepFarm(farm, { outcome, margin: farm.policy.margin() });
  });
  const text = `${decision}: ${outcome}. Proved so far: ${(Math.round(10 * margin) / 10 + 0).toFixed(1)} t may be risked.`;
  await writeLine(options.format === 'json' ? JSON.stringify({ decision, outcome, margin }) : text);
  if (!ACCEPTED.has(outcome)) process.exitCode = EXIT_BAD_INPUT;
}

const ACCEPTED: ReadonlySet<Outcome> = new Set<Outcome>(['recorded', 'repeated']);

function tell({ policy }: FarmState, planned: PlannedField, options: ObserveOptions): Outcome {
  const rewards = partRewardsOf(planned, options);
  return options.correct
    ? policy.correct(planned.decision, rewards)
    : policy.observe(planned.decision, rewards);
}

function requireHybrid({ hybrids }: MixedModel, hybrid: string): void {
  if (hybrids.some(({ name }) => name === hybrid)) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `the usual hybrid must be one of ${hybrids.map(({ name }) => name).join(', ')}`,
    received: JSON.stringify(hybrid),
    remedy: 'For hybrids of your own use `hedgerow farm`.',
  });
}

function missingState(file: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${file} must exist`,
    received: 'missing',
    remedy: 'It is made by `hedgerow maize recommend`.',
  });
}

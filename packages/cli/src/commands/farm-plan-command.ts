/**
 * `hedgerow farm plan`: which hybrid on which strips of which field, for all fields of a season at once.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { HedgerowError, POLICY_DEFAULTS, type SeasonPlan } from '@hedgerow/core';
import {
  choiceReason,
  countTries,
  decisionNames,
  type FarmAnswers,
  type FieldRow,
  type FieldSituation,
  fieldSituations,
  type MixedModel,
  worstSeason,
} from '@hedgerow/farm';
import type { ContextBlock } from '@hedgerow/forecasts';
import { Command } from 'commander';
import {
  definitionOf,
  type FarmState,
  growFarm,
  keepFarm,
  newFarm,
  openFarm,
  type PlannedSeason,
} from '../farm/farm-state.ts';
import { foreseen, requireToldOnce } from '../farm/forecast-weather.ts';
import { planSheet } from '../farm/plan-sheet.ts';
import { type PlanTexts, planCsv, planLines } from '../farm/plan-table.ts';
import {
  addPromiseOptions,
  type PromiseOptions,
  promiseOf,
  requireSamePromise,
} from '../farm/promise-options.ts';
import {
  readFieldsFile,
  readHybridsFile,
  readModelFile,
  usualHybrid,
  withUsual,
} from '../farm/read-farm-files.ts';
import { addTableOptions, type TableCommandOptions } from '../farm/table-options.ts';
import { addWeatherOption, type WeatherOption } from '../farm/weather-options.ts';
import {
  addForecastOptions,
  type ForecastOptions,
  readForecastContext,
} from '../forecasts/forecast-options.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { writeWholeText } from '../output/whole-file.ts';
import { type ChangedState, changeState, type KeptState, readKept } from '../state/state-file.ts';

interface PlanOptions extends PromiseOptions, TableCommandOptions, ForecastOptions {
  readonly model: string;
  readonly fields: string;
  readonly hybrids?: string;
  readonly usual?: string;
  readonly season: string;
  readonly state?: string;
  readonly output: string;
  readonly weather: WeatherOption;
  readonly preview: boolean;
  readonly yes: boolean;
  readonly format: string;
}

/** Returns the command, ready to be added to `hedgerow farm`. */
export function farmPlanCommand(): Command {
  const command = new Command('plan')
    .description('plan a season: which hybrid on which strips of which field')
    .requiredOption('--model <file>', 'a yield model, from hedgerow farm fit')
    .requiredOption('--fields <file>', 'table of fields: name and hectares, and what else is known')
    .requiredOption('--season <name>', 'for instance 2027')
    .requiredOption('--output <folder>', 'where the plan is written: plan.csv and plan.html')
    .option('--state <file>', 'where the farm is kept (default: farm.state in the output folder)')
    .option('--hybrids <file>', 'table of hybrids that can be bought (default: those of the model)')
    .option('--usual <hybrid>', 'what grows today where the fields do not say it')
    .option('--preview', 'only look: nothing is drawn, booked or written', false)
    .option('--yes', 'the warnings about the tables are all right', false)
    .addOption(formatOption('text, or json for the receipts'))
    .addHelpText('after', HELP)
    .action((options: PlanOptions) => reportFailure(() => runPlan(options)));
  addWeatherOption(
    command,
    'what is foreseen for all fields: temperature=22.5,0.8; may be repeated',
  );
  return addForecastOptions(addTableOptions(addPromiseOptions(command)));
}

const HELP = `
Example:
  hedgerow farm plan --model model.json --fields fields.csv --season 2027 --output plan-2027
  hedgerow farm harvest --state plan-2027/farm.state plan-2027/plan.csv`;

interface Farm {
  readonly model: MixedModel;
  readonly fields: readonly FieldRow[];
  readonly answers: FarmAnswers;
  /** What files foresee, for all fields alike. */
  readonly blocks: readonly ContextBlock[];
}

async function runPlan(options: PlanOptions): Promise<void> {
  const farm = await readFarm(options);
  if (farm === null) return;
  const file = options.state ?? path.join(options.output, 'farm.state');
  if (!options.preview) await mkdir(options.output, { recursive: true });
  const kept = await readKept(file);
  if (!options.preview && (await isToldAgain(kept, options))) return;
  const planned = options.preview
    ? previewSeason(kept, farm, options)
    : await changeState(file, (newest) => planSeason(newest, farm, options));
  await tellPlan(planned, farm, options);
}

/** A season that was booked without its table, on a full disk or by a command that was ended, is not lost: the state knows it. */
async function isToldAgain(kept: KeptState | null, { season: name, output }: PlanOptions) {
  if (kept === null) return false;
  const { seasons, unit } = openFarm(kept);
  const season = seasons.find((one) => one.name === name);
  if (season === undefined) return false;
  const table = path.join(output, 'plan.csv');
  const written = await readFile(table, 'utf8').catch(() => '');
  if (written.includes(`,${season.fields[0]!.decision},`)) return false;
  await writeWholeText(table, planCsv({ season, unit }));
  process.stderr.write(
    `The season ${name} was planned before, and its strips are drawn: ${table} is written again, without plan.html.\n`,
  );
  return true;
}

async function readFarm(options: PlanOptions): Promise<Farm | null> {
  const { map, yes: isConfirmed } = options;
  const model = await readModelFile(options.model);
  const fields = await readFieldsFile({ file: options.fields, map, isConfirmed });
  const hybrids = await readHybridsFile(options.hybrids, model, isConfirmed);
  if (fields === null || hybrids === null) return null;
  const usual = usualHybrid(fields, options.usual);
  const own = fields.map((field) => ({ ...field, usual: field.usual ?? usual }));
  const answers = {
    hectares: middleSize(own),
    hybrids: withUsual(hybrids, [usual, ...own.map((field) => field.usual)]),
    usual,
    ...promiseOf(options),
  };
  const forecast = await readForecastContext(options);
  const blocks = forecast?.blocks ?? [];
  requireToldOnce(options.weather, blocks);
  return { model, fields: own, answers, blocks };
}

/** The middle one of the fields' sizes: budgets are counted in it from the first plan on. */
function middleSize(fields: readonly FieldRow[]): number {
  const sizes = fields.map(({ hectares }) => hectares).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)]!;
}

interface Planned {
  readonly season: PlannedSeason;
  readonly plan: SeasonPlan;
  readonly situations: readonly FieldSituation[];
  readonly farm: FarmState;
}

function openOrBegin(kept: KeptState | null, farm: Farm, options: PlanOptions): FarmState {
  const fields = farm.fields.map(({ name }) => name);
  if (kept === null) return newFarm(farm.model, farm.answers, fields);
  const known = openFarm(kept);
  requireSamePromise(known.answers, promiseOf(options));
  if (known.seasons.some(({ name }) => name === options.season)) {
    throw plannedAlready(options.season);
  }
  return growFarm(known, farm.model, { fields, hybrids: farm.answers.hybrids });
}

function planSeason(
  kept: KeptState | null,
  farm: Farm,
  options: PlanOptions,
): ChangedState<Planned> {
  const state = openOrBegin(kept, farm, options);
  const situations = situationsOf(state, farm, options);
  const plan = state.policy.decideTogether(
    situations.map(({ situation }) => situation),
    { group: options.season },
  );
  const season = seasonOf(plan, situations, options.season);
  const seasons = [...state.seasons, season];
  return keepFarm({ ...state, seasons }, { season, plan, situations, farm: state });
}

function previewSeason(kept: KeptState | null, farm: Farm, options: PlanOptions): Planned {
  const state = openOrBegin(kept, farm, options);
  const situations = situationsOf(state, farm, options);
  const plan = state.policy.previewTogether(
    situations.map(({ situation }) => situation),
    { group: options.season },
  );
  const season = seasonOf(plan, situations, options.season);
  return { season, plan, situations, farm: state };
}

function situationsOf(
  { policy }: FarmState,
  { fields, blocks }: Farm,
  { weather }: PlanOptions,
): FieldSituation[] {
  const told = new Set(blocks.flatMap(({ variables }) => variables));
  return fieldSituations(policy.variables, fields, weather).map((one) => {
    const { asked, context } = foreseen(policy, one.context, blocks);
    const unknown = one.unknown.filter((name) => !told.has(name));
    return { ...one, context, unknown, situation: { ...one.situation, context: asked } };
  });
}

/** Puts names to the decisions. */
function seasonOf(
  { receipts }: SeasonPlan,
  situations: readonly FieldSituation[],
  name: string,
): PlannedSeason {
  const contexts = new Map(situations.map(({ field, context }) => [field.name, context]));
  const names = decisionNames(situations.map(({ field }) => field));
  const fields = names.map(({ field, name: own }, i) => {
    const { id, size = 1, baseline, parts = [], site = null } = receipts[i]!;
    const usual = baseline.action;
    const context = contexts.get(field)!;
    return { decision: id, field, name: own, farm: site, hectares: size, usual, parts, context };
  });
  return { name, fields };
}

async function tellPlan(
  { season, plan, situations, farm: kept }: Planned,
  farm: Farm,
  options: PlanOptions,
) {
  const definition = definitionOf(kept, farm.model);
  const worst = worstSeason(definition, plan.receipts);
  const { check, strips: stripCount } = { ...POLICY_DEFAULTS, ...definition.split };
  const counts = { tries: triesBefore(kept), shareMax: 1 - check };
  const reasons = plan.receipts.map((receipt) => choiceReason(receipt, counts));
  const texts: PlanTexts = { season, plan, unit: farm.model.unit, worst, reasons };
  // The files first: whoever reads the lines may leave before their end.
  if (!options.preview) {
    const sheet = planSheet({ ...texts, stripCount });
    // The table last: where it is missing, the same command writes it again.
    await writeWholeText(path.join(options.output, 'plan.html'), sheet);
    await writeWholeText(path.join(options.output, 'plan.csv'), planCsv(texts));
  }
  if (options.format === 'json') await writeLine(JSON.stringify({ season, plan, worst, reasons }));
  else for (const line of [...planLines(texts), ...unknownLines(situations)]) await writeLine(line);
  if (!options.preview) {
    process.stderr.write(
      `The plan is in ${options.output}: plan.csv takes the harvest, plan.html is for the printer.\n`,
    );
  }
}

/** Of the seasons before: what is planned now has not been harvested. */
function triesBefore({ seasons }: FarmState): ReadonlyMap<string, number> {
  const harvested = seasons
    .flatMap(({ fields }) => fields)
    .filter(({ told }) => told?.try !== undefined);
  return countTries(
    harvested.flatMap(({ parts }) => parts.find(({ role }) => role === 'try')?.action ?? []),
  );
}

function unknownLines(situations: readonly FieldSituation[]): string[] {
  const names = new Set(situations.flatMap(({ unknown }) => unknown));
  return [...names].map((name) => {
    const count = situations.filter(({ unknown }) => unknown.includes(name)).length;
    return `Nothing is known of ${name} in ${count} of ${situations.length} fields: the mean of the trials is taken, as uncertain as they differ. Give --weather ${name}=… or a column.`;
  });
}

function plannedAlready(season: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: '--season must be one that is not planned yet',
    received: season,
    remedy: 'Its strips have been drawn; a plan that is not carried out makes nothing unsafe.',
  });
}

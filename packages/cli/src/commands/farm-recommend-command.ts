/**
 * `hedgerow farm recommend`: what the model thinks of the hybrids in one field; nothing is booked.
 *
 * With a state the farm's own policy is asked, so that every harvest that was reported counts; without
 * one, a policy that starts from the model. The numbers are those of the receipt.
 */
import { HedgerowError, type Receipt } from '@hedgerow/core';
import { type FieldRow, fieldContext, type HybridName, type MixedModel } from '@hedgerow/farm';
import { Command } from 'commander';
import { type FarmState, growFarm, newFarm, openFarm } from '../farm/farm-state.ts';
import { foreseen, requireToldOnce } from '../farm/forecast-weather.ts';
import { outsideLines, rankingLines } from '../farm/outlook-text.ts';
import {
  readFieldsFile,
  readHybridsFile,
  readModelFile,
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
import { finiteNumber, formatOption, listOf } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { readKept } from '../state/state-file.ts';

interface RecommendOptions extends TableCommandOptions, ForecastOptions {
  readonly model: string;
  readonly field: string;
  readonly fields?: string;
  readonly hybrids?: string;
  readonly state?: string;
  readonly region?: string;
  readonly hectares?: number;
  readonly usual?: string;
  readonly allowed?: readonly string[];
  readonly weather: WeatherOption;
  readonly yes: boolean;
  readonly format: string;
}

/** Returns the command, ready to be added to `hedgerow farm`. */
export function farmRecommendCommand(): Command {
  const command = new Command('recommend')
    .description('rank the hybrids for one field and a forecast; nothing is booked')
    .requiredOption('--model <file>', 'a yield model, from hedgerow farm fit')
    .requiredOption(
      '--field <name>',
      'the field; any name if the model and the farm do not know it',
    )
    .option('--state <file>', 'the farm whose harvests count too, from hedgerow farm plan')
    .option('--fields <file>', 'table of fields in which it stands')
    .option('--hybrids <file>', 'table of hybrids that can be bought (default: those of the model)')
    .option('--region <name>', 'where a field lies that stands in no table')
    .option('--hectares <number>', 'its size', finiteNumber)
    .option('--usual <hybrid>', 'what grows there today')
    .option('--allowed <hybrids>', 'only these, separated by commas', listOf(String))
    .option('--yes', 'the warnings about the tables are all right', false)
    .addOption(formatOption('text, or json for the receipt'))
    .addHelpText('after', HELP)
    .action((options: RecommendOptions) => reportFailure(() => runRecommend(options)));
  addWeatherOption(command, 'what is foreseen: temperature=22.5,0.8; may be repeated');
  return addForecastOptions(addTableOptions(command));
}

const HELP = `
A forecast is a number, a mean and a deviation (22.5,0.8), or quantiles (p10:21.4,p50:22.5,p90:23.6). What
is not foreseen is what is usual in the field.

Example:
  hedgerow farm recommend --model model.json --field "North 40" --usual P1197 --weather temperature=22.5,0.8`;

async function runRecommend(options: RecommendOptions): Promise<void> {
  const model = await readModelFile(options.model);
  const hybrids = await readHybridsFile(options.hybrids, model, options.yes);
  const known = await farmIn(options.state);
  const field = await fieldOf(known, options);
  if (hybrids === null || field === null) return;
  const usual = field.usual ?? known?.answers.usual;
  if (usual === undefined) throw missingUsual();
  const farm = farmWith(known, model, { field, usual, hybrids });
  const forecast = await readForecastContext(options);
  const { context, unknown } = fieldContext(farm.policy.variables, field, options.weather);
  const told = forecast?.blocks ?? [];
  requireToldOnce(options.weather, told);
  const { asked } = foreseen(farm.policy, context, told);
  const receipt = farm.policy.preview(asked, {
    size: field.hectares,
    baseline: { action: usual },
    ...(field.farm !== null && { site: field.farm }),
    ...(options.allowed !== undefined && { allowed: options.allowed }),
  });
  if (options.format === 'json') await writeLine(JSON.stringify(receipt));
  else
    for (const line of recommendLines(receipt, {
      model,
      field,
      unknown: unknown.filter((name) => !told.some(({ variables }) => variables.includes(name))),
    }))
      await writeLine(line);
}

async function farmIn(file: string | undefined): Promise<FarmState | null> {
  if (file === undefined) return null;
  const kept = await readKept(file);
  if (kept === null) throw missingState(file);
  return openFarm(kept);
}

/** Returns the field from its table or from the newest plan it was in; what is told of it comes first. */
async function fieldOf(
  known: FarmState | null,
  options: RecommendOptions,
): Promise<FieldRow | null> {
  const { field: name, usual, hectares, region } = options;
  const rows =
    options.fields === undefined
      ? null
      : await readFieldsFile({ file: options.fields, map: options.map, isConfirmed: options.yes });
  if (options.fields !== undefined && rows === null) return null;
  const row = rows?.find((one) => one.name === name);
  if (rows !== null && row === undefined) throw unknownField(name, rows);
  const field = row ?? { ...UNKNOWN_FIELD, name, ...plannedBefore(known, name) };
  return {
    ...field,
    usual: usual ?? field.usual,
    hectares: hectares ?? field.hectares,
    region: region ?? field.region,
  };
}

/** What an earlier plan knew of a field. */
function plannedBefore(farm: FarmState | null, name: string): Partial<FieldRow> {
  const all = farm?.seasons.flatMap(({ fields }) => fields) ?? [];
  const planned = all.findLast(({ field }) => field === name);
  if (planned === undefined) return {};
  const { farm: site, hectares, usual, context } = planned;
  const { region } = context;
  const numbers = Object.entries(context).filter(([, value]) => typeof value === 'number');
  return {
    farm: site,
    hectares,
    usual,
    region: typeof region === 'string' ? region : null,
    covariates: Object.fromEntries(numbers) as Record<string, number>,
  };
}

const UNKNOWN_FIELD: Omit<FieldRow, 'name'> = {
  hectares: 1,
  farm: null,
  usual: null,
  region: null,
  allowed: null,
  blocks: null,
  divisible: null,
  place: null,
  covariates: {},
};

interface Asked {
  readonly field: FieldRow;
  readonly usual: string;
  readonly hybrids: readonly HybridName[];
}

function farmWith(known: FarmState | null, model: MixedModel, asked: Asked): FarmState {
  const { name, hectares } = asked.field;
  const { usual } = asked;
  const hybrids = withUsual(asked.hybrids, [usual]);
  if (known !== null) return growFarm(known, model, { fields: [name], hybrids });
  return newFarm(model, { hybrids, usual, hectares }, [name]);
}

function recommendLines(
  receipt: Receipt,
  { model, field, unknown }: { model: MixedModel; field: FieldRow; unknown: readonly string[] },
): string[] {
  return [
    `${field.name}, beside ${receipt.baseline.action}:`,
    ...rankingLines(receipt, model.unit),
    '',
    receipt.explanation,
    ...outsideLines(receipt),
    ...unknown.map(
      (name) =>
        `Nothing is known of ${name} here: the mean of the trials is taken, as uncertain as they differ.`,
    ),
    'Trust the differences more than the levels: those are mostly season and place.',
  ];
}

function unknownField(name: string, rows: readonly FieldRow[]): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `--field must be one of ${rows.map((row) => row.name).join(', ')}`,
    received: JSON.stringify(name),
  });
}

function missingState(file: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${file} must exist`,
    received: 'missing',
    remedy: 'It is made by `hedgerow farm plan`; leave it out to ask the model alone.',
  });
}

function missingUsual(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: '--usual must name the hybrid that grows there today',
    received: 'missing',
  });
}

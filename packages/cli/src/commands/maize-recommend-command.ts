/**
 * `hedgerow maize recommend` and `hedgerow maize observe`: which hybrid to plant, and what came of it.
 */
import { type ContextDistribution, HedgerowError, independent, type Outcome } from '@hedgerow/core';
import {
  harvestText,
  type MaizePolicyOptions,
  observeHarvest,
  parseEnsemble,
  parseForecast,
  type RecommendRequest,
  readMaizeModel,
  recommend,
  recommendationFigure,
  recommendationText,
  requirePictureName,
  seasonOf,
  siteOf,
  writePicture,
} from '@hedgerow/lab';
import { Command } from 'commander';
import { EXIT_BAD_INPUT, reportFailure } from '../output/exit-codes.ts';
import { finiteNumber, formatOption, listOf, share } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';
import { writeLine } from '../output/text-output.ts';
import { changeState } from '../state/state-file.ts';

interface RecommendOptions {
  readonly state: string;
  readonly field: string;
  readonly temperature?: string;
  readonly radiation?: string;
  readonly ensemble?: string;
  readonly soil?: readonly number[];
  readonly dayLength?: number;
  readonly usual?: string;
  readonly usualYield?: readonly number[];
  readonly allowedShortfall?: number;
  readonly reserve?: number;
  readonly lowestYield?: number;
  readonly deviation?: number;
  readonly failureProbability?: number;
  readonly model?: string;
  readonly picture?: string;
  readonly format: string;
}

/** Returns the command `recommend`. */
export function maizeRecommendCommand(): Command {
  return new Command('recommend')
    .description('recommend a maize hybrid for a field and a weather forecast')
    .requiredOption('--state <file>', 'where everything is kept; made by the first call')
    .requiredOption('--field <code>', 'the field, for instance DEH1')
    .option('--temperature <forecast>', 'season mean in °C: mean,sd or p10:…,p50:…,p90:…')
    .option('--radiation <forecast>', 'season mean in MJ/m² a day, the same way')
    .option('--ensemble <file>', 'members of a forecast: CSV with temperature,radiation')
    .option('--soil <sand,silt,clay>', 'percent (default: the field’s)', listOf(finiteNumber))
    .option('--day-length <hours>', 'season mean (default: the field’s)', finiteNumber)
    .option('--usual <hybrid>', 'your usual hybrid (default: the 16th best at the field)')
    .option(
      '--usual-yield <number>',
      'what it is expected to yield in t/ha, or min,max (default: as the model says)',
      listOf(finiteNumber),
    )
    .option('--allowed-shortfall <share>', 'share of its total that may be lost: 0.2', share)
    .option('--reserve <number>', 'yield that may be lost once, t/ha: 0', finiteNumber)
    .option('--lowest-yield <number>', 'no harvest is below this, t/ha: 0', finiteNumber)
    .option('--deviation <number>', 'how far yields stray from expectation, t/ha', finiteNumber)
    .option('--failure-probability <share>', 'with which the promise may fail: 0.01', share)
    .option('--model <file>', 'a fitted model (default: the one that comes with hedgerow)')
    .option('--picture <file>', 'draw the ranking to a file, .svg or .png')
    .addOption(formatOption())
    .addHelpText('after', HELP)
    .action((options: RecommendOptions) => reportFailure(() => runRecommend(options)));
}

const HELP = `
What is declared (shortfall, reserve, lowest yield, deviation, failure probability) counts from the first
call on and stays. Without a forecast the usual weather of the field and its spread are taken.

Example:
  hedgerow maize recommend --state farm.maize --field DEH1 --temperature 22.5,0.8 --radiation 20.7,0.8
  hedgerow maize observe --state farm.maize --decision d1 --yield 9.3`;

interface ObserveOptions {
  readonly state: string;
  readonly decision: string;
  readonly yield: number;
  readonly correct: boolean;
  readonly format: string;
}

/** Returns the command `observe`. */
export function maizeObserveCommand(): Command {
  return new Command('observe')
    .description('report the harvest of an earlier recommendation')
    .requiredOption('--state <file>', 'where everything is kept')
    .requiredOption('--decision <id>', 'the decision, for instance d1')
    .requiredOption('--yield <number>', 'what was harvested, t/ha', finiteNumber)
    .option('--correct', 'replace a harvest that was reported wrongly', false)
    .addOption(formatOption())
    .action((options: ObserveOptions) => reportFailure(() => runObserve(options)));
}

async function runRecommend(options: RecommendOptions): Promise<void> {
  if (options.picture !== undefined) requirePictureName(options.picture);
  const request = await requestOf(options);
  const answer = await changeState(options.state, (kept) =>
    recommend(kept?.state ?? null, { ...request, notBefore: kept?.notBefore ?? 0 }),
  );
  // The picture first: whoever reads the lines may leave before their end.
  if (options.picture !== undefined) {
    await writePicture(recommendationFigure(answer), options.picture);
  }
  if (options.format === 'json') await writeLine(JSON.stringify(answer));
  else for (const line of recommendationText(answer)) await writeLine(line);
}

async function runObserve(options: ObserveOptions): Promise<void> {
  const report = {
    decision: options.decision,
    observedYield: options.yield,
    isCorrection: options.correct,
  };
  const answer = await changeState(options.state, (kept) => {
    if (kept === null) throw missingState(options.state);
    return observeHarvest(kept.state, { ...report, notBefore: kept.notBefore });
  });
  await writeLine(options.format === 'json' ? JSON.stringify(answer) : harvestText(answer));
  if (!ACCEPTED.has(answer.outcome)) process.exitCode = EXIT_BAD_INPUT;
}

const ACCEPTED: ReadonlySet<Outcome> = new Set<Outcome>(['recorded', 'repeated']);

async function requestOf(options: RecommendOptions): Promise<RecommendRequest> {
  const model = readMaizeModel(options.model);
  const [sand, silt, clay] = lengthOf('--soil', options.soil, [3]) ?? [];
  const [min, max] = lengthOf('--usual-yield', options.usualYield, [1, 2]) ?? [];
  const season = seasonOf(model, {
    field: options.field,
    weather: await weatherOf(options, siteOf(model, options.field)),
    ...(sand === undefined ? {} : { soil: { sand, silt: silt!, clay: clay! } }),
    ...(options.dayLength === undefined ? {} : { dayLength: options.dayLength }),
  });
  return {
    model,
    season,
    declared: declaredOf(options),
    ...(options.usual === undefined ? {} : { usual: options.usual }),
    ...(min === undefined ? {} : { usualYield: { min, max: max ?? min } }),
  };
}

async function weatherOf(
  { temperature, radiation, ensemble }: RecommendOptions,
  site: ReturnType<typeof siteOf>,
): Promise<ContextDistribution> {
  if (ensemble !== undefined) {
    if (temperature === undefined && radiation === undefined) {
      return parseEnsemble(ensemble, await readInput(ensemble));
    }
    throw twoForecasts();
  }
  const usual = [
    `${site.temperatureC},${site.temperatureSd}`,
    `${site.radiation},${site.radiationSd}`,
  ] as const;
  return independent([
    parseForecast('--temperature', temperature ?? usual[0]),
    parseForecast('--radiation', radiation ?? usual[1]),
  ]);
}

/** Only what was given: what was not keeps its default, or what the state was made with. */
function declaredOf(options: RecommendOptions): Partial<MaizePolicyOptions> {
  const { allowedShortfall, reserve, lowestYield, deviation, failureProbability } = options;
  const all = { allowedShortfall, reserve, lowestYield, deviation, failureProbability };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function lengthOf(
  name: string,
  numbers: readonly number[] | undefined,
  lengths: readonly number[],
): readonly number[] | undefined {
  if (numbers === undefined || lengths.includes(numbers.length)) return numbers;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `${name} must have ${lengths.join(' or ')} numbers, separated by commas`,
    received: `a list of ${numbers.length}`,
  });
}

function twoForecasts(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'the forecast must be given once',
    received: '--ensemble as well as --temperature or --radiation',
    remedy: 'An ensemble tells both.',
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

/**
 * `hedgerow farm fit TRIALS`: a yield model from one's own trials or harvests.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  type MixedModel,
  mixedModelText,
  modelOfTrials,
  readTrials,
  residualDeviation,
  type VarianceName,
} from '@hedgerow/farm';
import { Command, Option } from 'commander';
import { readTableFile } from '../farm/read-table-file.ts';
import {
  addYieldOptions,
  type YieldCommandOptions,
  yieldOptionsOf,
} from '../farm/table-options.ts';
import { usableRows } from '../farm/usable-rows.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { tableLines } from '../output/table.ts';
import { writeLine } from '../output/text-output.ts';
import { writeWholeText } from '../output/whole-file.ts';

interface FitOptions extends YieldCommandOptions {
  readonly output: string;
  readonly yes: boolean;
  readonly spellings: 'apart' | 'join';
  readonly repeats: 'once' | 'each';
  readonly format: string;
}

/** Returns the command, ready to be added to `hedgerow farm`. */
export function farmFitCommand(): Command {
  const command = new Command('fit')
    .description('fit a yield model to a table of trials or harvests')
    .argument('<trials>', 'field, year, hybrid and yield; weather, soil and parents if there are')
    .requiredOption('--output <file>', 'the model, as JSON')
    .option('--yes', 'the warnings about the table are all right', false)
    .addOption(
      new Option('--spellings <rule>', 'what to do with a name in two spellings')
        .choices(['apart', 'join'])
        .default('apart'),
    )
    .addOption(
      new Option('--repeats <rule>', 'how lines that are the same in every cell count')
        .choices(['once', 'each'])
        .default('once'),
    )
    .addOption(formatOption('text, or json for what the data told'))
    .addHelpText('after', HELP)
    .action((file: string, options: FitOptions) => reportFailure(() => fit(file, options)));
  return addYieldOptions(command);
}

const HELP = `
Two hybrids on one field for two years are enough; what so few lines cannot tell stays as it is declared,
and the command says which.

Example:
  hedgerow farm fit trials.csv --map yield=Ertrag --output model.json`;

async function fit(file: string, options: FitOptions): Promise<void> {
  const reading = yieldOptionsOf(options);
  const { text } = await readTableFile(file);
  const { spellings, repeats } = options;
  const report = readTrials(text, { ...reading, spellings, repeats });
  if (usableRows(report, { file, isConfirmed: options.yes }) === null) return;
  const range = options.range === undefined ? {} : { range: reading.crop.range };
  const model = modelOfTrials(report, { source: file, ...range });
  await mkdir(path.dirname(options.output), { recursive: true });
  await writeWholeText(options.output, mixedModelText(model));
  if (options.format === 'json') await writeLine(JSON.stringify(summaryOf(model)));
  else for (const line of fitLines(model)) await writeLine(line);
  process.stderr.write(`The model is in ${options.output}\n`);
}

function summaryOf(model: MixedModel) {
  const { crop, unit, range, data, variances, held, accuracy } = model;
  const residual = residualDeviation(model);
  return { crop, unit, range, data, variances, held, residual, accuracy };
}

function fitLines(model: MixedModel): string[] {
  const { data, unit, hybrids, fields } = model;
  const years =
    data.years.length === 1
      ? `in ${data.years[0]}`
      : `from ${data.years[0]} to ${data.years.at(-1)}`;
  return [
    `${model.crop}: ${counted(hybrids.length, 'hybrid')} in ${counted(fields.length, 'field')} ${years}, ${counted(data.plots, 'plot')}.`,
    ...tableLines([
      [`how far yields stray, ${unit}`, 'deviation', ''],
      ...DEVIATIONS.filter(([name]) => model.variances[name] > 0).map(([name, what]) => [
        what,
        Math.sqrt(model.variances[name]).toFixed(2),
        sourceOf(model, name),
      ]),
      ...residualRow(model),
    ]),
    'How good the model is was not measured: it has been fitted to all of the data.',
  ];
}

/** Plot and interaction together, where nothing was repeated. */
function residualRow(model: MixedModel): string[][] {
  const residual = residualDeviation(model);
  if (residual === null) return [];
  const { estimate, low, high } = residual;
  const source = `from the data: ${low.toFixed(2)} to ${high.toFixed(2)} (8 in 10)`;
  return [['a plot and a season of its hybrid together', estimate.toFixed(2), source]];
}

function sourceOf({ held, residual }: MixedModel, name: VarianceName): string {
  if (residual?.variances.includes(name))
    return 'a share, as declared, of what the data tell together';
  const one = held.find(({ variance }) => variance === name);
  return one === undefined ? 'from the data' : `declared: ${one.reason}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const DEVIATIONS = [
  ['hybrid', 'a hybrid from its parents'],
  ['parent', 'a parent from the others'],
  ['field', 'a field from its region'],
  ['region', 'a region from the others'],
  ['fieldYear', 'a season in one field'],
  ['parentFieldYear', 'a parent in one field and season'],
  ['hybridFieldYear', 'a hybrid in one field and season'],
  ['plot', 'a plot'],
] as const;

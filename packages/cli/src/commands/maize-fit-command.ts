/**
 * `hedgerow maize fit TABLE`: fits the bilinear maize model and says how far to trust it.
 */
import {
  type ContextScalingMethod,
  type FitMethodName,
  fitLines,
  fitMaize,
  writeMaizeModel,
} from '@hedgerow/lab';
import { Command, Option } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';

const SEED_MAX = 2 ** 32 - 1;

interface FitCommandOptions {
  readonly output: string;
  readonly climate?: string;
  readonly method: FitMethodName;
  readonly scaling: ContextScalingMethod;
  readonly seed: number;
  readonly gradientFactor: '1' | '2';
  readonly crossValidation: boolean;
  readonly format: 'text' | 'json';
}

/** Returns the command, ready to be added to `hedgerow maize`. */
export function maizeFitCommand(): Command {
  return new Command('fit')
    .description('fit the maize model to a tidy table')
    .argument('<table>', 'a tidy table, .csv or .parquet, from hedgerow maize import')
    .requiredOption('--output <file>', 'the model, as JSON')
    .option('--climate <file>', 'season weather by site and year, for the spread of seasons')
    .addOption(
      new Option('--method <method>', 'alternating least squares, or the gradient of the paper')
        .choices(['als', 'sgd'])
        .default('als'),
    )
    .addOption(
      new Option('--scaling <method>', 'how contexts are scaled')
        .choices(['min-max', 'standardised'])
        .default('min-max'),
    )
    .option('--seed <number>', 'start, order and folds follow from it', wholeNumber(0, SEED_MAX), 1)
    .addOption(
      new Option('--gradient-factor <factor>', 'of sgd: 2 as differentiated, 1 as often coded')
        .choices(['1', '2'])
        .default('2'),
    )
    .option('--no-cross-validation', 'leave out the held-out errors, which take most of the time')
    .addOption(
      new Option('--format <format>', 'text, or json for report and model card')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', HELP)
    .action((table: string, options: FitCommandOptions) =>
      reportFailure(() => fitTable(table, options)),
    );
}

const HELP = `
The model holds coefficients and summaries of sites, and no plot. The same table and options give the
same file.

Example:
  hedgerow maize fit plots.csv --climate site-climate.csv --output model.json`;

async function fitTable(table: string, options: FitCommandOptions): Promise<void> {
  const model = await fitMaize({
    file: table,
    ...(options.climate === undefined ? {} : { climateFile: options.climate }),
    method: options.method,
    scaling: options.scaling,
    seed: options.seed,
    gradientFactor: options.gradientFactor === '1' ? 1 : 2,
    hasCrossValidation: options.crossValidation,
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  await writeMaizeModel(options.output, model);
  const { modelCard, fit, singularValues } = model;
  const lines =
    options.format === 'json'
      ? [JSON.stringify({ modelCard, fit, singularValues })]
      : fitLines(model);
  for (const line of lines) await writeLine(line);
  process.stderr.write(`The model is in ${options.output}\n`);
}

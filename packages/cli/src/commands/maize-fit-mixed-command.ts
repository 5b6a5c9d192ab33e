/**
 * `hedgerow maize fit-mixed TABLE`: fits the yield model that policies of farms start from.
 */
import os from 'node:os';
import { fitMaizeMixed, writeMixedModel } from '@hedgerow/lab';
import { Command } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';

interface FitMixedOptions {
  readonly environments: string;
  readonly output: string;
  readonly accuracy: boolean;
  readonly workers: number;
}

/** Returns the command, ready to be added to `hedgerow maize`. */
export function maizeFitMixedCommand(): Command {
  return new Command('fit-mixed')
    .description('fit the mixed yield model to a tidy table')
    .argument('<table>', 'a tidy table, .csv or .parquet, from hedgerow maize import')
    .requiredOption('--environments <file>', 'season weather of the trials, rain included')
    .requiredOption('--output <file>', 'the model, as JSON')
    .option('--no-accuracy', 'leave out what it is worth on seasons it has not seen')
    .option(
      '--workers <count>',
      'number of threads',
      wholeNumber(1, 1024),
      os.availableParallelism(),
    )
    .addHelpText('after', HELP)
    .action((table: string, options: FitMixedOptions) =>
      reportFailure(() =>
        interruptible('Nothing was written.', (signal) => fit(table, options, signal)),
      ),
    );
}

const HELP = `
The model holds variances, weights and their precision, and no plot. Yields are those on the net area.

Example:
  hedgerow maize fit-mixed plots.csv --environments environments.csv --output model.json`;

async function fit(table: string, options: FitMixedOptions, signal: AbortSignal): Promise<void> {
  const { environments, output, accuracy, workers } = options;
  const model = await fitMaizeMixed(
    { table, environments },
    {
      hasAccuracy: accuracy,
      workerCount: workers,
      signal,
      onProgress: (line) => process.stderr.write(`${line}\n`),
    },
  );
  await writeMixedModel(output, model);
  const { variances, held, weights, data, negativeLogLikelihood } = model;
  await writeLine(
    `${data.plots} plots, ${data.cells} cells, ${data.fieldYears} field-years; ${weights.length} weights; −log likelihood ${negativeLogLikelihood!.toFixed(4)}`,
  );
  for (const [name, variance] of Object.entries(variances)) {
    const reason = held.find((one) => one.variance === name)?.reason;
    await writeLine(
      `  ${name.padEnd(16)} ${variance.toPrecision(4)}${reason === undefined ? '' : ` (${reason})`}`,
    );
  }
  process.stderr.write(`The model is in ${output}\n`);
}

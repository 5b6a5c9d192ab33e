/**
 * `hedgerow run FILE`: runs an experiment, or goes on with one that was interrupted.
 */
import path from 'node:path';
import {
  type ExperimentSummary,
  inlineFiles,
  parseExperiment,
  type RunOptions,
  resultFolderPath,
  runExperiment,
  summaryLines,
  tellProgress,
  writeReport,
} from '@hedgerow/lab';
import { Command } from 'commander';
import { type Format, keptIn, writeAnswer } from '../output/answer.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { formatOption, workersOption } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';

interface RunCommandOptions {
  readonly output: string;
  readonly workers: number;
  readonly queue?: string;
  readonly format: Format;
}

/** Returns the command, ready to be added to the program. */
export function runCommand(): Command {
  return new Command('run')
    .description('run an experiment on all cores and write its results and a report')
    .argument('<file>', 'an experiment as YAML or JSON, or - for standard input')
    .option('--output <folder>', 'where results get a folder of their own', 'results')
    .addOption(workersOption())
    .option(
      '--queue <url>',
      'let hedgerow worker processes play the trials: a PostgreSQL database, postgres://…',
    )
    .addOption(formatOption('text, or json for the whole summary'))
    .addHelpText('after', HELP)
    .action((file: string, options: RunCommandOptions) =>
      reportFailure(() => runFile(file, options)),
    );
}

const HELP = `
The format is described in docs/reference/experiment-format.md. Ctrl-C keeps what is finished; the
same command then goes on from there, and ends with the same files.

Examples:
  hedgerow run packages/lab/experiments/synthetic-quick.yaml
  hedgerow run experiment.yaml --output results --workers 4 --format json > summary.json`;

async function runFile(file: string, options: RunCommandOptions): Promise<void> {
  const experiment = inlineFiles(parseExperiment(await readInput(file)), path.dirname(file));
  const folder = resultFolderPath({ experiment, outputFolder: options.output });
  await interruptible(keptIn(folder), async (signal) => {
    const summary: ExperimentSummary = await runExperiment({
      experiment,
      moduleFolder: path.dirname(path.resolve(file)),
      outputFolder: options.output,
      workerCount: options.workers,
      ...(await poolOptions(options)),
      onProgress: tellProgress(process.stderr),
      signal,
    });
    await writeAnswer(options.format, { data: summary, lines: summaryLines(summary) });
    const { html } = await writeReport({ summary, folder });
    process.stderr.write(`The results are in ${folder}\nThe report is ${html}\n`);
  });
}

/** The queue is loaded only where it is asked for. */
async function poolOptions({ queue }: RunCommandOptions): Promise<Pick<RunOptions, 'openPool'>> {
  if (queue === undefined) return {};
  const { queuePool, requireQueue } = await import('@hedgerow/lab/queue');
  await requireQueue(queue);
  return { openPool: queuePool(queue) };
}

/**
 * `hedgerow price`: what safety costs, measured against strategies without it and against references.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import { PRICE_REPORTS, type PriceReport, type PriceReportName, tellProgress } from '@hedgerow/lab';
import { Argument, Command } from 'commander';
import { type Format, keptIn, writeAnswer, writePage } from '../output/answer.ts';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { formatOption, wholeNumber, workersOption } from '../output/option-values.ts';

interface PriceOptions {
  readonly trials?: number;
  readonly rounds?: number;
  readonly seed: number;
  readonly workers: number;
  readonly experiment?: readonly string[];
  readonly output?: string;
  readonly quick: boolean;
  readonly format: Format;
}

/** Returns the command, ready to be added to the program. */
export function priceCommand(): Command {
  return new Command('price')
    .description('measure what safety costs: the regret of every strategy in the same worlds')
    .addArgument(
      new Argument('[report]', 'what is compared')
        .choices(Object.keys(PRICE_REPORTS))
        .default('strategies'),
    )
    .option(
      '--trials <count>',
      'trials of each cell (100; rare 60; seasons 200; spread 4000)',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--rounds <count>',
      'rounds of each trial (2000, and references are for 2000; rare 40000; seasons 15; spread 6)',
      wholeNumber(1, 1_000_000_000),
    )
    .option('--seed <seed>', 'whole number from 0', wholeNumber(0, 2 ** 32 - 1), 1)
    .addOption(workersOption())
    .option('--experiment <name>', 'only this one; may be repeated', collect)
    .option(
      '--output <folder>',
      'keep finished trials there, to go on after an interruption, and write a report with figures',
    )
    .option(
      '--quick',
      '2 trials, of 2000 rounds with rare, of 3 seasons with seasons and spread',
      false,
    )
    .addOption(formatOption('text, or json for a list of rows'))
    .addHelpText('after', HELP)
    .action((name: PriceReportName, options: PriceOptions) =>
      reportFailure(() => price(PRICE_REPORTS[name], options)),
    );
}

const HELP = `
Reports:
  strategies   expected regret; experiments: ${PRICE_REPORTS.strategies.names.join(', ')}
  worlds       hedge minus Algorithm 1 in every world of the lab; --experiment takes the name of a
               world, as the table has them
  rare         yes/no rewards, baseline rounds beside the least of any gate
  seasons      divided fields that share one weather, beside a reference and the limit of any gate;
               --experiment takes the name of a row, as the table has them
  spread       how a season's trials are given out over fields, beside a reference rule behind the
               same book; --experiment takes the name of a row

Exit code 0: all promises kept. 1: a sound promise was broken or its certificate was wrong, or hedge
was behind Algorithm 1 in a world, or a row of seasons behind its reference, by more than three
standard errors, or hedgerow behind the reference of spread. 2: bad arguments. 130: interrupted.

Examples:
  hedgerow price --trials 10 --experiment synthetic
  hedgerow price worlds --output results
  hedgerow price rare --quick --format json > rare.json
  hedgerow price seasons --trials 50 --experiment 'tight, noise and drop'`;

async function price(report: PriceReport, options: PriceOptions): Promise<void> {
  const { seed, workers: workerCount, experiment, output, format } = options;
  const usual = report.sizeOf(options.quick);
  const { trials = usual.trials, rounds = usual.rounds } = options;
  const names = checkedNames(experiment ?? report.names, report.names);
  await interruptible(keptText(output), (signal) =>
    inFolder(output, async (outputFolder) => {
      process.stderr.write(
        `${trials} trials of ${rounds} rounds for each cell, on ${workerCount} threads\n`,
      );
      const size = { trials, rounds, seed };
      const listen = () => tellProgress(process.stderr);
      const { rows, table, figures, isPassed } = await report.measure({
        ...size,
        names,
        workerCount,
        outputFolder,
        listen,
        signal,
      });
      const answer = { data: rows, lines: table.split('\n') };
      await writeAnswer(format, answer);
      if (output !== undefined) {
        await writePage(output, { ...answer, title: 'The price of safety', figures });
      }
      if (!isPassed) process.exitCode = EXIT_CHECK_FAILED;
    }),
  );
}

function collect(name: string, earlier: readonly string[] = []): string[] {
  return [...earlier, name];
}

function checkedNames(wanted: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return wanted;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `--experiment must be one of ${known.join(', ')}`,
    received: JSON.stringify(unknown),
  });
}

function keptText(output: string | undefined): string {
  return output === undefined
    ? 'Nothing was measured to the end; with --output the same command can go on.'
    : keptIn(output);
}

/** Works in a folder that is kept, or in one that is taken away afterwards. */
async function inFolder(
  kept: string | undefined,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'hedgerow-price-')));
  try {
    await work(folder);
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * `hedgerow thornbush`: every option of a policy, in every way in, against adversaries that know the
 * books.
 */
import { tellProgress } from '@hedgerow/lab';
import {
  createGrid,
  gridFigures,
  judge,
  type LineTask,
  lineSize,
  linesOf,
  quickLinesOf,
} from '@hedgerow/lab/thornbush';
import { Command } from 'commander';
import { type Format, keptIn, writeAnswer, writePage } from '../output/answer.ts';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { formatOption, wholeNumber, workersOption } from '../output/option-values.ts';
import { type GridReport, gridLines } from '../thornbush/grid-text.ts';
import { LineStore } from '../thornbush/line-store.ts';
import { runGrid } from '../thornbush/run-grid.ts';

interface ThornbushOptions {
  readonly output: string;
  readonly quick: boolean;
  readonly fresh: boolean;
  readonly runs?: number;
  readonly cells?: string;
  readonly workers: number;
  readonly format: Format;
}

/** Returns the command, ready to be added to the program. */
export function thornbushCommand(): Command {
  return new Command('thornbush')
    .description('attack every promise that can be configured, and count what breaks')
    .option(
      '--output <folder>',
      'where finished lines are kept, and a report with figures',
      'results/thornbush',
    )
    .option('--quick', 'only a first look at every line', false)
    .option('--fresh', 'begin anew, whatever is kept', false)
    .option('--runs <count>', 'runs of every line', wholeNumber(1, 1_000_000))
    .option('--cells <words>', 'only lines with all of these words, separated by commas')
    .addOption(workersOption())
    .addOption(formatOption('text, or json for every pool and line'))
    .addHelpText('after', HELP)
    .action((options: ThornbushOptions) => reportFailure(() => thornbush(options)));
}

const HELP = `
What is played and how to read the table: docs/concepts/thornbush.md. Ctrl-C keeps the lines that are
finished, and the same command goes on from there; after a change of the code add --fresh. Ends with 1
if a promise is broken more often than it may be (99.9 % confidence over the whole grid).

Examples:
  hedgerow thornbush --quick
  hedgerow thornbush --cells unknown-policy,confirm --runs 200 --format json > found.json`;

async function thornbush(options: ThornbushOptions): Promise<void> {
  const store = new LineStore(options.output);
  await interruptible(keptIn(store.folder), async (signal) => {
    if (options.fresh) await store.clear();
    const grid = createGrid();
    const tallies = await runGrid({
      tasks: tasksOf(grid.rows, options),
      store,
      workerCount: options.workers,
      onProgress: tellProgress(process.stderr),
      signal,
    });
    await report({ grid, tallies, verdict: judge(tallies) }, options);
  });
}

function tasksOf(
  cells: Parameters<typeof linesOf>[0],
  { quick, runs, cells: wanted = '' }: ThornbushOptions,
): LineTask[] {
  const words = wanted.split(',').filter((word) => word !== '');
  const size = { isQuick: quick, ...(runs === undefined ? {} : { runCount: runs }) };
  const lines = quick ? quickLinesOf(cells) : linesOf(cells);
  return lines
    .filter(({ cell, adversary }) =>
      words.every((word) => word === adversary || Object.values<string>(cell).includes(word)),
    )
    .map((line) => ({ ...line, size: lineSize(line, size) }));
}

async function report(found: GridReport, { format, output }: ThornbushOptions): Promise<void> {
  const { grid, tallies, verdict } = found;
  const { covered, refused } = grid;
  const answer = { data: { ...verdict, covered, refused, tallies }, lines: gridLines(found) };
  await writeAnswer(format, answer);
  const figures = gridFigures(verdict);
  await writePage(output, { ...answer, title: 'Thornbush', figures });
  if (verdict.isFailed) process.exitCode = EXIT_CHECK_FAILED;
}

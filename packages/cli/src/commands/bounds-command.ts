/**
 * `hedgerow bounds`: the paper's propositions and theorems as numbers, next to what is measured.
 */
import { boundsFigures, boundsLines, boundsRunCount, evaluateBounds } from '@hedgerow/lab';
import { Command } from 'commander';
import { type Format, writeAnswer, writePage } from '../output/answer.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { formatOption, listOf, share, wholeNumber } from '../output/option-values.ts';
import { progressOnTerminal } from '../output/progress.ts';

interface BoundsCommandOptions {
  readonly rounds: number;
  readonly allowedShortfall: readonly number[];
  readonly trials: number;
  readonly seed: number;
  readonly output?: string;
  readonly format: Format;
}

/** Returns the command, ready to be added to the program. */
export function boundsCommand(): Command {
  return new Command('bounds')
    .description("evaluate the paper's bounds and ours next to measured runs")
    .option('--rounds <count>', 'rounds of a trial', wholeNumber(1, 100_000), 2000)
    .option('--allowed-shortfall <list>', 'shares to evaluate', listOf(share), [0.1, 0.3, 0.5, 0.8])
    .option('--trials <count>', 'trials to measure for each share', wholeNumber(1, 1000), 10)
    .option('--seed <number>', 'another seed, other worlds', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--output <folder>', 'write a report with figures there')
    .addOption(formatOption('text, or json for everything that was measured'))
    .addHelpText('after', HELP)
    .action((options: BoundsCommandOptions) => reportFailure(() => runBounds(options)));
}

const HELP = `
The setting is the paper's synthetic experiment. What is refuted is shown with its counter-example.

Examples:
  hedgerow bounds
  hedgerow bounds --rounds 500 --allowed-shortfall 0.2 --trials 50
  hedgerow bounds --output bounds
  hedgerow bounds --format json > bounds.json`;

async function runBounds(options: BoundsCommandOptions): Promise<void> {
  const input = {
    roundCount: options.rounds,
    allowedShortfalls: options.allowedShortfall,
    trialCount: options.trials,
    seed: options.seed,
  };
  await interruptible(
    'Nothing is kept of bounds that were not evaluated to the end.',
    async (signal) => {
      const meter = progressOnTerminal(boundsRunCount(input), 'runs');
      const report = await evaluateBounds(input, { onRun: () => meter.add(), signal });
      const answer = { data: report, lines: boundsLines(report) };
      await writeAnswer(options.format, answer);
      if (options.output === undefined) return;
      const figures = boundsFigures(report);
      await writePage(options.output, { ...answer, title: 'Bounds and runs', figures });
    },
  );
}

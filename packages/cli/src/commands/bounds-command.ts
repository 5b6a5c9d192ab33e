/**
 * `hedgerow bounds`: the paper's propositions and theorems as numbers, next to what is measured.
 */
import { boundsLines, evaluateBounds } from '@hedgerow/lab';
import { Command } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption, listOf, share, wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';

interface BoundsCommandOptions {
  readonly rounds: number;
  readonly allowedShortfall: readonly number[];
  readonly trials: number;
  readonly seed: number;
  readonly format: string;
}

/** Returns the command, ready to be added to the program. */
export function boundsCommand(): Command {
  return new Command('bounds')
    .description("evaluate the paper's bounds and ours next to measured runs")
    .option('--rounds <count>', 'rounds of a trial', wholeNumber(1, 100_000), 2000)
    .option('--allowed-shortfall <list>', 'shares to evaluate', listOf(share), [0.1, 0.3, 0.5, 0.8])
    .option('--trials <count>', 'trials to measure for each share', wholeNumber(1, 1000), 10)
    .option('--seed <number>', 'another seed, other worlds', wholeNumber(0, 2 ** 32 - 1), 1)
    .addOption(formatOption())
    .addHelpText('after', HELP)
    .action((options: BoundsCommandOptions) => reportFailure(() => runBounds(options)));
}

const HELP = `
The setting is the paper's synthetic experiment. What is refuted is shown with its counter-example.

Examples:
  hedgerow bounds
  hedgerow bounds --rounds 500 --allowed-shortfall 0.2 --trials 50
  hedgerow bounds --format json`;

async function runBounds(options: BoundsCommandOptions): Promise<void> {
  const report = evaluateBounds({
    roundCount: options.rounds,
    allowedShortfalls: options.allowedShortfall,
    trialCount: options.trials,
    seed: options.seed,
  });
  if (options.format === 'json') await writeLine(JSON.stringify(report, null, 2));
  else for (const line of boundsLines(report)) await writeLine(line);
}

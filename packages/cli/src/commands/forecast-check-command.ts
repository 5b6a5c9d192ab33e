/**
 * `hedgerow forecast check FILE`: are past forecasts any good? `--power`: how soon the test notices what is wrong.
 */
import { checkForecasts, detectionTimes, readPastForecasts } from '@hedgerow/forecasts';
import { Command } from 'commander';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { CommandFailure, EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { checkLines, type PowerRow, powerLines } from '../output/forecast-check-text.ts';
import { formatOption, share } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';
import { writeLine } from '../output/text-output.ts';

interface CheckCommandOptions {
  readonly level: number;
  readonly power?: boolean;
  readonly format: string;
}

/** Returns the command, ready to be added to `hedgerow forecast`. */
export function forecastCheckCommand(): Command {
  return new Command('check')
    .description('are past forecasts any good: ranks, score, skill, and bets against them')
    .argument('[file]', 'a table of forecasts and outcomes, or - for standard input')
    .option('--level <share>', 'how often right forecasts may be called wrong', share, 0.01)
    .option('--power', 'print how soon made-up faults are noticed, and no file')
    .addOption(formatOption())
    .addHelpText('after', HELP)
    .action((file: string | undefined, options: CheckCommandOptions) =>
      reportFailure(() => (options.power ? printPower(options) : checkFile(file, options))),
    );
}

const HELP = `
Columns: outcome, and mean and sd, or quantiles (p10, p50, p90 or q0.1, …), or members (member1, …).
With time and lead (in days) forecasts that overlap are told apart. Ends with 1 if the forecasts are called wrong.

Examples:
  hedgerow forecast check past.csv
  hedgerow forecast check past.csv --format json
  hedgerow forecast check --power`;

async function checkFile(file: string | undefined, options: CheckCommandOptions): Promise<void> {
  if (file === undefined) throw new CommandFailure('Give a file of past forecasts, or --power.');
  const { rows, pendingCount } = readPastForecasts(await readInput(file));
  const check = checkForecasts(rows, { level: options.level });
  if (options.format === 'json') await writeLine(JSON.stringify({ ...check, pendingCount }));
  else
    for (const line of checkLines(check, { level: options.level, pendingCount }))
      await writeLine(line);
  if (check.isAlarmed) process.exitCode = EXIT_CHECK_FAILED;
}

const RUN_COUNT = 400;
const FAULTS = [
  { fault: 'spread understated twofold', bias: 0, spread: 2, forecastCountMax: 400 },
  { fault: 'spread understated 1.5-fold', bias: 0, spread: 1.5, forecastCountMax: 400 },
  { fault: 'spread overstated twofold', bias: 0, spread: 0.5, forecastCountMax: 400 },
  { fault: 'half a deviation too low', bias: 0.5, spread: 1, forecastCountMax: 400 },
  { fault: 'half a deviation too high', bias: -0.5, spread: 1, forecastCountMax: 400 },
  { fault: 'none', bias: 0, spread: 1, forecastCountMax: 200 },
] as const;

async function printPower({ level, format }: CheckCommandOptions): Promise<void> {
  const rows = FAULTS.map(({ fault, bias, spread, forecastCountMax }, k): PowerRow => {
    const generator = xoroshiro128plus(k + 1);
    const times = detectionTimes({
      distortion: { bias, spread },
      runCount: RUN_COUNT,
      forecastCountMax,
      level,
      random: () => uniformFloat64(generator),
    });
    return { fault, forecastCountMax, runCount: RUN_COUNT, times };
  });
  const lines = format === 'json' ? [JSON.stringify(rows)] : powerLines(rows, level);
  for (const line of lines) await writeLine(line);
}

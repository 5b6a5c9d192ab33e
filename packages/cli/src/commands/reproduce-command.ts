/**
 * `hedgerow reproduce`: the paper's experiment on synthetic data, its figures, and what became of
 * its claims.
 */
import {
  agreementText,
  FULL_SIZE,
  paperSettings,
  QUICK_SIZE,
  type Reproduction,
  reproducePaper,
  tellProgress,
  verdictText,
} from '@hedgerow/lab';
import { Command, Option } from 'commander';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { wholeNumber } from '../output/option-values.ts';
import { tableLines } from '../output/table.ts';
import { writeLine } from '../output/text-output.ts';

const EXIT_INTERRUPTED = 130;
const WORKERS_MAX = 1024;
const FOLDER = 'hedgerow-reproduce';
const QUICK_FOLDER = 'hedgerow-reproduce-quick';

interface ReproduceCommandOptions {
  readonly output?: string;
  readonly quick: boolean;
  readonly workers?: number;
  readonly format: 'text' | 'json';
}

/** Returns the command, ready to be added to the program. */
export function reproduceCommand(): Command {
  return new Command('reproduce')
    .description('run the paper’s experiment, draw its figures and judge its claims')
    .option('--output <folder>', `where everything goes (default: ${FOLDER})`)
    .option('--quick', 'fewer trials: a first look in seconds', false)
    .option(
      '--workers <count>',
      'number of threads; all cores if left out',
      wholeNumber(1, WORKERS_MAX),
    )
    .addOption(
      new Option('--format <format>', 'text, or json for claims and agreement in full')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', HELP)
    .action((options: ReproduceCommandOptions) => reportFailure(() => runReproduce(options)));
}

const HELP = `
Writes report.html, report.md, figures/, claims.json, agreement.json and the traces of all trials.
Ctrl-C keeps what is finished; the same command then goes on from there. The exit code is 1 if a
number is more than three standard errors away from the reference runs (with --quick a little more
is allowed, since few trials know their own error badly), or if hedge broke its promise.

Examples:
  hedgerow reproduce --quick
  hedgerow reproduce --output paper --workers 4`;

async function runReproduce(options: ReproduceCommandOptions): Promise<void> {
  const folder = options.output ?? (options.quick ? QUICK_FOLDER : FOLDER);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const reproduction = await reproducePaper({
      folder,
      size: options.quick ? QUICK_SIZE : FULL_SIZE,
      command: `hedgerow reproduce${options.quick ? ' --quick' : ''} --output ${folder}`,
      workerCount: options.workers,
      listenTo: (experiment) => {
        process.stderr.write(`${paperSettings(experiment)}\n`);
        return tellProgress(process.stderr);
      },
      signal: interruption.signal,
    });
    await report(reproduction, options.format);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write(
      `\nhedgerow: interrupted. What is finished is kept in ${folder}; the same command goes on from there.\n`,
    );
    process.exitCode = EXIT_INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

async function report(reproduction: Reproduction, format: 'text' | 'json'): Promise<void> {
  const { claims, agreement, files, isAsExpected } = reproduction;
  const lines =
    format === 'json' ? [JSON.stringify({ claims, agreement, files })] : textLines(reproduction);
  for (const line of lines) await writeLine(line);
  process.stderr.write(`The report is ${files.html}\n`);
  if (!isAsExpected) process.exitCode = EXIT_CHECK_FAILED;
}

function textLines({ claims, agreement }: Reproduction): string[] {
  const rows = claims.map((claim) => [claim.verdict, claim.statement]);
  const conditions = claims
    .filter(({ condition }) => condition !== null)
    .map((claim) => `${claim.id}: ${verdictText(claim)}.`);
  return [
    ...tableLines([['verdict', 'claim'], ...rows]),
    '',
    ...conditions,
    `Agreement with the reference runs: ${agreement === null ? 'not checked.' : agreementText(agreement)}`,
  ];
}

/**
 * `hedgerow reproduce`: the paper's experiments on synthetic data and on maize, their figures, and what
 * became of the claims.
 */
import {
  agreementText,
  FULL_SIZE,
  MAIZE_FULL_SIZE,
  MAIZE_QUICK_SIZE,
  type MaizeReproduction,
  maizeExperiment,
  paperSettings,
  QUICK_SIZE,
  type Reproduction,
  reproduceMaize,
  reproducePaper,
  tellProgress,
  verdictText,
} from '@hedgerow/lab';
import { Command, Option } from 'commander';
import { type Format, keptIn, writeAnswer } from '../output/answer.ts';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { formatOption, workersOption } from '../output/option-values.ts';
import { tableLines } from '../output/table.ts';

const FOLDER = 'hedgerow-reproduce';
const MAIZE_FOLDER = 'hedgerow-reproduce-maize';

interface ReproduceCommandOptions {
  readonly data: 'synthetic' | 'maize';
  readonly output?: string;
  readonly quick: boolean;
  readonly workers: number;
  readonly format: Format;
}

/** Returns the command, ready to be added to the program. */
export function reproduceCommand(): Command {
  return new Command('reproduce')
    .description('run the paper’s experiment, draw its figures and judge its claims')
    .addOption(
      new Option('--data <data>', 'which of the paper’s two experiments')
        .choices(['synthetic', 'maize'])
        .default('synthetic'),
    )
    .option(
      '--output <folder>',
      `where everything goes (default: ${FOLDER}, or ${MAIZE_FOLDER} for maize)`,
    )
    .option('--quick', 'fewer trials: a first look in seconds', false)
    .addOption(workersOption())
    .addOption(formatOption('text, or json for claims and agreement in full'))
    .addHelpText('after', HELP)
    .action((options: ReproduceCommandOptions) => reportFailure(() => runReproduce(options)));
}

const HELP = `
Writes report.html, report.md, figures/, claims.json and agreement.json; for synthetic data also the
traces of all trials. Ctrl-C keeps what is finished, and the same command then goes on from there. The
exit code is 1 if a number is more than three standard errors away from the reference runs (with --quick
a little more is allowed, since few trials know their own error badly), or if hedge broke its
promise.

Examples:
  hedgerow reproduce --quick
  hedgerow reproduce --output paper --workers 4
  hedgerow reproduce --data maize --output maize`;

/** What both experiments are told. */
interface Start {
  readonly folder: string;
  readonly isQuick: boolean;
  readonly command: string;
  readonly workerCount: number;
  readonly signal: AbortSignal;
}

async function runReproduce(options: ReproduceCommandOptions): Promise<void> {
  const folder = folderOf(options);
  await interruptible(keptIn(folder), async (signal) => {
    const start = startOf(options, folder, signal);
    const reproduction =
      options.data === 'maize' ? await startMaize(start) : await startSynthetic(start);
    await report(reproduction, options.format);
  });
}

function folderOf({ data, quick, output }: ReproduceCommandOptions): string {
  const usual = data === 'maize' ? MAIZE_FOLDER : FOLDER;
  return output ?? (quick ? `${usual}-quick` : usual);
}

function startOf(options: ReproduceCommandOptions, folder: string, signal: AbortSignal): Start {
  const { data, quick, workers } = options;
  const words = [
    'hedgerow reproduce',
    ...(data === 'maize' ? ['--data maize'] : []),
    ...(quick ? ['--quick'] : []),
    `--output ${folder}`,
  ];
  return { folder, isQuick: quick, command: words.join(' '), workerCount: workers, signal };
}

function startSynthetic({ isQuick, ...start }: Start): Promise<Reproduction> {
  return reproducePaper({
    ...start,
    size: isQuick ? QUICK_SIZE : FULL_SIZE,
    listenTo: (experiment) => {
      process.stderr.write(`${paperSettings(experiment)}\n`);
      return tellProgress(process.stderr);
    },
  });
}

function startMaize({ isQuick, ...start }: Start): Promise<MaizeReproduction> {
  const size = isQuick ? MAIZE_QUICK_SIZE : MAIZE_FULL_SIZE;
  process.stderr.write(`${paperSettings(maizeExperiment(size))}\n`);
  return reproduceMaize({ ...start, size, onProgress: tellProgress(process.stderr) });
}

type Outcome = Pick<Reproduction, 'claims' | 'agreement' | 'files' | 'isAsExpected'>;

async function report(reproduction: Outcome, format: Format): Promise<void> {
  const { claims, agreement, files, isAsExpected } = reproduction;
  const data = { claims, agreement, files };
  await writeAnswer(format, { data, lines: textLines(reproduction) });
  process.stderr.write(`The report is ${files.html}\n`);
  if (!isAsExpected) process.exitCode = EXIT_CHECK_FAILED;
}

function textLines({ claims, agreement }: Outcome): string[] {
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

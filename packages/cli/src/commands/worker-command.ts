/**
 * `hedgerow worker`: plays trials that `hedgerow run --queue` asks for, on this machine or another.
 */
import { availableParallelism } from 'node:os';
import { startQueueWorker } from '@hedgerow/lab/queue';
import { Command } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { wholeNumber } from '../output/option-values.ts';

const WORKERS_MAX = 1024;
const TAKE_OVER_MAX = 3600;
const SECOND_MS = 1000;

interface WorkerCommandOptions {
  readonly queue: string;
  readonly workers?: number;
  readonly takeOver?: number;
}

/** Returns the command, ready to be added to the program. */
export function workerCommand(): Command {
  return new Command('worker')
    .description('play trials from a queue until it is told to stop')
    .requiredOption('--queue <url>', 'the PostgreSQL database of the queue, postgres://…')
    .option(
      '--workers <count>',
      'number of threads; all cores if left out',
      wholeNumber(1, WORKERS_MAX),
    )
    .option(
      '--take-over <seconds>',
      'how long trials stay with a worker that says nothing',
      wholeNumber(1, TAKE_OVER_MAX),
    )
    .addHelpText('after', HELP)
    .action((options: WorkerCommandOptions) => reportFailure(() => work(options)));
}

const HELP = `
Start as many as you like, wherever the database can be reached. Ctrl-C finishes the trials under way. A worker
that is killed loses nothing: after some seconds another takes its trials, and the bits are the same.
Modules of one's own (kind: own) are not sent along.

Examples:
  hedgerow worker --queue postgres://lab:secret@db.example:5432/lab
  hedgerow run experiment.yaml --queue postgres://lab:secret@db.example:5432/lab`;

async function work({ queue, workers, takeOver }: WorkerCommandOptions): Promise<void> {
  let count = 0;
  const worker = await startQueueWorker({
    url: queue,
    workerCount: workers ?? availableParallelism(),
    ...(takeOver === undefined ? {} : { takeOverMs: takeOver * SECOND_MS }),
    onTrial: () => {
      count += 1;
    },
  });
  process.stderr.write('Waiting for trials; Ctrl-C ends.\n');
  const telling = setInterval(
    () => process.stderr.write(`${count} trials played\n`),
    30 * SECOND_MS,
  );
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  clearInterval(telling);
  await worker.close();
  process.stderr.write(`${count} trials played\n`);
}

/**
 * `hedgerow start`: a service to try, with a maize policy and a first decision; what `npm start` runs.
 *
 * Everything that is seeded goes through the HTTP API of the service itself, so what is shown is what a
 * client can do. The demonstration farm is a policy of its own, named so; nothing made up ever enters
 * the books of the maize policy.
 */
import type { RunningService } from '@hedgerow/service';
import { readSettings } from '@hedgerow/service/settings';
import { Command } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { ServiceRefusal } from '../service/call-service.ts';
import { freePort } from '../service/free-port.ts';
import { startMaize } from '../service/maize-start.ts';
import { runService } from '../service/run-service.ts';
import { seedFarm } from '../service/seed-farm.ts';
import { STANDARD_PORT } from '../service/service-address.ts';
import { startText } from '../service/start-text.ts';

interface StartOptions {
  readonly port?: number;
  readonly data: string;
  readonly demo: boolean;
  readonly dashboard: boolean;
  readonly reports?: string;
}

/** Returns the command, ready to be added to the program. */
export function startCommand(): Command {
  return new Command('start')
    .description('start a service on this machine with a maize policy, ready to try')
    .option(
      '--port <number>',
      `port to listen on (default: ${STANDARD_PORT}, or the next free one)`,
      wholeNumber(0, 65_535),
    )
    .option('--data <folder>', 'where everything is kept', 'hedgerow-data')
    .option('--no-demo', 'do not play a demonstration farm for the charts')
    .option('--no-dashboard', 'do not serve the page')
    .option('--reports <folder>', 'reports of the lab for the page: one, or a folder of them')
    .action((options: StartOptions) => reportFailure(() => start(options)));
}

async function start(options: StartOptions): Promise<void> {
  const port = options.port ?? (await freePort(STANDARD_PORT));
  if (options.port === undefined && port !== STANDARD_PORT) {
    process.stderr.write(`Port ${STANDARD_PORT} is taken; ${port || 'a free one'} is used.\n`);
  }
  const settings = readSettings({
    flags: {
      port: String(port),
      data: options.data,
      dashboard: options.dashboard,
      logLevel: 'warn',
      ...(options.reports === undefined ? {} : { reports: options.reports }),
    },
  });
  await runService(settings, (service) => seed(service, options));
}

async function seed({ address, hasPage }: RunningService, options: StartOptions): Promise<void> {
  try {
    const maize = await startMaize(address);
    const farmRounds = options.demo ? await seedFarm(address) : 0;
    for (const line of startText({ address, hasPage, maize, farmRounds })) await writeLine(line);
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || error.status !== 401) throw error;
    await writeLine(`hedgerow listens on ${address}`);
    process.stderr.write('API keys are in use here, so nothing was seeded.\n');
  }
}

/**
 * `hedgerow start`: a service to try on this machine; what `npm start` runs.
 *
 * In a new folder it tells the story of a made-up co-operative, as a policy of its own that is marked so
 * and can be erased whole. One's own farm begins empty beside it. Everything that is seeded goes through
 * the HTTP API of the service itself, so what is shown is what a client can do.
 */
import type { RunningService } from '@hedgerow/service';
import { readSettings } from '@hedgerow/service/settings';
import { Command } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { ServiceRefusal } from '../service/call-service.ts';
import { freePort } from '../service/free-port.ts';
import { runService } from '../service/run-service.ts';
import { type Seeding, seedDemonstration } from '../service/seed-demonstration.ts';
import { STANDARD_PORT } from '../service/service-address.ts';
import { startText } from '../service/start-text.ts';

interface StartOptions {
  readonly port?: number;
  readonly data: string;
  readonly empty: boolean;
  readonly dashboard: boolean;
  readonly reports?: string;
}

/** Returns the command, ready to be added to the program. */
export function startCommand(): Command {
  return new Command('start')
    .description('start a service on this machine, ready to try')
    .option(
      '--port <number>',
      `port to listen on (default: ${STANDARD_PORT}, or the next free one)`,
      wholeNumber(0, 65_535),
    )
    .option('--data <folder>', 'where everything is kept', 'hedgerow-data')
    .option('--empty', 'without the made-up co-operative that a new folder begins with', false)
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
  // Whoever erased the demonstration does not want to find it again.
  const { hasStore } = await import('@hedgerow/service');
  const isNew = !hasStore(settings);
  await runService(settings, (service) => greet(service, { ...options, isNew }));
}

async function greet(
  { address, hasPage }: RunningService,
  { empty, isNew }: StartOptions & { readonly isNew: boolean },
): Promise<void> {
  await writeLine(`hedgerow listens on ${address}`);
  const seeding = empty ? 'none' : await seed(address, isNew);
  for (const line of startText({ address, hasPage, seeding })) await writeLine(line);
}

async function seed(address: string, isNew: boolean): Promise<Seeding> {
  try {
    return await seedDemonstration(address, isNew);
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || error.status !== 401) throw error;
    process.stderr.write('API keys are in use here, so nothing was seeded.\n');
    return 'none';
  }
}

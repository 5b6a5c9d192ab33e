/**
 * `hedgerow serve`: the service, until it is told to stop.
 */
import { Command } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { runService } from '../service/run-service.ts';
import { addSettingOptions, settingsOf } from '../service/setting-options.ts';

/** Returns the command, ready to be added to the program. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .description('serve decisions over HTTP, from a folder (SQLite) or a PostgreSQL database')
    .addOption(formatOption('text or json: the line that says it is ready'))
    .addHelpText('after', HELP);
  addSettingOptions(command);
  return command.action(() => reportFailure(() => serve(command)));
}

const HELP = `
Every option is also an environment variable (--log-level is HEDGEROW_LOG_LEVEL) and a key of the
configuration file (logLevel). The log goes to standard error, one JSON object a line.

Example:
  hedgerow serve --port 8080 --data ./decisions
  hedgerow keys create --name shop --scopes decide,reward --data ./decisions`;

async function serve(command: Command): Promise<void> {
  const settings = await settingsOf(command);
  const isJson = command.opts<{ format: string }>().format === 'json';
  await runService(settings, async ({ address, port }) => {
    await writeLine(isJson ? JSON.stringify({ address, port }) : `hedgerow listens on ${address}`);
  });
}

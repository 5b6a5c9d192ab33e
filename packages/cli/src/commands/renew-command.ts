/**
 * `hedgerow renew`: starts a new generation of every policy, after a restore.
 */
import { Command, InvalidArgumentError } from 'commander';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { explained } from '../service/explained.ts';
import { addSettingOptions, settingsOf } from '../service/setting-options.ts';

interface RenewOptions {
  readonly reason: string;
  readonly format: string;
}

/** Returns the command, ready to be added to the program. */
export function renewCommand(): Command {
  const command = new Command('renew')
    .description('start every policy anew, after a restore from a backup')
    .requiredOption('--reason <text>', 'why; it is kept in the journal', text)
    .addOption(formatOption('text, or json for one line a policy'))
    .addHelpText('after', HELP);
  addSettingOptions(command, ['data', 'database']);
  return command.action(() => reportFailure(() => renew(command)));
}

const HELP = `
Stop the service first. Every policy keeps its definition and begins a new generation: the promise
starts anew, and what came before is sealed.

Example:
  hedgerow renew --data ./decisions --reason "restored from the backup of Monday"`;

async function renew(command: Command): Promise<void> {
  const { reason, format } = command.opts<RenewOptions>();
  const settings = await settingsOf(command);
  const { renewPolicies } = await import('@hedgerow/service');
  const policies = await explained(() => renewPolicies(settings, reason));
  for (const { id, generation } of policies) {
    const line = `${id}: generation ${generation} has begun`;
    await writeLine(format === 'json' ? JSON.stringify({ policy: id, generation }) : line);
  }
  if (policies.length === 0) process.stderr.write('The journal is empty.\n');
}

function text(value: string): string {
  if (value.trim() !== '') return value.trim();
  throw new InvalidArgumentError('It must not be empty.');
}

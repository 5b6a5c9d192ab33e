/**
 * `hedgerow keys`: API keys of a service, whether it runs or not.
 */
import type { KeyRecord, KeyStore } from '@hedgerow/service';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailure, reportFailure } from '../output/exit-codes.ts';
import { formatOption, listOf } from '../output/option-values.ts';
import { tableLines } from '../output/table.ts';
import { deliverLine, finishWithoutReader, writeLine } from '../output/text-output.ts';
import { addSettingOptions, settingsOf } from '../service/setting-options.ts';
import { withStore } from '../service/with-store.ts';

/** Returns the command, ready to be added to the program. */
export function keysCommand(): Command {
  return new Command('keys')
    .description('make, list and revoke API keys')
    .addCommand(createKeyCommand())
    .addCommand(listKeysCommand())
    .addCommand(revokeKeyCommand());
}

interface CreateOptions {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly policies?: readonly string[];
  readonly expires?: number;
  readonly format: string;
}

function createKeyCommand(): Command {
  const command = new Command('create')
    .description('make a key; it is shown once and never again')
    .requiredOption('--name <text>', 'what it is for', text)
    .requiredOption('--scopes <list>', 'what it may do: decide,reward,…', listOf(text))
    .option('--policies <list>', 'policies it may touch (default: all)', listOf(policyId))
    .option('--expires <duration>', 'how long it works: 90d, 12h (default: for ever)', duration)
    .addHelpText('after', CREATE_HELP);
  return onStore(command, async (keys, options: CreateOptions) => {
    const { createKey, isScope, SCOPES, sitesOf } = await import('@hedgerow/service');
    const strange = options.scopes.find((scope) => !isScope(scope));
    if (strange !== undefined) {
      throw new CommandFailure(
        `--scopes must be some of ${SCOPES.join(', ')} and site:NAME, separated by commas, but one of them is "${strange}".`,
      );
    }
    if (sitesOf(options.scopes).length > 1) {
      throw new CommandFailure(
        '--scopes may name one site, but it names more. Make a key for each.',
      );
    }
    const now = Date.now();
    const { secret, record } = createKey({
      name: options.name,
      scopes: options.scopes.filter(isScope),
      policies: options.policies ?? ['*'],
      createdAt: new Date(now).toISOString(),
      expiresAt:
        options.expires === undefined ? null : new Date(now + options.expires).toISOString(),
    });
    const text =
      options.format === 'json' ? JSON.stringify({ key: secret, ...shown(record) }) : secret;
    await showFirst(text, () => keys.add(record));
    process.stderr.write(
      `Key ${record.id} for "${record.name}" is made. It is shown only this once; keep it secret.\n`,
    );
  });
}

/** A key that is kept and was not shown would lock everybody out of a service that had none; the other way round it opens nothing. */
async function showFirst(text: string, keep: () => Promise<void>): Promise<void> {
  finishWithoutReader();
  if (!(await deliverLine(text))) {
    throw new CommandFailure(
      'The key cannot be shown, since nobody reads the output: none is made.',
    );
  }
  try {
    await keep();
  } catch (error) {
    process.stderr.write('hedgerow: the key that was shown is not kept, and opens nothing.\n');
    throw error;
  }
}

const CREATE_HELP = `
Scopes: decide, reward, ack, void, correct, read, export, admin. None includes another. The page needs read.
site:NAME keeps a key to one site: it sees and does nothing for any other.
As soon as one key exists, every request needs one.

Example:
  hedgerow keys create --name shop --scopes decide,ack,reward --policies offers --expires 90d`;

function listKeysCommand(): Command {
  const command = new Command('list').description('show all keys, never their secrets');
  return onStore(command, async (keys, { format }: { format: string }) => {
    const records = await keys.list();
    if (format === 'json') {
      for (const record of records) await writeLine(JSON.stringify(shown(record)));
      return;
    }
    const rows = records.map((record) => [
      record.id,
      record.name,
      record.scopes.join(','),
      record.policies.join(','),
      stateOf(record),
      record.lastUsedAt ?? 'never',
    ]);
    const heading = ['id', 'name', 'scopes', 'policies', 'state', 'last used'];
    for (const line of tableLines([heading, ...rows])) await writeLine(line);
  });
}

function revokeKeyCommand(): Command {
  const command = new Command('revoke')
    .description('make a key useless, within five seconds')
    .argument('<id>', 'as `keys list` shows it');
  return onStore(command, async (keys, { format }: { format: string }) => {
    const id = command.args[0]!;
    const isRevoked = await keys.revoke(id, new Date().toISOString());
    if (!isRevoked && (await keys.find(id)) === null) {
      throw new CommandFailure(
        `The id must be that of a key, but there is none named "${id}". "hedgerow keys list" shows them all.`,
      );
    }
    await writeLine(format === 'json' ? JSON.stringify({ id, revoked: true }) : `${id}: revoked`);
  });
}

/** Adds what all three have in common, and runs the action on the keys of the store. */
function onStore<Options>(
  command: Command,
  action: (keys: KeyStore, options: Options) => Promise<void>,
): Command {
  command.addOption(formatOption());
  addSettingOptions(command, ['data', 'database']);
  return command.action(() =>
    reportFailure(async () => {
      const settings = await settingsOf(command);
      const { openKeyStore } = await import('@hedgerow/service');
      await withStore(
        () => openKeyStore(settings, { isFirstKey: command.name() === 'create' }),
        ({ keys }) => action(keys, command.opts<Options & object>()),
      );
    }),
  );
}

function shown({ secretHash: _, ...record }: KeyRecord): Omit<KeyRecord, 'secretHash'> {
  return record;
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'valid';
  return Date.parse(expiresAt) > Date.now() ? `until ${expiresAt}` : `expired ${expiresAt}`;
}

function text(value: string): string {
  if (value.trim() !== '') return value.trim();
  throw new InvalidArgumentError('It must not be empty.');
}

function policyId(value: string): string {
  if (value === '*' || /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value)) return value;
  throw new InvalidArgumentError('It must be ids of policies, separated by commas.');
}

const HOUR_MS = 3_600_000;

function duration(value: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([dh])$/.exec(value) ?? [];
  if (count !== undefined) return Number(count) * (unit === 'd' ? 24 * HOUR_MS : HOUR_MS);
  throw new InvalidArgumentError('It must be days or hours, as in 90d or 12h.');
}

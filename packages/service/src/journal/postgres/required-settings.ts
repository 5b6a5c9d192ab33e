/**
 * What an administrator may have set for a database or a role, and must be as it usually is. Nothing is set here: a session may be somebody else's the next moment.
 * It is asked for with every connection that is opened: a server that takes over may have other settings than the one before, and an administrator may change them.
 *
 *     default_transaction_isolation   a statement that waited for another must see what that one stored. With stricter views it sees the past instead: much is refused
 *                                     then that could be stored, and something that is being forgotten could be written once more
 *     extra_float_digits              numbers must come back as they were stored: rounded, a reward that is told again is another one, and a proof fails
 *     synchronous_commit              what is answered must be on the server's disk: off, a server that dies forgets what callers were told in the half second before
 *     array_nulls                     numbers travel as arrays in words, and what is missing must not be taken for a word: it is no number, and nothing would be stored
 *     server_encoding                 every text must have a place; SQL_ASCII keeps all bytes as they are
 */
import { JournalFailure } from '../journal.ts';

interface RequiredSetting {
  readonly name: string;
  readonly isFine: (value: string) => boolean;
  /** What it must be, in words. */
  readonly rule: string;
  readonly remedy: string;
}

const REQUIRED: readonly RequiredSetting[] = [
  {
    name: 'default_transaction_isolation',
    isFine: (value) => value === 'read committed',
    rule: 'read committed',
    remedy: `Set it for the role: alter role <name> set default_transaction_isolation = 'read committed'.`,
  },
  {
    name: 'extra_float_digits',
    isFine: (value) => Number(value) >= 1,
    rule: 'at least 1',
    remedy: 'Set it for the role: alter role <name> set extra_float_digits = 1.',
  },
  {
    name: 'synchronous_commit',
    isFine: (value) => value !== 'off',
    rule: 'on (or local, remote_write, remote_apply)',
    remedy: 'Set it for the role: alter role <name> set synchronous_commit = on.',
  },
  {
    name: 'array_nulls',
    isFine: (value) => value === 'on',
    rule: 'on',
    remedy: 'Set it for the role: alter role <name> set array_nulls = on.',
  },
  {
    name: 'server_encoding',
    isFine: (value) => value === 'UTF8' || value === 'SQL_ASCII',
    rule: 'UTF8',
    remedy: `Make another database: create database <name> encoding 'UTF8' template template0.`,
  },
];

/** Columns that tell all of them, each under its name. */
export const SETTING_COLUMNS: string = REQUIRED.map(
  ({ name }) => `current_setting('${name}') as ${name}`,
).join(', ');

/** Throws at the first that is not as it must be. */
export function requireSettings(line: Readonly<Record<string, unknown>>): void {
  for (const { name, isFine, rule, remedy } of REQUIRED) {
    const value = String(line[name]);
    if (isFine(value)) continue;
    throw new JournalFailure(
      'broken',
      `The database's ${name} must be ${rule}, but it is ${value}. ${remedy}`,
    );
  }
}

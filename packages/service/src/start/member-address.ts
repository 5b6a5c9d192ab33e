/**
 * Where other replicas on the same database reach this one.
 *
 * They send it the requests about policies that it writes, so the address must be one that leads here from
 * their machines. Host and port say it, unless the host means all addresses of this machine at once.
 */

import type { Settings } from './settings-table.ts';
import { StartFailure } from './start-failure.ts';

type AddressSettings = Pick<Settings, 'host' | 'database' | 'memberAddress'>;

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/** Throws a StartFailure if replicas could not find this one. */
export function requireMemberAddress({ host, database, memberAddress }: AddressSettings): void {
  if (database === '' || memberAddress !== '' || !EVERYWHERE.has(host)) return;
  throw new StartFailure(
    'address',
    `Replicas on one database must know where to find each other, but ${host} means every address of this machine. ` +
      'Say which one leads here with --member-address http://<name>:<port>, or listen on that one alone.',
  );
}

/** Returns the address to announce: the one that was given, or the one that is listened on. */
export function memberAddress(
  { memberAddress: given }: AddressSettings,
  listening: string,
): string {
  return given === '' ? listening : given;
}

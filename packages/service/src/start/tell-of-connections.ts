/**
 * Tells the log when so many replicas come from one address that `connectionsPerAddress` does not let in all of their connections. They
 * share what it allows then, with callers from there: where all of it is in use, more is refused, and whoever asked another replica is told that the policy's is away.
 */
import { SOON_MAX } from '../api/forwarding/connection-counts.ts';
import { placeOf } from '../api/forwarding/member-address.ts';
import type { Logger } from '../instruments/logger.ts';
import type { Placement } from '../placement/placement.ts';
import type { Settings } from './settings-table.ts';

export interface OpenTo {
  /** The address of this replica, which opens none to itself. */
  readonly address: string;
  readonly placement: Pick<Placement, 'watch'>;
  readonly settings: Pick<Settings, 'connectionsPerAddress' | 'trustProxy'>;
  readonly logger: Logger;
}

/** Looks with every renewal, and tells it again only if more are needed. */
export function tellOfConnections({ address, placement, settings, logger }: OpenTo): void {
  const { connectionsPerAddress, trustProxy } = settings;
  // Then they are not counted.
  if (connectionsPerAddress === 0 || trustProxy) return;
  let told = connectionsPerAddress;
  placement.watch((addresses) => {
    const needed = SOON_MAX * mostAtOneHost([...addresses].filter((other) => other !== address));
    if (needed > told) logger.warn(RULE, { detail: remedy(connectionsPerAddress, needed) });
    told = Math.max(told, needed);
  });
}

function mostAtOneHost(addresses: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const { host } of addresses.map(placeOf)) counts.set(host, (counts.get(host) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

const RULE =
  'connectionsPerAddress must leave room for the other replicas, but they may need more than that';

function remedy(limit: number, needed: number): string {
  return `It is ${limit}, and ${needed} may come from one address: up to ${SOON_MAX} of each replica for calls that are answered soon, and more for files and streams. Raise connectionsPerAddress.`;
}

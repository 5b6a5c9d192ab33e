/**
 * How long a policy is without its writer after that one is killed, or stopped and neither dead nor alive.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadRequest } from '../service/load-policy.ts';
import type { BenchDatabase } from './database.ts';
import { definePolicies, type Replica, type ReplicaFlags, withReplicas } from './replica-set.ts';

export interface TakeOver {
  readonly how: 'killed' | 'stopped';
  /** From the signal to the last policy's first decision by another replica. */
  readonly seconds: number;
}

/** So many that each replica holds some. */
const POLICIES = Array.from({ length: 12 }, (_, index) => `take${index}`);
const PAUSE_MS = 20;
const GIVE_UP_MS = 60_000;

export async function measureTakeOver(
  how: TakeOver['how'],
  { database, flags }: { database: BenchDatabase; flags: ReplicaFlags },
): Promise<TakeOver> {
  const url = await database.freshUrl();
  return await withReplicas({ count: 3, flags: { ...flags, database: url } }, async (replicas) => {
    const [first, ...others] = replicas as [Replica, ...Replica[]];
    await definePolicies(replicas, POLICIES);
    for (const policy of POLICIES) await untilDecided(policy, replicas, performance.now());
    const start = performance.now();
    first.signal(how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
    const times = await Promise.all(POLICIES.map((policy) => untilDecided(policy, others, start)));
    return { how, seconds: Math.max(...times) / 1000 };
  });
}

/** Returns how many milliseconds after the start a decision was made. */
async function untilDecided(
  policy: string,
  replicas: readonly Replica[],
  start: number,
): Promise<number> {
  const body = JSON.stringify(loadRequest(1));
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  for (let attempt = 0; performance.now() - start < GIVE_UP_MS; attempt++) {
    const { address } = replicas[attempt % replicas.length]!;
    const url = `${address}/v1/policies/${policy}/decisions`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.text();
    if (answer.status === 200) return performance.now() - start;
    await sleep(PAUSE_MS);
  }
  return Number.POSITIVE_INFINITY;
}

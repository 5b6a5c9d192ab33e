/**
 * Which replica holds each policy, found out as any caller can: answers name who was asked and who holds the policy.
 */
import type { Replica } from './replica-set.ts';

const TELL = { 'hedgerow-holder': 'tell' };

/** Returns the port of the holder of each policy, in their order. */
export async function findHolders(
  replicas: readonly Replica[],
  policies: readonly string[],
): Promise<readonly number[]> {
  const ports = new Map<string, number>();
  for (const { address, port } of replicas) {
    ports.set(await ask(`${address}/v1/policies?limit=1`, 'hedgerow-member'), port);
  }
  const holders: number[] = [];
  for (const policy of policies) {
    const url = `${replicas[0]!.address}/v1/policies/${policy}`;
    holders.push(ports.get(await ask(url, 'hedgerow-holder'))!);
  }
  return holders;
}

async function ask(url: string, told: string): Promise<string> {
  const answer = await fetch(url, { headers: TELL });
  await answer.text();
  return answer.headers.get(told) ?? '';
}

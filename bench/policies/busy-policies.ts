/**
 * What a policy takes that is awake and busy: memory after many decisions that have keys and are rewarded soon, beyond what the
 * service takes before.
 */

import { createDecisionService } from '../../packages/service/src/decisions/create-decision-service.ts';
import type { DecisionService } from '../../packages/service/src/decisions/decision-service.ts';
import { systemClock } from '../../packages/service/src/instruments/clock.ts';
import { openSqliteJournal } from '../../packages/service/src/journal/sqlite/sqlite-journal.ts';
import { LOAD_POLICY, loadRequest, loadReward } from '../service/load-policy.ts';

export interface BusySize {
  readonly busyCount: number;
  /** Of each policy. */
  readonly busyDecisions: number;
}

const TOGETHER = 200;

/** Returns the bytes of one policy; `memoryBytes` tells what is held when all garbage is gone. */
export async function busyPolicyBytes(
  folder: string,
  { busyCount, busyDecisions }: BusySize,
  memoryBytes: () => number,
): Promise<number> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const service = createDecisionService({ journal, clock: systemClock });
  const names = Array.from({ length: busyCount }, (_, k) => `busy-${k}`);
  // One more, so that whatever the first of all takes is there before.
  for (const name of ['first', ...names]) await service.define(name, { definition: LOAD_POLICY });
  await play(service, 'first', busyDecisions);
  const before = memoryBytes();
  for (const name of names) await play(service, name, busyDecisions);
  const bytes = (memoryBytes() - before) / busyCount;
  await service.close();
  await journal.close();
  return bytes;
}

async function play(service: DecisionService, policy: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += TOGETHER) {
    const numbers = Array.from({ length: TOGETHER }, (_, i) => start + i);
    const ids = await Promise.all(numbers.map((number) => decide(service, policy, number)));
    await Promise.all(ids.map((id, i) => service.reward(id, { value: loadReward(start + i) })));
  }
}

async function decide(service: DecisionService, policy: string, number: number): Promise<string> {
  const key = { scope: 'local', text: `order-${policy}-${number}` };
  const { text } = await service.decide(policy, loadRequest(number), key);
  return (JSON.parse(text) as { id: string }).id;
}

/**
 * The memory holds so many decisions and keys. What it knew when a turn began may be pushed out by what is decided in the same turn before a request is run:
 * then the request still knows what it found.
 */
import { createEngine } from '@hedgerow/core';
import { beforeEach, expect, test } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { PLAIN_ISSUED, type PolicyState } from '../fold/policy-state.ts';
import { RAIN, sampleService, tickingClock } from '../testing/sample-service.ts';
import { loadPolicy } from '../writer/load-policy.ts';
import { Makings } from '../writer/makings.ts';
import { Accountant } from './accountant.ts';
import { bulkRewardCommand } from './bulk-command.ts';
import type { Command } from './command.ts';
import { KeyLookup, keyOf } from './idempotency.ts';
import { tellCommand } from './tell-command.ts';

const NO_PAUSES = { everyMs: 0, nowMs: () => 0, pause: () => Promise.resolve() };

const HELD = 20_000;
const FIRST = { policy: 'farm', generation: 1, sequence: 1 };
const CALLER = { scope: 'local', text: 'first' };

let journal: MemoryJournal;
let state: PolicyState;
beforeEach(async () => {
  journal = new MemoryJournal();
  const { service, decide } = sampleService({ journal });
  await decide();
  await service.decide('farm', RAIN, CALLER);
  await service.close();
  const flip = () => 0.5;
  const made = {
    engine: createEngine(),
    flip,
    decisionsHeld: 1000,
    isFromEntries: true,
    pauses: NO_PAUSES,
    makings: new Makings({ pauses: NO_PAUSES, isOrdered: true }),
    onRefused: () => {},
  };
  ({ state } = await loadPolicy({ journal, policy: 'farm', ...made }));
});

async function runAfter<Answer>(command: Command<Answer>, pushOut: () => void): Promise<Answer> {
  await command.prepare?.(state);
  pushOut();
  return command.run(new Accountant(state, () => tickingClock().now()));
}

const decideMore = () => state.open.issue(FIRST.sequence + HELD, PLAIN_ISSUED);

test('a reward is taken in though its decision has just left the memory', async () => {
  const message = { kind: 'rewarded', reward: 10 } as const;
  const command = tellCommand({ name: FIRST, message, journal });
  expect(await runAfter(command, decideMore)).toMatchObject({ outcome: 'recorded' });
});

test('a line of many rewards, too, and what was said of it in the same turn counts', async () => {
  const line = { decision: 'farm.1.1', value: 10 };
  const rewards = [line, line, { ...line, value: 11 }];
  const command = bulkRewardCommand({ policy: 'farm', rewards, journal });
  const outcomes = (await runAfter(command, decideMore)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['recorded', 'repeated', 'contradiction']);
});

test('a key is recognised though it has just left the memory', async () => {
  const lookup = new KeyLookup(keyOf(CALLER, RAIN), journal);
  await lookup.prepare(state);
  for (let i = 0; i < HELD; i++) state.keys.set(`local other ${i}`, { id: 'x', fingerprint: '' });
  expect(lookup.find(state)).toBe('farm.1.2');
});

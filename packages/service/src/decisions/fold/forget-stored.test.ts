/**
 * What a state holds of decisions and keys is bounded by what is on its way, and not by how many there were: the rest is in the
 * journal's table, and found there.
 */
import { createEngine } from '@hedgerow/core';
import { expect, it } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { sampleService } from '../testing/sample-service.ts';
import { emptyState, forgetStored, PLAIN_ISSUED, type PolicyState } from './policy-state.ts';

/** Of what is stored so many stay. */
const STAYING = 2000;

function stateWith(entryCount: number): PolicyState {
  const state = emptyState('farm', createEngine());
  for (let i = 1; i <= entryCount; i++) {
    state.keys.set(`key ${i}`, { id: `farm.1.${i}`, fingerprint: '' });
    state.recent.set(`farm.1.${i}`, PLAIN_ISSUED);
    state.open.issue(i, PLAIN_ISSUED);
  }
  state.accountedCount = entryCount;
  return state;
}

/** The first of which something is held, by keys, decisions that were spoken of, and those that wait. */
function firstHeld({ keys, recent, open }: PolicyState, count: number): (number | undefined)[] {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  return [
    numbers.find((i) => keys.get(`key ${i}`) !== undefined),
    numbers.find((i) => recent.get(`farm.1.${i}`) !== undefined),
    numbers.find((i) => open.get(i) !== undefined),
  ];
}

it('holds what is not stored, and some of what is', () => {
  const state = stateWith(9000);
  forgetStored(state, 5000);
  expect(firstHeld(state, 9000)).toEqual([3001, 3001, 3001]);
  forgetStored(state, 9000);
  expect(firstHeld(state, 9000)).toEqual([7001, 7001, 7001]);
  expect(state.open.size).toBe(9000);
  expect(state.keys.isNew('key 1')).toBe(false);
});

it('goes on with decisions of a state that was read when there were millions before', () => {
  const { open } = emptyState('farm', createEngine());
  open.play(7_000_000, PLAIN_ISSUED);
  open.issue(10_000_000, PLAIN_ISSUED);
  expect(open.get(7_000_000)).toBeUndefined();
  open.issue(10_000_001, PLAIN_ISSUED);
  open.keep(1);
  expect([open.get(10_000_000), open.get(10_000_001)]).toEqual([undefined, PLAIN_ISSUED]);
});

it('finds in the table what it let go of: keys, and decisions that are spoken of', async () => {
  const asked: string[] = [];
  class Watched extends MemoryJournal {
    override findByKey(...name: Parameters<MemoryJournal['findByKey']>) {
      asked.push(name[2]);
      return super.findByKey(...name);
    }
  }
  const { service, decide } = sampleService({ journal: new Watched() });
  const count = STAYING + 300;
  for (let i = 0; i < count; i += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, k) => decide({}, `key ${i + k}`)));
  }
  expect(asked).toEqual([]);
  const [old, fresh] = [await decide({}, 'key 5'), await decide({}, `key ${count - 1}`)];
  expect([old.id, fresh.id]).toEqual(['farm.1.6', `farm.1.${count}`]);
  expect(asked).toEqual(['key 5']);
  expect((await service.reward('farm.1.1', { value: 9 })).outcome).toBe('recorded');
  expect((await service.reward('farm.1.1', { value: 9 })).outcome).toBe('repeated');
  await expect(service.reward('farm.1.1', { value: 8 })).rejects.toThrow();
});

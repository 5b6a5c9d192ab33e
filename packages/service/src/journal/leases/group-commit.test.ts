/**
 * What goes in one statement, and when.
 */
import { expect, test } from 'vitest';
import { EMPTY_HEAD, sealEntries } from '../entry-hash.ts';
import { decided } from '../testing/sample-entries.ts';
import { GroupCommit, type Part } from './group-commit.ts';

/** Statements that are over when the test says so. */
function openCommit() {
  const sent: { readonly parts: readonly Part[]; readonly end: () => void }[] = [];
  const commit = new GroupCommit({
    append: (parts) =>
      new Promise((resolve) => {
        sent.push({ parts, end: () => resolve(parts.map(() => 1)) });
      }),
    arrivals: () => Promise.resolve(),
    onCommit: () => {},
  });
  const store = (policy: string, entryCount = 1) => {
    const sequences = Array.from({ length: entryCount }, (_, index) => index + 1);
    const bodies = sequences.map((sequence) => decided({ policy, sequence }));
    const batch = { policy, head: EMPTY_HEAD, entries: sealEntries(policy, EMPTY_HEAD, bodies) };
    return commit.store({ batch, member: 'm', epoch: 1, isLost: () => false });
  };
  return {
    sent,
    store,
    policies: () => sent.map(({ parts }) => parts.map(({ policy }) => policy)),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('while a small statement is on its way, all that comes waits for the next', async () => {
  const { sent, store, policies } = openCommit();
  const stored = [store('a')];
  await settle();
  for (const policy of ['b', 'c', 'd']) {
    stored.push(store(policy));
    await settle();
  }
  expect(policies()).toEqual([['a']]);
  sent[0]!.end();
  await settle();
  expect(policies()).toEqual([['a'], ['b', 'c', 'd']]);
  sent[1]!.end();
  expect(await Promise.all(stored)).toEqual([1, 1, 1, 1]);
});

test('a large one is not waited for, but by its own policy; a third statement waits', async () => {
  const { sent, store, policies } = openCommit();
  const stored = [store('a', 20)];
  await settle();
  for (const policy of ['a', 'b', 'c']) {
    stored.push(store(policy));
    await settle();
  }
  expect(policies()).toEqual([['a'], ['b']]);
  sent[1]!.end();
  await settle();
  expect(policies()).toEqual([['a'], ['b'], ['c']]);
  sent[2]!.end();
  sent[0]!.end();
  await settle();
  expect(policies().at(-1)).toEqual(['a']);
  sent[3]!.end();
  await Promise.all(stored);
});

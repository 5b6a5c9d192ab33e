/**
 * What goes in one statement, and when.
 */
import { expect, test } from 'vitest';
import { EMPTY_HEAD, sealEntries } from '../entry-hash.ts';
import { decided } from '../testing/sample-entries.ts';
import { GroupCommit, type KeyName, type Part } from './group-commit.ts';

interface Sent {
  readonly parts: readonly Part[];
  readonly keys: readonly KeyName[];
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** Statements that are over when the test says so. */
function openCommit() {
  const sent: Sent[] = [];
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  let nowMs = 0;
  const commit = new GroupCommit({
    append: (parts, keys) =>
      new Promise((resolve, reject) => {
        const found = keys.map(() => null);
        const end = () => resolve({ outcomes: parts.map(() => 1), found });
        sent.push({ parts, keys, end, fail: reject });
      }),
    findKeys: (keys) =>
      new Promise((resolve, reject) => {
        sent.push({ parts: [], keys, end: () => resolve(keys.map(() => null)), fail: reject });
      }),
    arrivals: () => Promise.resolve(),
    pause: (milliseconds) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.push({ milliseconds, end: resolve });
      return promise;
    },
    monotonic: { nowMs: () => nowMs },
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
    pauses,
    pass: (milliseconds: number) => {
      nowMs += milliseconds;
    },
    store,
    find: (text: string) => commit.findByKey('a', 'local', text),
    keys: () => sent.map(({ keys }) => keys.map(([, , text]) => text)),
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

test('keys that are looked for while a statement is on its way ride along with the next', async () => {
  const { sent, store, find, keys, policies } = openCommit();
  const first = find('one');
  await settle();
  expect([policies(), keys()]).toEqual([[[]], [['one']]]);
  const rest = [store('a'), find('two'), find('three')];
  await settle();
  expect(sent.length).toBe(1);
  sent[0]!.end();
  await settle();
  expect([policies()[1], keys()[1]]).toEqual([['a'], ['two', 'three']]);
  sent[1]!.end();
  expect(await Promise.all([first, ...rest])).toEqual([null, 1, null, null]);
});

test('keys are looked for alone if nobody knows what became of the parts they rode with', async () => {
  const { sent, store, find, keys, policies } = openCommit();
  const stored = store('a');
  const found = find('one');
  await settle();
  expect([policies(), keys()]).toEqual([[['a']], [['one']]]);
  sent[0]!.fail(new Error('lost'));
  await expect(stored).rejects.toThrow('lost');
  await settle();
  expect([policies()[1], keys()[1]]).toEqual([[], ['one']]);
  sent[1]!.end();
  expect(await found).toBeNull();
});

test('after a statement for several the next one waits for more, as long as that took; after one for one it does not', async () => {
  const { sent, pauses, pass, store, policies } = openCommit();
  const stored = [store('a'), store('b')];
  await settle();
  pass(2.5);
  sent[0]!.end();
  await settle();
  stored.push(store('c'));
  await settle();
  expect(policies()).toEqual([['a', 'b']]);
  expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([2.5]);
  pauses[0]!.end();
  await settle();
  expect(policies().at(-1)).toEqual(['c']);
  sent[1]!.end();
  await settle();
  stored.push(store('a'));
  await settle();
  expect(policies().at(-1)).toEqual(['a']);
  expect(pauses.length).toBe(1);
  sent[2]!.end();
  await Promise.all(stored);
});

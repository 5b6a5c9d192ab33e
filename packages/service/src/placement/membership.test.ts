/**
 * A member believes in itself no longer than the others do, whatever is late or lost.
 */
import { expect, test } from 'vitest';
import { type KnownMember, Membership } from './membership.ts';

/** A table whose answers come when the test lets them. */
function world() {
  const members = new Map<string, KnownMember>();
  let [nowMs, idCount, isStruck] = [0, 0, false];
  const beats: (() => void)[] = [];
  let delayMs = 0;
  const membership = new Membership({
    table: {
      join: async (member) => void members.set(member.id, { ...member, expiresAt: nowMs }),
      renew: async (member) => {
        nowMs += delayMs;
        if (!members.has(member.id)) return null;
        members.set(member.id, { ...member, expiresAt: nowMs });
        return [...members.values()];
      },
      quit: async (id) => void members.delete(id),
    },
    leaseMs: 1000,
    monotonic: { nowMs: () => nowMs },
    timer: (callback) => {
      beats.push(callback);
      return () => {};
    },
    newId: () => {
      idCount += 1;
      return `id ${idCount}`;
    },
    onStruck: () => {
      isStruck = true;
    },
    onRenewed: () => {},
  });
  return {
    membership,
    members,
    beats,
    pass: (ms: number) => {
      nowMs += ms;
    },
    answersTake: (ms: number) => {
      delayMs = ms;
    },
    isStruck: () => isStruck,
  };
}

test('believes in itself for less than a lease since the renewal was sent', async () => {
  const { membership, pass, answersTake } = world();
  answersTake(600);
  const id = await membership.require();
  expect(membership.trustedId).toBe(id);
  pass(400);
  expect(membership.trustedId).toBeNull();
});

test('renews again if the renewal that was under way was sent too long ago', async () => {
  const { membership, answersTake } = world();
  await membership.require();
  answersTake(1200);
  const late = membership.announce('http://127.0.0.1:1');
  await late;
  expect(membership.trustedId).toBeNull();
  answersTake(0);
  expect(await membership.require()).toBe(membership.trustedId);
});

test('goes by the name that it has now, and knows the others by their addresses', async () => {
  const { membership, members, pass } = world();
  const address = 'http://127.0.0.1:2';
  expect(membership.nameAt(address)).toBeUndefined();
  members.set('before', { id: 'before', address, isLeaving: false, expiresAt: 1 });
  members.set('again', { id: 'again', address, isLeaving: false, expiresAt: 2 });
  const first = await membership.require();
  expect([membership.isSelf(first), membership.isSelf('again')]).toEqual([true, false]);
  expect(membership.nameAt(address)).toBe('again');
  members.clear();
  pass(1000);
  const second = await membership.require();
  expect([membership.isSelf(first), membership.isSelf(second)]).toEqual([false, true]);
});

test('once struck out, it forgets and comes back under another name', async () => {
  const { membership, members, pass, isStruck } = world();
  const first = await membership.require();
  members.clear();
  pass(1000);
  const second = await membership.require();
  expect(isStruck()).toBe(true);
  expect(second).not.toBe(first);
  expect([...members.keys()]).toEqual([second]);
});

test('shares out to members that stay and take requests, each address once', async () => {
  const { membership, members } = world();
  await membership.announce('http://127.0.0.1:1');
  const add = (id: string, address: string | null, isLeaving = false) =>
    members.set(id, { id, address, isLeaving, expiresAt: 0 });
  add('a', 'http://127.0.0.1:2');
  add('b', 'http://127.0.0.1:2');
  add('c', 'http://127.0.0.1:3', true);
  add('d', null);
  await membership.announce('http://127.0.0.1:1');
  expect(membership.addresses).toEqual(['http://127.0.0.1:1', 'http://127.0.0.1:2']);
  await membership.leave();
  expect(membership.addresses).toEqual(['http://127.0.0.1:2']);
  await membership.close();
  expect(members.has('id 1')).toBe(false);
  await expect(membership.require()).rejects.toThrow('no member any more');
});

test('notices another at its own address that goes on renewing, and not what it was before it was started again', async () => {
  const { membership, members } = world();
  const address = 'http://127.0.0.1:1';
  const hears = async (expiresAt: number, more: Partial<KnownMember> = {}) => {
    members.set('a', { id: 'a', address, isLeaving: false, expiresAt, ...more });
    await membership.announce(address);
    return membership.hasNamesake;
  };
  expect(await hears(1)).toBe(false);
  expect(await hears(1)).toBe(false);
  expect(await hears(2)).toBe(true);
  expect(await hears(2)).toBe(true);
  expect(await hears(3, { isLeaving: true })).toBe(false);
  expect(await hears(3, { address: 'http://127.0.0.1:2' })).toBe(false);
});

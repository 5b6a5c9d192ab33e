/**
 * What a state knows of keys: it must never say that a key is new which was used.
 */
import { expect, it } from 'vitest';
import { KnownKeys } from './known-keys.ts';
import { NameRoom } from './name-room.ts';

const KNOWN = { id: 'farm.1.1', fingerprint: '' };
const QUESTIONS = 64;

function askInVain(keys: KnownKeys, count: number, entryCount = 1): boolean[] {
  return Array.from({ length: count }, () => keys.noteQuestion(entryCount));
}

it('knows that a key is new where it was told of all, also of those that left the newest', () => {
  const keys = new KnownKeys(1, new NameRoom());
  keys.set('a', KNOWN);
  keys.set('b', KNOWN);
  expect(keys.get('a')).toBeUndefined();
  expect(['a', 'b', 'c'].map((name) => keys.isNew(name))).toEqual([false, false, true]);
});

it('says nothing of keys where it missed some', () => {
  const keys = new KnownKeys(9, new NameRoom());
  keys.missSome();
  keys.set('a', KNOWN);
  expect(['a', 'b'].map((name) => keys.isNew(name))).toEqual([false, false]);
});

it('has them read when it asked often enough for so many entries, and once', () => {
  const keys = new KnownKeys(9, new NameRoom());
  expect(askInVain(keys, 2 * QUESTIONS)).not.toContain(true);
  keys.missSome();
  expect(new KnownKeys(9, new NameRoom()).noteQuestion(1)).toBe(false);
  const few = new KnownKeys(9, new NameRoom());
  few.missSome();
  expect(askInVain(few, QUESTIONS).indexOf(true)).toBe(QUESTIONS - 1);
  few.beginLearning();
  expect(askInVain(few, 5)).not.toContain(true);
  const many = new KnownKeys(9, new NameRoom());
  many.missSome();
  expect(askInVain(many, 100, 1600).indexOf(true)).toBe(99);
});

it('knows, once they are read, those that were stored, on their way, and set meanwhile', () => {
  const keys = new KnownKeys(9, new NameRoom());
  keys.missSome();
  keys.set('on its way', KNOWN);
  const learning = keys.beginLearning();
  expect(keys.learn(learning, ['stored'])).toBe(true);
  keys.set('meanwhile', KNOWN);
  expect(keys.isNew('other')).toBe(false);
  keys.endLearning(learning);
  const names = ['stored', 'on its way', 'meanwhile', 'other'];
  expect(names.map((name) => keys.isNew(name))).toEqual([false, false, false, true]);
});

it('throws away what is being read when something is missed meanwhile', () => {
  const keys = new KnownKeys(9, new NameRoom());
  keys.missSome();
  const learning = keys.beginLearning();
  keys.missSome();
  expect(keys.learn(learning, ['stored'])).toBe(false);
  keys.endLearning(learning);
  expect(keys.isNew('other')).toBe(false);
});

it('tries again after as many questions where they could not be read', () => {
  const keys = new KnownKeys(9, new NameRoom());
  keys.missSome();
  askInVain(keys, QUESTIONS);
  keys.breakOff(keys.beginLearning());
  expect(askInVain(keys, QUESTIONS).indexOf(true)).toBe(QUESTIONS - 1);
  expect(keys.isNew('other')).toBe(false);
});

it('keeps to so many, and asks for each where there are more', () => {
  const most = 3;
  const keys = new KnownKeys(9, new NameRoom(), most);
  for (const name of ['a', 'b', 'c']) keys.set(name, KNOWN);
  expect(keys.isNew('e')).toBe(true);
  keys.set('d', KNOWN);
  expect(['a', 'd', 'e'].map((name) => keys.isNew(name))).toEqual([false, false, false]);
  expect(askInVain(keys, 2 * QUESTIONS)).not.toContain(true);
  const read = new KnownKeys(9, new NameRoom(), most);
  read.missSome();
  const learning = read.beginLearning();
  expect(read.learn(learning, ['a', 'b', 'c'])).toBe(false);
  read.endLearning(learning);
  expect(read.isNew('e')).toBe(false);
  expect(askInVain(read, 2 * QUESTIONS)).not.toContain(true);
});

it('asks again where other policies needed the room, and does not read all keys for it', () => {
  const room = new NameRoom(8192);
  const keys = new KnownKeys(9, room);
  keys.set('a', KNOWN);
  const busy = new KnownKeys(9, room);
  for (let i = 0; i < 600; i++) busy.set(`key ${i}`, KNOWN);
  expect([keys.isNew('b'), busy.isNew('b')]).toEqual([false, true]);
  keys.set('c', KNOWN);
  expect(askInVain(keys, 2 * QUESTIONS)).not.toContain(true);
});

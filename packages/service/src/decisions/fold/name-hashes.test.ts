import { expect, it } from 'vitest';
import { hashOf, NameHashes } from './name-hashes.ts';
import { NameRoom } from './name-room.ts';

it('never misses a name that was added, however often the table was made larger', () => {
  const names = new NameHashes(new NameRoom());
  for (let i = 0; i < 20_000; i++) {
    names.add(`5 local${i}`);
    expect(names.has(`5 local${i}`)).toBe(true);
  }
  const missed = Array.from({ length: 20_000 }, (_, i) => i).filter(
    (i) => !names.has(`5 local${i}`),
  );
  expect(missed).toEqual([]);
});

it('hardly ever takes a name for another, though names are counted up', () => {
  const names = new NameHashes(new NameRoom());
  for (let i = 0; i < 20_000; i++) names.add(`5 local${i}`);
  const mistaken = Array.from({ length: 20_000 }, (_, i) => names.has(`5 local${i + 20_000}`));
  // 20,000 hashes of four thousand million: less than a tenth of a name is expected.
  expect(mistaken.filter(Boolean).length).toBeLessThan(5);
});

it('says when it is full, and counts a name once', () => {
  const names = new NameHashes(new NameRoom(), 2);
  names.add('a');
  names.add('a');
  expect(names.hasRoom).toBe(true);
  names.add('b');
  expect(names.hasRoom).toBe(false);
});

it('takes names that were chosen to stand one after the other for a full table, and misses none', () => {
  const names = new NameHashes(new NameRoom());
  const chosen = namesNear(0, 400);
  let before = 0;
  while (names.hasRoom && before < chosen.length) names.add(chosen[before++]!);
  expect(names.hasRoom).toBe(false);
  expect(before).toBeLessThan(chosen.length);
  expect(names.has('5 local')).toBe(true);
  expect(chosen.filter((name) => !names.has(name))).toEqual([]);
});

/** Names whose hashes end in the same bits, as whoever knows the function finds them. */
function namesNear(place: number, count: number): string[] {
  const found: string[] = [];
  for (let i = 0; found.length < count; i++) {
    if ((hashOf(`5 local${i}`) & 0xfff) === place) found.push(`5 local${i}`);
  }
  return found;
}

it('has no more room than all tables have together: the one that has not grown for longest is closed', () => {
  const room = new NameRoom(8192);
  const [old, busy] = [new NameHashes(room), new NameHashes(room)];
  old.add('a');
  for (let i = 0; i < 500; i++) busy.add(`key ${i}`);
  expect([old.hasRoom, busy.hasRoom]).toEqual([true, true]);
  busy.add('one more');
  for (let i = 0; i < 100; i++) busy.add(`other ${i}`);
  expect([old.hasRoom, busy.hasRoom]).toEqual([false, true]);
  // It does not know any more, and says so of all.
  expect([old.has('a'), old.has('b')]).toEqual([true, true]);
  expect([busy.has('key 7'), busy.has('key 501')]).toEqual([true, false]);
  for (let i = 0; i < 2000; i++) busy.add(`further ${i}`);
  expect([busy.hasRoom, busy.has('nobody')]).toEqual([false, true]);
  // What was given back is free for others.
  const next = new NameHashes(room);
  next.add('c');
  expect([next.hasRoom, next.has('c'), next.has('d')]).toEqual([true, true, false]);
});

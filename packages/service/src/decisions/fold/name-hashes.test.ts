import { expect, it } from 'vitest';
import { hashOf, NameHashes } from './name-hashes.ts';

it('never misses a name that was added, however often the table was made larger', () => {
  const names = new NameHashes();
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
  const names = new NameHashes();
  for (let i = 0; i < 20_000; i++) names.add(`5 local${i}`);
  const mistaken = Array.from({ length: 20_000 }, (_, i) => names.has(`5 local${i + 20_000}`));
  // 20,000 hashes of four thousand million: less than a tenth of a name is expected.
  expect(mistaken.filter(Boolean).length).toBeLessThan(5);
});

it('says when it is full, and counts a name once', () => {
  const names = new NameHashes(2);
  names.add('a');
  names.add('a');
  expect(names.hasRoom).toBe(true);
  names.add('b');
  expect(names.hasRoom).toBe(false);
});

it('takes names that were chosen to stand one after the other for a full table, and misses none', () => {
  const names = new NameHashes();
  const chosen = namesNear(0, 400);
  let before = 0;
  while (names.hasRoom && before < chosen.length) names.add(chosen[before++]!);
  expect(names.hasRoom).toBe(false);
  expect(before).toBeLessThan(chosen.length);
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

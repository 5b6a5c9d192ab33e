import { expect, it, vi } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { RecentMap } from './recent-map.ts';

it('keeps what was set last and forgets the oldest', () => {
  const map = new RecentMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4]);
});

it('does what a list would do that is searched from its end, whatever is set in which order', () => {
  const random = seededRandom(4);
  const map = new RecentMap<number>(7);
  let list: [string, number][] = [];
  for (let step = 0; step < 3000; step++) {
    const key = `key${random.below(12)}`;
    map.set(key, step);
    list = [...list.filter(([name]) => name !== key), [key, step] as [string, number]].slice(-7);
    const known = new Map(list);
    for (let i = 0; i < 12; i++) expect(map.get(`key${i}`)).toBe(known.get(`key${i}`));
  }
});

it('never walks over a map, which takes longer the more was deleted from it', () => {
  const walks = (['keys', 'entries', 'values', 'forEach'] as const).map((name) =>
    vi.spyOn(Map.prototype, name),
  );
  try {
    const map = new RecentMap<number>(10);
    for (let i = 0; i < 100; i++) map.set(`key${i}`, i);
    for (const walk of walks) expect(walk).not.toHaveBeenCalled();
  } finally {
    for (const walk of walks) walk.mockRestore();
  }
});

import { expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { WaitingBook, type WaitingForecasts } from './waiting-forecasts.ts';

const THOUSAND = 1000;
const MEMBERS_MAX = 200_000;

function waiting(members: number): WaitingForecasts {
  const points = new Array<number>(members).fill(1);
  return { issued: 0, group: null, forecasts: { rain: { kind: 'ensemble', points } } };
}

const membersOf = ({ forecasts }: WaitingForecasts) =>
  Object.values(forecasts).reduce(
    (sum, one) => sum + (one as unknown as { points: number[] }).points.length,
    0,
  );

it('keeps what counting all of them anew would keep, with gaps, replacements and departures', () => {
  const random = seededRandom(3);
  const book = new WaitingBook();
  let list: [number, WaitingForecasts][] = [];
  const sum = () => list.reduce((total, [, one]) => total + membersOf(one), 0);
  for (let sequence = 1; sequence < 4000; sequence += 1 + random.below(3)) {
    const one = waiting(sequence > 3000 ? random.below(900) : 2);
    book.set(sequence, one);
    list.push([sequence, one]);
    while (list.length > THOUSAND || sum() > MEMBERS_MAX) list.shift();
    const at = random.below(list.length);
    if (random.chance(0.3) && list.length > 1) {
      book.delete(list[at]![0]);
      list = list.filter((_, i) => i !== at);
    } else if (random.chance(0.2)) {
      list[at] = [list[at]![0], waiting(1)];
      book.set(...list[at]!);
    }
    if (sequence % 97 === 0)
      expect([...book].map(([key]) => key)).toEqual(list.map(([key]) => key));
  }
  expect([...new WaitingBook(book)]).toEqual([...book]);
  expect(book.size).toBe(list.length);
});

it('forgets even the newest if it alone is too large', () => {
  const book = new WaitingBook();
  book.set(5, waiting(MEMBERS_MAX + 1));
  expect(book.size).toBe(0);
  book.set(6, waiting(3));
  expect(book.size).toBe(1);
});

/**
 * Nobody waits for more than ten short decisions, or for one long one.
 */
import { expect, it } from 'vitest';
import { batchParts } from './batch-parts.ts';

const asked = (id: number, count: number) => ({
  id,
  request: { context: { rain: { kind: 'ensemble', points: Array(count).fill(1) }, soil: 'clay' } },
});
const idsOf = (parts: readonly (readonly { readonly id: number }[])[]) =>
  parts.map((part) => part.map(({ id }) => id));

it('takes ten short decisions together, and nothing of none', () => {
  const parts = batchParts(Array.from({ length: 25 }, (_, id) => asked(id, 50)));
  expect(parts.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(idsOf(parts).flat()).toEqual(Array.from({ length: 25 }, (_, id) => id));
  expect(batchParts([])).toEqual([]);
});

it('takes fewer where forecasts are long, and the longest by themselves', () => {
  const counts = [2000, 3000, 1, 5000, 9000, 4999, 1, 1];
  const parts = batchParts(counts.map((count, id) => asked(id, count)));
  expect(idsOf(parts)).toEqual([[0, 1], [2], [3], [4], [5, 6], [7]]);
});

import type { CorridorPoint } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { rangeBetween, spanOf } from './time-range.ts';

const NOW = Date.parse('2026-11-16T12:00:00.000Z');

describe('spanOf', () => {
  it('asks for nothing in particular, for the newest time, or for a stretch', () => {
    expect(spanOf({ kind: 'all' }, NOW)).toEqual({});
    expect(spanOf({ kind: 'day' }, NOW)).toEqual({ since: '2026-11-15T12:00:00.000Z' });
    expect(spanOf({ kind: 'month' }, NOW)).toEqual({ since: '2026-10-17T12:00:00.000Z' });
    const stretch = { since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' };
    expect(spanOf({ kind: 'between', ...stretch }, NOW)).toEqual(stretch);
  });
});

describe('rangeBetween', () => {
  const points = [4, 8, 12, 16].map((sequence) => ({ sequence, at: `t${sequence}` }));
  const marked = (from: number, to: number) =>
    rangeBetween(points as unknown as CorridorPoint[], from, to);

  it('takes the times of the points inside', () => {
    expect(marked(7.4, 12.2)).toEqual({ kind: 'between', since: 't8', until: 't12' });
  });

  it('is nothing where fewer than two points lie', () => {
    expect(marked(5, 7)).toBeNull();
    expect(marked(7, 9)).toBeNull();
  });
});

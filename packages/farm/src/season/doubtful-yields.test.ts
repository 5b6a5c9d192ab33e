import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { doubtfulYields, type ToldYields, yieldDeclarations } from './doubtful-yields.ts';
import type { PartYields } from './match-harvest.ts';
import { reportedBefore } from './reported-before.ts';

const DECLARED = yieldDeclarations({
  baseline: { action: 'Own', reward: { min: 7, max: 12 } },
  reward: { min: 2, max: 16, unit: 't/ha' },
  split: { drop: 2.5, plotNoise: { scale: 0.4 } },
});

const told = (name: string, now: PartYields, before: PartYields = {}): ToldYields => ({
  decision: name,
  name,
  now,
  before,
});

const asked = (...all: ToldYields[]) => doubtfulYields(all, DECLARED).map(({ text }) => text);

describe('a yield is asked about', () => {
  it('where it contradicts what was declared of the usual hybrid', () => {
    expect(asked(told('Brook', { check: 13.3 }))).toEqual([
      'Brook: the check is to have yielded 13.3 t/ha; the usual hybrid was declared to yield 7 to 12 t/ha.',
    ]);
    expect(asked(told('Brook', { check: 13.1 }))).toEqual([]);
  });

  it('where it lies further from its check than drop and three deviations of a difference', () => {
    expect(asked(told('Brook', { try: 4.7, check: 9 }))[0]).toContain('its check has 9 t/ha');
    expect(asked(told('Brook', { try: 13.3, check: 9 }))[0]).toContain('2.5 t/ha is declared');
    expect(asked(told('Brook', { try: 4.9, check: 9 }))).toEqual([]);
    expect(asked(told('Brook', { check: 9 }, { try: 4.7 }))[0]).toContain('the try beside it has');
  });

  it('where it stands apart from its neighbours, new or known', () => {
    const usual = [9, 9.2, 8.9, 9.4].map((value, i) => told(`F${i}`, {}, { check: value }));
    expect(asked(...usual, told('Brook', { try: 6.2 }))[0]).toContain('the middle of this season');
    expect(asked(...usual, told('Brook', { try: 8 }))).toEqual([]);
    expect(asked(told('Brook', { try: 6.2 }), ...usual.slice(2))).toEqual([]);
  });

  it('only where something is declared that it could contradict', () => {
    const open = yieldDeclarations({ baseline: { action: 'Own' }, reward: { min: 0, max: 20 } });
    expect(doubtfulYields([told('Brook', { try: 1, check: 19 })], open)).toEqual([]);
  });

  const near = fc.double({ min: -1, max: 1, noNaN: true });
  test.prop([fc.array(fc.tuple(near, near), { minLength: 1, maxLength: 12 })])(
    'and never where all lies within the declarations and near each other',
    (fields) => {
      const all = fields.map(([a, b], i) =>
        told(`F${i}`, { try: 9.5 + a / 2, check: 9.5 + b / 2 }),
      );
      const steep = doubtfulYields(all, DECLARED).filter(({ text }) => !text.includes('middle'));
      expect(steep).toEqual([]);
    },
  );
});

describe('a number that comes again', () => {
  const planned = { decision: 'd1', field: 'Brook', name: 'Brook', parts: [] };
  const again = (yields: PartYields) =>
    reportedBefore([{ planned, yields }], () => ({ try: 9.1 }), 'Correct it.');

  it('is no news, and with another value it says how it is corrected', () => {
    expect(again({ try: 9.1, check: 8 })).toEqual({
      fresh: [{ planned, yields: { check: 8 } }],
      contradictions: [],
      repeatedCount: 1,
    });
    expect(again({ try: 9.4 })).toEqual({
      fresh: [],
      contradictions: ['Brook: 9.1 was reported of its try, and the table says 9.4. Correct it.'],
      repeatedCount: 0,
    });
  });
});

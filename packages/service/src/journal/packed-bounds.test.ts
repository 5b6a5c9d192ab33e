import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { packBounds, unpackBounds } from './packed-bounds.ts';

const RANGE = { min: 3, max: 20 };
const row = (action: string, predicted: number, reach: number) => ({
  action,
  predicted,
  low: Math.max(RANGE.min, predicted - reach),
  high: Math.min(RANGE.max, predicted + reach),
});

describe('packed bounds', () => {
  property.prop([
    fc.array(fc.tuple(fc.double({ noNaN: true }), fc.double({ min: 0, noNaN: true })), {
      maxLength: 30,
    }),
  ])('come back to the bit, whatever was predicted', (pairs) => {
    const actions = pairs.map((_, i) => `a${i}`);
    const bounds = pairs.map(([predicted, reach], i) => row(actions[i]!, predicted, reach));
    expect(unpackBounds(packBounds(bounds, actions, RANGE)!, actions, RANGE)).toEqual(bounds);
  });

  it('take two numbers for a row, nearly always, and four where no reach is found', () => {
    const actions = ['a'];
    let longer = 0;
    for (let i = 0; i < 2000; i++) {
      const bounds = [row('a', 3 + Math.sin(i) ** 2 * 17, 5 * Math.cos(i) ** 2)];
      const packed = packBounds(bounds, actions, RANGE)!;
      expect(unpackBounds(packed, actions, RANGE)).toEqual(bounds);
      if (packed.length > 24) longer += 1;
    }
    expect(longer).toBeLessThan(20);
    const odd = [{ action: 'a', predicted: 5, low: 4.5, high: 19 }];
    expect(unpackBounds(packBounds(odd, actions, RANGE)!, actions, RANGE)).toEqual(odd);
  });

  it('are not made of rows that say more, or of other actions', () => {
    const beside = { predicted: 0, low: 0, high: 0, chance: 0.5 };
    const outlook = { low: 4, high: 6, beside };
    expect(packBounds([{ ...row('a', 5, 1), outlook }], ['a'], RANGE)).toBeNull();
    expect(packBounds([row('a', 5, 1)], ['b'], RANGE)).toBeNull();
    expect(packBounds([row('a', 5, 1)], ['a', 'b'], RANGE)).toBeNull();
  });
});

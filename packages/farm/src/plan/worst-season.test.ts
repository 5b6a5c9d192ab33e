import { fc, test } from '@fast-check/vitest';
import type { Receipt } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { worstSeason } from './worst-season.ts';

const REWARD = { min: 2, max: 16 };

function receipt(size: number, share: number): Pick<Receipt, 'size' | 'parts' | 'chosenBy'> {
  const part = (role: 'try' | 'check', of: number) => ({
    role,
    action: role,
    share: of,
    size: size * of,
    strips: null,
  });
  return { size, chosenBy: 'learner', parts: [part('try', share), part('check', 1 - share)] };
}

describe('the worst season', () => {
  it('is every try at its lowest where the usual choice is at its best', () => {
    const { loss, share } = worstSeason({ baseline: { action: 'a' }, reward: REWARD }, [
      receipt(25, 0.25),
    ]);
    expect(loss).toBeCloseTo(25 * 0.25 * 14, 12);
    expect(share).toBeCloseTo((0.25 * 14) / 16, 9);
  });

  it('is nothing where nothing is tried', () => {
    const definition = { baseline: { action: 'a' }, reward: REWARD };
    expect(worstSeason(definition, [receipt(25, 0)])).toEqual({ loss: 0, share: 0 });
  });

  test.prop([
    fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9 })), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.option(fc.double({ min: 0.5, max: 12, noNaN: true }), { nil: undefined }),
    fc.option(fc.double({ min: 0.1, max: 0.9, noNaN: true }), { nil: undefined }),
    fc.integer({ min: 3, max: 9 }),
  ])(
    'no yields within the declarations lose more, and some lose as much',
    (fields, drop, ratio, low) => {
      const split = { ...(drop !== undefined && { drop }), ...(ratio !== undefined && { ratio }) };
      const usual = { min: low, max: 12 };
      const definition = { baseline: { action: 'a', reward: usual }, reward: REWARD, split };
      const receipts = fields.map(([size, tenths]) => receipt(size, tenths / 10));
      const { loss, share } = worstSeason(definition, receipts);
      const fall = (r: number) => Math.max(0, Math.min(r - 2, drop ?? 99, (1 - (ratio ?? 0)) * r));
      const steps = 24;
      const yields = Array.from({ length: steps + 1 }, (_, i) => low + ((12 - low) * i) / steps);
      const combinations = fields.reduce<number[][]>(
        (lists) => lists.flatMap((list) => yields.map((r) => [...list, r])),
        [[]],
      );
      let [worstLoss, worstShare] = [0, 0];
      for (const list of combinations) {
        const lost = fields.reduce(
          (sum, [size, tenths], i) => sum + (size * tenths * fall(list[i]!)) / 10,
          0,
        );
        const whole = fields.reduce((sum, [size], i) => sum + size * list[i]!, 0);
        worstLoss = Math.max(worstLoss, lost);
        worstShare = Math.max(worstShare, lost / whole);
      }
      expect(worstLoss).toBeLessThanOrEqual(loss + 1e-9);
      expect(worstShare).toBeLessThanOrEqual(share + 1e-9);
      expect(worstLoss).toBeCloseTo(loss, 9);
      expect(worstShare).toBeGreaterThan(0.9 * share - 1e-9);
    },
  );
});

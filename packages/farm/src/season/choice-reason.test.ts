import type { Receipt } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { type ChoiceReceipt, choiceReason, countTries } from './choice-reason.ts';

const bound = (action: string, gain: number, chance: number): Receipt['bounds'][number] => ({
  action,
  predicted: 9 + gain,
  low: 8,
  high: 10,
  outlook: { low: 7, high: 11, beside: { predicted: gain, low: -1, high: 1, chance } },
});

function receipt(tried: string | null, share = 0.9, reason = 'tried-on-a-part'): ChoiceReceipt {
  const part = (role: 'try' | 'check', action: string, of: number) => ({
    role,
    action,
    share: of,
    size: of,
    strips: null,
  });
  return {
    reason,
    proposal: tried ?? 'Ada',
    baseline: { action: 'Own', reward: null },
    bounds: [bound('Own', 0, 0.5), bound('Ada', 0.6, 0.8), bound('Bly', 0.4, 0.7)],
    parts: tried === null ? [part('check', 'Own', 1)] : [part('try', tried, share)],
  };
}

const tries = countTries(['Ada', 'Bly', 'Bly', 'Bly']);
const why = (of: ChoiceReceipt, known = tries) => choiceReason(of, { tries: known, shareMax: 0.9 });

describe('a choice says why', () => {
  it('by what is known of the hybrid', () => {
    expect(why(receipt('Ada'))).toBe('looks best here: 1 strip so far');
    expect(why(receipt('Ada'), new Map([['Ada', 5]]))).toBe('best proved here');
    expect(why(receipt('Bly'))).toBe('tried to learn: 3 strips so far');
    const sure = { ...receipt('Ada'), bounds: [bound('Own', 0, 0.5), bound('Ada', 1, 0.9)] };
    expect(why(sure)).toBe('best proved here');
  });

  it('and by what the budget allows', () => {
    expect(why(receipt('Bly', 0.25), new Map())).toBe(
      'tried to learn: no strips so far; more land would overspend the budget',
    );
    expect(why(receipt(null, 0, 'not-certified'))).toBe(
      'one strip of Ada would overspend the budget',
    );
    expect(why(receipt(null, 0, 'proposal-is-baseline'))).toBe('the usual one looks best here');
    expect(why(receipt(null, 0, 'shadow'))).toBe('only watching');
  });
});

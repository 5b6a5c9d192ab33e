/**
 * What the page says about the parts of a divided decision.
 */
import { describe, expect, it } from 'vitest';
import { amountText } from '../design/number-text.ts';
import { partRewardText, partsWords, rolesOf, standingWords, stripsText } from './part-words.ts';

const TRY = { role: 'try', action: 'early', share: 0.2, size: 0.8, strips: [3, 7, 8, 16] } as const;
const CHECK = { role: 'check', action: 'local', share: 0.8, size: 3.2, strips: [1, 2] } as const;
const NINE = amountText(9, 't/ha');

describe('partsWords', () => {
  it('says what is tried on how much, why it was drawn, and how to measure', () => {
    const words = partsWords([TRY, CHECK]);
    expect(words).toContain('“early” is tried on 20% of it; “local” on the rest');
    expect(words).toContain('was drawn at random');
    expect(words).toContain('soil');
    expect(words).toContain('border rows');
  });

  it('does not claim a draw that has not been made', () => {
    const words = partsWords([
      { ...TRY, strips: null },
      { ...CHECK, strips: null },
    ]);
    expect(words).not.toContain('was drawn');
  });

  it('speaks of no check where there is none, and of no try where there is none', () => {
    expect(partsWords([{ ...TRY, share: 1 }])).toContain('no check');
    expect(partsWords([{ ...CHECK, share: 1 }])).toContain('Nothing is tried');
  });
});

describe('stripsText', () => {
  it('draws neighbours together', () => {
    expect(stripsText([1, 2, 3, 7, 9, 10])).toBe('1–3, 7, 9–10');
    expect(stripsText([])).toBe('');
  });
});

describe('standingWords', () => {
  it('says of each part what it paid, or that it is awaited', () => {
    expect(standingWords({ share: 0.2, try: 9, check: null }, 't/ha')).toBe(
      `the try paid ${NINE}, the check is awaited`,
    );
    expect(standingWords({ share: 0, try: null, check: 9 }, 't/ha')).toBe(`the check paid ${NINE}`);
  });

  it('says on how much of it a part was measured, if not on all', () => {
    expect(partRewardText({ reward: 9, measuredShare: 0.5 }, 't/ha')).toBe(
      `${NINE} (measured on 50% of it)`,
    );
  });
});

describe('rolesOf', () => {
  it('names the parts that there are to measure', () => {
    const standing = { try: null, check: null };
    expect(rolesOf({ ...standing, share: 0.2 })).toEqual(['try', 'check']);
    expect(rolesOf({ ...standing, share: 1 })).toEqual(['try']);
    expect(rolesOf({ ...standing, share: 0 })).toEqual(['check']);
  });
});

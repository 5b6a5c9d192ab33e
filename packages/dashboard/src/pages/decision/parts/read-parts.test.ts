/**
 * Rewards of parts as people type them: together, alone, or not at all.
 */
import { describe, expect, it } from 'vitest';
import { asMeasured, readParts } from './read-parts.ts';

const RANGE = { min: 4, max: 14 };
const BOTH = ['try', 'check'] as const;

describe('readParts', () => {
  it('sends what is filled in, and leaves out what is not known yet', () => {
    expect(readParts(BOTH, { try: '9,5', check: ' ' }, RANGE)).toEqual({
      values: { try: 9.5 },
      faults: {},
    });
    expect(readParts(BOTH, { try: '9', check: '8' }, RANGE).values).toEqual({ try: 9, check: 8 });
  });

  it('wants at least one, and says so at the first field that there is', () => {
    expect(readParts(BOTH, {}, RANGE).values).toBeNull();
    expect(readParts(BOTH, {}, RANGE).faults.try).toContain('at least one part');
    expect(readParts(['check'], {}, RANGE).faults.check).toContain('Enter a number');
  });

  it('sends nothing while one of them is wrong, and says which', () => {
    const { values, faults } = readParts(BOTH, { try: '9', check: '84' }, RANGE);
    expect(values).toBeNull();
    expect(faults.try).toBeUndefined();
    expect(faults.check).toContain('4 to 14');
  });

  it('does not read a part that the form does not ask for', () => {
    expect(readParts(['check'], { try: 'x', check: '8' }, RANGE).values).toEqual({ check: 8 });
  });
});

describe('asMeasured', () => {
  it('keeps on how much of a part was measured when its reward is corrected', () => {
    const standing = { share: 0.2, try: { reward: 9, measuredShare: 0.5 }, check: 8 };
    expect(asMeasured({ try: 7, check: 6 }, standing)).toEqual({
      try: { reward: 7, measuredShare: 0.5 },
      check: 6,
    });
    expect(asMeasured({ check: 6 }, standing)).toEqual({ check: 6 });
  });
});

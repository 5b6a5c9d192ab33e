/**
 * Rewards as people type them.
 */
import { describe, expect, it } from 'vitest';
import { readReward } from './read-reward.ts';

const RANGE = { min: 4, max: 14 };

describe('readReward', () => {
  it('reads a point, a comma and blanks around', () => {
    expect(readReward('8.4', RANGE).value).toBe(8.4);
    expect(readReward(' 8,4 ', RANGE).value).toBe(8.4);
  });

  it.each(['', '  ', 'eight', '8.4.1', 'Infinity', 'NaN'])('refuses "%s"', (text) => {
    const { value, fault } = readReward(text, RANGE);
    expect(value).toBeNull();
    expect(fault).toContain('Enter a number');
  });

  it('refuses what a round cannot pay, and says what it can', () => {
    expect(readReward('3.9', RANGE).fault).toContain('4 to 14');
    expect(readReward('84', RANGE).value).toBeNull();
  });

  it('leaves it to the service where noise was declared or the range is not known', () => {
    expect(readReward('15', { ...RANGE, noiseScale: 1 }).value).toBe(15);
    expect(readReward('15', null).value).toBe(15);
  });
});

import { describe, expect, it } from 'vitest';
import { dayOfYear, dayText, medianDay, parseDay } from './calendar.ts';

describe('parseDay', () => {
  it.each(['5/4/15', '5/4/2015', '05/04/2015', '2015-05-04', '20150504'])('reads %s', (text) => {
    expect(dayText(parseDay(text)!)).toBe('2015-05-04');
  });

  it.each(['2/30/15', '13/1/15', 'May 4', '5/4', '201505'])('knows that %s is no date', (text) => {
    expect(parseDay(text)).toBeNull();
  });
});

describe('days', () => {
  it('are counted from 1 in every year', () => {
    expect([parseDay('1/1/16')!, parseDay('12/31/16')!].map(dayOfYear)).toEqual([1, 366]);
  });

  it('have a middle, the earlier of two', () => {
    expect(medianDay([30, 10, 20])).toBe(20);
    expect(medianDay([40, 10, 30, 20])).toBe(20);
    expect(medianDay([])).toBeNull();
  });
});

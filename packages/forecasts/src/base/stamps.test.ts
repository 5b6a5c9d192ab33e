import { describe, expect, it } from 'vitest';
import { refusal } from '../testing/made-up.ts';
import {
  DAY,
  HOUR,
  readDuration,
  readOffset,
  readStamp,
  writeOffset,
  writeTime,
} from './stamps.ts';

describe('stamps', () => {
  it.each([
    ['2026-04-20', Date.UTC(2026, 3, 20), null, true],
    ['20260420', Date.UTC(2026, 3, 20), null, true],
    ['2026-04-20T06:30', Date.UTC(2026, 3, 20, 6, 30), null, false],
    ['2026-04-20 06:30:15', Date.UTC(2026, 3, 20, 6, 30, 15), null, false],
    ['2026-04-20T06:30:00.0000000Z', Date.UTC(2026, 3, 20, 6, 30), 0, false],
    ['2026-04-20T06:30+02:00', Date.UTC(2026, 3, 20, 6, 30), 2 * HOUR, false],
    ['2026-04-20T06:30-0330', Date.UTC(2026, 3, 20, 6, 30), -3.5 * HOUR, false],
    ['2024-02-29', Date.UTC(2024, 1, 29), null, true],
  ])('reads %s', (text, wall, offset, isDate) => {
    expect(readStamp(text)).toEqual({ wall, offset, isDate });
  });

  it('refuses days that do not exist, and orders that can be mixed up', () => {
    for (const text of [
      '',
      '2026-02-29',
      '2026-13-01',
      '4/20/2026',
      '20.4.2026',
      '2026-04-20T26:00',
      '2026-04-20T06:61',
      'yesterday',
    ]) {
      expect(refusal(() => readStamp(text)).code, text).toBe('HF_FORMAT');
    }
  });

  it('reads durations and distances, and writes them', () => {
    expect(readDuration('PT30M')).toBe(HOUR / 2);
    expect(readDuration('P1DT6H')).toBe(DAY + 6 * HOUR);
    for (const text of ['', 'P', 'PT0H', '30M', 'P1Y', 'P99999999999D']) {
      expect(refusal(() => readDuration(text)).code, text).toBe('HF_FORMAT');
    }
    expect(writeOffset(readOffset('-03:30'))).toBe('-03:30');
    expect(writeOffset(readOffset('Z'))).toBe('+00:00');
    expect(refusal(() => readOffset('Europe/Berlin')).code).toBe('HF_FORMAT');
    expect(refusal(() => readOffset('+25:00')).code).toBe('HF_FORMAT');
    expect(writeTime(Date.UTC(2026, 3, 20))).toBe('2026-04-20');
    expect(writeTime(Date.UTC(2026, 3, 20, 6))).toBe('2026-04-20T06:00');
  });
});

/**
 * Moments as people say them.
 */
import { describe, expect, it } from 'vitest';
import { agoText, currentTime, momentText } from './time-text.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

describe('agoText', () => {
  it.each([
    ['2026-11-15T11:59:30Z', 'just now'],
    ['2026-11-15T11:57:00Z', '3 minutes ago'],
    ['2026-11-15T10:00:00Z', '2 hours ago'],
    ['2026-11-14T11:00:00Z', 'yesterday'],
    ['2024-10-15T11:00:00Z', '2 years ago'],
  ])('says %s as "%s"', (moment, text) => {
    expect(agoText(moment, NOW, 'en')).toBe(text);
  });

  it('shows text that is no moment as it is', () => {
    expect(agoText('soon', NOW, 'en')).toBe('soon');
  });
});

describe('momentText', () => {
  it('names day and year', () => {
    expect(momentText('2026-11-15T12:00:00Z', 'en')).toMatch(/Nov 1[456], 2026/);
  });

  it('shows text that is no moment as it is', () => {
    expect(momentText('soon')).toBe('soon');
  });
});

describe('currentTime', () => {
  it('is in this century', () => {
    expect(momentText(new Date(currentTime()).toISOString(), 'en')).toMatch(/, 20\d\d/);
  });
});

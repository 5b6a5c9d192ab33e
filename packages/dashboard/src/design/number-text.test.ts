/**
 * Numbers as people write them.
 */
import { describe, expect, it } from 'vitest';
import {
  amountText,
  changeText,
  countText,
  numberText,
  oddsText,
  rangeText,
  shareText,
} from './number-text.ts';

describe('numberText', () => {
  it.each([
    [0, '0'],
    [3.2, '3.2'],
    [3.2468, '3.25'],
    [214.807, '215'],
    [12345.6, '12,346'],
    [0.0351, '0.035'],
    [0.000012, '0.000012'],
    [-0.4, '-0.4'],
  ])('writes %s as %s', (value, text) => {
    expect(numberText(value, 'en')).toBe(text);
  });

  it('never writes a negative zero', () => {
    expect(numberText(-0, 'en')).toBe('0');
    expect(numberText(-1e-12, 'en')).toBe('0');
  });

  it("uses the marks of the reader's language", () => {
    expect(numberText(1234.5, 'de')).toBe('1.235');
    expect(numberText(3.25, 'de')).toBe('3,25');
  });
});

describe('amountText', () => {
  it('keeps number and unit on one line', () => {
    expect(amountText(3.2, 't/ha', 'en')).toBe('3.2\u00a0t/ha');
  });

  it('leaves no space behind where there is no unit', () => {
    expect(amountText(3.2, '', 'en')).toBe('3.2');
  });
});

describe('changeText', () => {
  it('shows which way it went, and no sign for nothing', () => {
    expect(changeText(2, '€', 'en')).toBe('+2\u00a0€');
    expect(changeText(-2, '€', 'en')).toBe('−2\u00a0€');
    expect(changeText(-1e-12, '€', 'en')).toBe('0\u00a0€');
  });
});

describe('rangeText', () => {
  it('names the unit once', () => {
    expect(rangeText({ low: 1, high: 2 }, 't')).toBe('1 to 2\u00a0t');
  });
});

describe('shareText', () => {
  it('rounds to whole percent', () => {
    expect(shareText(0.618, 'en')).toBe('62%');
  });

  it('does not call something nothing, nor nearly all everything', () => {
    expect(shareText(0.001, 'en')).toBe('under 1%');
    expect(shareText(0.999, 'en')).toBe('over 99%');
    expect(shareText(0, 'en')).toBe('0%');
    expect(shareText(1, 'en')).toBe('100%');
  });
});

describe('countText', () => {
  it('knows one from many', () => {
    expect(countText(1, 'decision', 'en')).toBe('1 decision');
    expect(countText(0, 'decision', 'en')).toBe('0 decisions');
    expect(countText(1204, 'decision', 'en')).toBe('1,204 decisions');
  });
});

describe('oddsText', () => {
  it('turns a probability into odds and never makes it look smaller', () => {
    expect(oddsText(0.01, 'en')).toBe('1 in 100');
    expect(oddsText(0.03, 'en')).toBe('1 in 33');
    expect(oddsText(0, 'en')).toBe('never');
    expect(oddsText(1, 'en')).toBe('always');
  });
});

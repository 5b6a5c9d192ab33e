import { describe, expect, it } from 'vitest';
import { alikeWithin, besideText, chanceText, levelText, outsideText } from './outlook-words.ts';

const OUTLOOK = {
  low: 7.6,
  high: 14.2,
  beside: { predicted: 1.24, low: -0.41, high: 2.83, chance: 0.85 },
};

describe('an outlook in words', () => {
  it('tells a difference with eight of ten seasons, to a tenth', () => {
    expect(besideText(OUTLOOK, 't/ha', 0.3)).toBe('+1.2\u00a0t/ha (−0.4 to +2.8)');
  });

  it('calls alike what nobody can tell apart', () => {
    const beside = { ...OUTLOOK.beside, predicted: -0.28 };
    expect(besideText({ ...OUTLOOK, beside }, 't/ha', 0.3)).toBe('alike (−0.4 to +2.8\u00a0t/ha)');
    expect(alikeWithin({ reward: { min: 2, max: 16, unit: 't/ha' } })).toBe(0.3);
    expect(alikeWithin({ reward: { min: 0, max: 50, unit: '€' } })).toBe(1);
  });

  it.each([
    [0.97, 'about 9 in 10'],
    [0.91, 'about 9 in 10'],
    [0.85, 'about 9 in 10'],
    [0.62, 'about 6 in 10'],
    [0.04, 'less than 1 in 10'],
  ])('is never surer than nine in ten: %f', (chance, text) => {
    expect(chanceText(chance)).toBe(text);
  });

  it('tells a level as a band', () => {
    expect(levelText(OUTLOOK, 't/ha')).toBe('8 to 14\u00a0t/ha, mostly season and place');
  });

  it.each([
    [{ variable: 'temp', value: 5, min: 17.5, max: 26.7 }, 'No trial was ever this cold: temp 5,'],
    [{ variable: 'rain', value: 9, min: 1, max: 5 }, 'No trial was ever this wet: rain 9,'],
    [{ variable: 'clay', value: 60, min: 8, max: 46 }, 'No trial was ever this high in clay:'],
  ])('says what no trial has seen: %j', (outside, text) => {
    expect(outsideText(outside)).toContain(text);
  });
});

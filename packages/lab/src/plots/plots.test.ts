/**
 * The parts that figures are made of: places of labels, breaks of lines, numbers, colours.
 */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { linearDomain, logDomain, logTicks } from './axis-domain.ts';
import { wrapWords } from './frame.ts';
import { listText, percentage, pValueText, shortNumber } from './number-text.ts';
import { DARK_COLOURS, PAPER_COLOUR, shadesOf, strategyInk } from './palette.ts';
import { spreadLabels } from './spread-labels.ts';

describe('labels at the ends of lines', () => {
  const options = { gap: 20, min: 5, max: 300 };

  it('stay where they are if there is room', () => {
    expect(spreadLabels([100, 30, 200], options)).toEqual([100, 30, 200]);
  });

  it('move apart evenly around where they wanted to be', () => {
    expect(spreadLabels([100, 104], options)).toEqual([92, 112]);
    expect(spreadLabels([50, 50, 50], options)).toEqual([30, 50, 70]);
  });

  it('do not leave the plot', () => {
    expect(spreadLabels([0, 1], options)).toEqual([5, 25]);
    expect(spreadLabels([299, 300], options)).toEqual([280, 300]);
  });

  test.prop([fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 9 })])(
    'keep their order and their distance',
    (wanted) => {
      const placed = spreadLabels(wanted, options);
      const sorted = [...placed].sort((first, second) => first - second);
      for (let i = 1; i < sorted.length; i++) {
        expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThan(20 - 1e-9);
      }
      for (let i = 0; i < wanted.length; i++) {
        for (let j = 0; j < wanted.length; j++) {
          if (wanted[i]! < wanted[j]!) expect(placed[i]!).toBeLessThan(placed[j]!);
        }
      }
    },
  );
});

describe('titles', () => {
  it('break into lines of about equal length, never inside of a name or a number', () => {
    expect(wrapWords('short', 20)).toEqual(['short']);
    expect(wrapWords('the regret of Algorithm 1 falls at α = 0.1 by 95 %', 30)).toEqual([
      'the regret of Algorithm 1',
      'falls at α = 0.1 by 95 %',
    ]);
  });
});

describe('numbers', () => {
  it('have about three figures', () => {
    const numbers = [0, 0.04782, 0.512, 1.5, 53.71, 338.4, -5810.6, 447_491, 6_520_000];
    expect(numbers.map(shortNumber)).toEqual([
      '0',
      '0.0478',
      '0.512',
      '1.5',
      '53.7',
      '338',
      '−5,811',
      '447,000',
      '6.5 million',
    ]);
  });

  it('are shares in percent, and lists of words', () => {
    expect([0, 0.001, 0.175, 1, -0.0001].map(percentage)).toEqual([
      '0 %',
      '0.1 %',
      '17.5 %',
      '100 %',
      '0 %',
    ]);
    expect([pValueText(0.0314), pValueText(1e-9)]).toEqual(['p = 0.031', 'p < 0.001']);
    expect([listText(['a']), listText(['a', 'b', 'c'])]).toEqual(['a', 'a, b and c']);
  });
});

describe('axes', () => {
  it('end at round numbers around what is drawn', () => {
    expect(linearDomain([0, 1179])).toEqual([0, 1400]);
    expect(linearDomain([-18, 700])[0]).toBe(-100);
    expect(logDomain([1.5, 6.5e6])).toEqual([1, 1e7]);
    expect(logTicks([1, 100])).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(logTicks([1, 1e4])).toEqual([1, 10, 100, 1000, 10_000]);
  });
});

describe('colours', () => {
  const inks = [
    ...Array.from({ length: 7 }, (_, index) => strategyInk(index)),
    ...shadesOf('warm', 4),
    ...shadesOf('cool', 4),
  ];

  it('of words can be read, on white and on dark', () => {
    const dark = (colour: string) => DARK_COLOURS[colour] ?? colour;
    for (const { text } of inks) {
      expect(contrast(text, PAPER_COLOUR)).toBeGreaterThan(4.5);
      expect(contrast(dark(text), dark(PAPER_COLOUR))).toBeGreaterThan(4.5);
    }
  });

  it('of α are darkest for the smallest', () => {
    const light = shadesOf('warm', 4).map(({ line }) => luminance(line));
    expect(light).toEqual([...light].sort((first, second) => first - second));
  });
});

function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Relative luminance of the web accessibility guidelines. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(colour.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

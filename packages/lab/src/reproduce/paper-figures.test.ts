/**
 * Every figure of the reproduction: it can be drawn, it has its labels, and its title is true.
 */
import { describe, expect, it } from 'vitest';
import type { Figure } from '../plots/figure.ts';
import { renderPng, renderSvg } from '../plots/render.ts';
import { pngFacts } from '../plots/testing/png-facts.ts';
import { paperFigures } from './paper-figures.ts';
import { madeUpPaper } from './testing/made-up-paper.ts';

const usual = paperFigures(madeUpPaper());
const reversed = paperFigures(madeUpPaper({ isReversed: true, isHarmless: true }));

function named(figures: readonly Figure[], id: string): Figure {
  return figures.find((figure) => figure.id === id)!;
}

/** Words of a picture, with the lines of a title joined. */
function wordsOf(svg: string): string {
  return [...svg.matchAll(/>([^<>]+)<\/(?:text|tspan)>/g)].map((match) => match[1]).join(' ');
}

const LABELS: Readonly<Record<string, readonly string[]>> = {
  'figure-a': ['α = 0.1: ', 'α = 0.8: ', 'LUCB: ', 'Round', '(reward units)'],
  'figure-b': ['LUCB: ', 'CLUCB: ', 'Algorithm 1: '],
  'figure-c': ['LUCB', 'CLUCB', 'Algorithm 1', 'Regret per round (reward units)'],
  'sound-a': ['α = 0.3: ', 'K&amp;K UCB: '],
  'sound-b': ['hedge (ledger only): ', 'hedge (hint): ', 'Algorithm 1: '],
  'sound-b-tight': ['hedge (ledger only): ', 'hedge (hint): ', 'Algorithm 1: '],
  'sound-c': ['hedge (ledger only)', 'share of the baseline’s reward that may be lost'],
  safety: ['100 of 100', '34 of 200', '0 of 200', 'Share of trials'],
  'baseline-rounds': ['Theorem 1', 'all 2000 rounds', '(log scale)'],
  'price-of-safety': ['Algorithm 1', 'hedge (hint)', 'Extra regret (reward units)'],
};

describe('the figures of the paper', () => {
  it('are the ones that have labels to look for', () => {
    expect(usual.map(({ id }) => id)).toEqual(Object.keys(LABELS));
  });

  it.each(usual.map((figure) => [figure.id, figure] as const))(
    '%s is drawn with its title and labels, on a picture of the right size',
    async (id, figure) => {
      const svg = await renderSvg(figure.specification);
      const words = wordsOf(svg);
      for (const label of LABELS[id]!) expect(words).toContain(label);
      expect(words).toContain(figure.title.slice(0, 30).replaceAll('&', '&amp;'));
      const { width, height, valueCount } = pngFacts(renderPng(svg));
      expect(width).toBe(1800);
      expect(height).toBeGreaterThan(900);
      expect(valueCount).toBeGreaterThan(50);
    },
  );

  it('come out the same in every byte for the same summary', async () => {
    const again = paperFigures(madeUpPaper());
    for (const id of ['figure-a', 'safety']) {
      const [first, second] = await Promise.all(
        [usual, again].map((figures) => renderSvg(named(figures, id).specification)),
      );
      expect(first).toBe(second);
      expect(renderPng(first!).equals(renderPng(second!))).toBe(true);
    }
  });

  it('tell in words what they show', () => {
    for (const { altText } of usual) expect(altText).toMatch(/\d/);
    expect(named(usual, 'figure-b').altText).toMatch(
      /LUCB: 95\.\d, CLUCB: 28\d and Algorithm 1: 41/,
    );
  });
});

describe('titles of figures', () => {
  it.each([
    ['figure-a', /falls from 1,1\d\d at α = 0\.1 to 3\d\d at α = 0\.8/, /does not fall with α/],
    ['figure-b', /first\. LUCB: 95.*CLUCB.*Algorithm 1/, /first\. Algorithm 1: 5,.*CLUCB.*LUCB/],
    ['figure-c', /the smaller the regret of CLUCB and Algorithm 1/, /does not fall at every step/],
    ['sound-c', /less regret than Algorithm 1 at every α/, /at no α clearly less regret/],
    ['safety', /Algorithm 1: true weights outside.* 34 of 200/, /No confidence set and no promise/],
    ['baseline-rounds', /Theorem 1 says at least 447,000/, /Theorem 1 says at least 447,000/],
    ['price-of-safety', /price of safety falls with α: 3\d\d to 7\d\d/, /^The price of safety: /],
  ])('%s says what the data say', (id, inUsual, inReversed) => {
    expect(named(usual, id).title).toMatch(inUsual);
    expect(named(reversed, id).title).toMatch(inReversed);
  });
});

describe('rendering', () => {
  it('refuses a figure that asks for data from elsewhere', async () => {
    const layer = [{ data: { url: 'data.csv' }, mark: 'point', encoding: {} }];
    const broken = { ...named(usual, 'figure-c').specification, layer };
    await expect(renderSvg(broken)).rejects.toThrow(/must hold its data.*data\.csv/);
  });

  it('refuses a figure that Vega-Lite has doubts about', async () => {
    const layer = [{ data: { values: [] }, mark: 'point', encoding: { beard: { field: 'x' } } }];
    const broken = { ...named(usual, 'figure-c').specification, layer };
    await expect(renderSvg(broken)).rejects.toThrow(/not right.*beard/);
  });
});

/**
 * Figures of the maize half: they compile, and name what they draw.
 */
import { describe, expect, it } from 'vitest';
import { renderSvg } from '../../../plots/render.ts';
import { MADE_UP_PANEL, madeUpMaize } from '../testing/made-up-maize.ts';
import { maizeFigures } from './maize-figures.ts';

const figures = maizeFigures(madeUpMaize(), MADE_UP_PANEL);

async function wordsOf(id: string): Promise<string> {
  const figure = figures.find((one) => one.id === id)!;
  return await renderSvg(figure.specification);
}

describe('the figures', () => {
  it('have names of their own, titles and words for those who cannot see', () => {
    expect(new Set(figures.map(({ id }) => id)).size).toBe(9);
    for (const { title, altText } of figures) {
      expect(title).not.toMatch(/NaN|undefined|Infinity/);
      expect(altText).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it.each([
    ['figure-a', ['Algorithm 1, α = 0.2: 134', 'hedge, α = 0.9: 24', 'LUCB: 98.7', 'd = 100']],
    ['figure-a-hadamard', ['Algorithm 1, α = 0.2: 75', 'd = 10']],
    ['figure-b', ['CLUCB: 114', 'Algorithm 1: 114']],
    ['figure-b-difference', ['α = 0.2: −0.233', 'α = 0.9: +0.333']],
    ['figure-b-difference-hadamard', ['α = 0.4: +0.395']],
    ['figure-c', ['Algorithm 1, outer', 'hedge, Hadamard', 'LUCB, outer']],
    ['baseline-rounds', ['Algorithm 1, Hadamard', 'hedge, outer', '1k']],
    ['forecast', ['0.0164', '0.0529', 'worth of knowing the weather']],
  ])('%s carries its labels', async (id, labels) => {
    const svg = await wordsOf(id);
    for (const label of labels) expect(svg).toContain(label);
  });

  it('say in their titles what was found', () => {
    const titleOf = (id: string) => figures.find((one) => one.id === id)!.title;
    expect(titleOf('figure-a')).toMatch(/falls with α from 134 to 102; that of hedge/);
    expect(titleOf('figure-b-difference')).toContain(
      'CLUCB has clearly less regret at α = 0.9; Algorithm 1 has clearly less regret at α = 0.2',
    );
    expect(titleOf('figure-c')).toContain('at every α, with both feature maps');
  });
});

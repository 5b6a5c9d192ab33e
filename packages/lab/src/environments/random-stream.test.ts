import { upperNormalProbability } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { type RandomStream, RandomStreams, randomStream } from './random-stream.ts';

const DRAW_COUNT = 1_000_000;

function stream(seed: number, index: number): RandomStream {
  return randomStream({ seed, index });
}

function moments(values: Float64Array): number[] {
  return [1, 2, 3, 4, 6].map(
    (power) => values.reduce((sum, value) => sum + value ** power, 0) / values.length,
  );
}

describe('a random stream', () => {
  it('gives the same numbers for the same seed and index', () => {
    const first = stream(7, 3);
    const second = stream(7, 3);
    for (let i = 0; i < 1000; i++) {
      expect(first.normal()).toBe(second.normal());
      expect(first.uniform()).toBe(second.uniform());
    }
  });

  it('differs between seeds and between indices from the first number on', () => {
    const firstNumbers = [stream(1, 0), stream(2, 0), stream(1, 1), stream(1, 2)].map((one) =>
      one.uniform(),
    );
    expect(new Set(firstNumbers).size).toBe(4);
  });

  it('is the same whether taken alone or in a row', () => {
    const inRow = new RandomStreams({ seed: 9, index: 2 });
    for (const index of [2, 3, 4]) expect(inRow.next().uniform()).toBe(stream(9, index).uniform());
  });

  it('is not disturbed by how much another stream draws', () => {
    const undisturbed = stream(5, 1).normal();
    const other = stream(5, 0);
    for (let i = 0; i < 999; i++) other.normal();
    expect(stream(5, 1).normal()).toBe(undisturbed);
  });

  it('refuses seeds and indices that the generator would cut off', () => {
    expect(() => stream(2 ** 32, 0)).toThrow(
      'seed must be a whole number from 0 to 4294967295, but it is 4294967296. [HR_INPUT_RANGE]',
    );
    expect(() => stream(1, -1)).toThrow('index must be a whole number');
  });

  it('keeps its numbers: these are unchanged since the first version', () => {
    const one = stream(123, 0);
    expect([one.uniform(), one.normal(), one.normal()]).toMatchInlineSnapshot(`
      [
        0.655851131239328,
        -0.3969861096228068,
        -0.10468736285394112,
      ]
    `);
  });
});

describe('normal numbers', () => {
  const values = new Float64Array(DRAW_COUNT);
  stream(20_250_101, 0).fillNormal(values);

  it('have the moments 0, 1, 0, 3, 15 within five standard errors', () => {
    const [mean, variance, third, fourth, sixth] = moments(values);
    const error = (momentVariance: number) => 5 * Math.sqrt(momentVariance / DRAW_COUNT);
    expect(Math.abs(mean!)).toBeLessThan(error(1));
    expect(Math.abs(variance! - 1)).toBeLessThan(error(2));
    expect(Math.abs(third!)).toBeLessThan(error(15));
    expect(Math.abs(fourth! - 3)).toBeLessThan(error(96));
    expect(Math.abs(sixth! - 15)).toBeLessThan(error(10_170));
  });

  it('fall on both sides of each limit as often as they should, the tail included', () => {
    for (const limit of [-4, -3.4427, -2, -0.5, 0, 0.01, 0.7, 1.5, 3, 3.4427, 4.2]) {
      const expected = upperNormalProbability(limit);
      const seen = values.reduce((count, value) => count + (value > limit ? 1 : 0), 0) / DRAW_COUNT;
      const error = Math.sqrt((expected * (1 - expected)) / DRAW_COUNT);
      expect(Math.abs(seen - expected), `beyond ${limit}`).toBeLessThan(5 * error);
    }
  });

  it('are not correlated with the ones before them', () => {
    let product = 0;
    for (let i = 1; i < DRAW_COUNT; i++) product += values[i]! * values[i - 1]!;
    expect(Math.abs(product / DRAW_COUNT)).toBeLessThan(5 / Math.sqrt(DRAW_COUNT));
  });
});

/**
 * Runs the contract of context distributions over every factory in this folder.
 *
 * Factories are found by listing the folder, so that a new one without examples fails here.
 */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categories } from './categories.ts';
import { contextContract, expectEqualDistributions } from './context.contract.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { CONTEXT_KINDS, contextFromDescription } from './context-from-description.ts';
import { ensemble } from './ensemble.ts';
import { exact } from './exact.ts';
import { independent } from './independent.ts';
import { mixture } from './mixture.ts';
import { multivariateNormal } from './multivariate-normal.ts';
import { normal } from './normal.ts';
import { quantiles } from './quantiles.ts';
import { standardised } from './standardised.ts';
import { anyContextDescription } from './testing/any-context-description.ts';
import { uniform } from './uniform.ts';
import { uniformBox } from './uniform-box.ts';

const correlated = multivariateNormal({
  mean: [0.5, -1.5, 2.5],
  covariance: [
    [1.2, 0.3, -0.2],
    [0.3, 0.5, 0.1],
    [-0.2, 0.1, 2.2],
  ],
});
const skewed = quantiles({ p10: 20, p50: 90, p90: 210 });
const twoPeaks = mixture([
  { weight: 0.3, distribution: normal(-2.5, 0.7) },
  { weight: 0.7, distribution: uniform(1.5, 4) },
]);

const EXAMPLES: Readonly<Record<string, Readonly<Record<string, ContextDistribution>>>> = {
  exact: { 'one number': exact(3.25), 'several numbers': exact([1.5, -2.5, 0.25]) },
  normal: { usual: normal(20, 3), 'without spread': normal(4.5, 0) },
  multivariateNormal: {
    correlated,
    variances: multivariateNormal({ mean: [2.5, -3], variances: [0.3, 4.2] }),
    singular: multivariateNormal({
      mean: [1.5, 2.5],
      covariance: [
        [4, 6],
        [6, 9],
      ],
    }),
  },
  uniform: { usual: uniform(-1.5, 4), 'without spread': uniform(2.5, 2.5) },
  uniformBox: { usual: uniformBox({ min: [-1, 0, 2], max: [1, 3, 2.5] }) },
  ensemble: {
    'equal weights': ensemble([
      [1.5, 2],
      [3, -0.5],
      [-2, 4.5],
    ]),
    weighted: ensemble([2, 5, 11], [0.2, 0.5, 0.3]),
  },
  quantiles: {
    'open on both sides': skewed,
    limited: quantiles({ p25: 2, p50: 3, 'p97.5': 9, min: 0.5, max: 12 }),
    'with a point': quantiles({ p20: 0, p60: 0, p90: 4, min: 0 }),
    'one point': quantiles({ p10: 7.5, p90: 7.5 }),
  },
  categories: {
    list: categories([0.2, 0.5, 0.3]),
    'by name': categories({ wet: 0.15, dry: 0.6, mixed: 0.25 }),
  },
  mixture: {
    'two peaks': twoPeaks,
    'of ensembles': mixture([
      { weight: 0.4, distribution: ensemble([1.5, 2.5]) },
      { weight: 0.6, distribution: exact(6.5) },
    ]),
  },
  independent: {
    'known and forecast': independent([exact(2.5), correlated]),
    'of every shape': independent([skewed, categories([0.35, 0.65]), twoPeaks]),
    'of lists': independent([categories([0.35, 0.65]), ensemble([1.5, 4, 8])]),
  },
  standardised: {
    correlated: standardised({
      distribution: correlated,
      centre: [0.5, 2, -3],
      scale: [2, 0.5, 4],
    }),
    skewed: standardised({ distribution: skewed, centre: [200], scale: [150] }),
    listed: standardised({ distribution: ensemble([2, 5, 11]), centre: [4], scale: [3] }),
  },
};

for (const [factory, examples] of Object.entries(EXAMPLES)) {
  describe(factory, () => {
    for (const [name, distribution] of Object.entries(examples))
      contextContract(name, distribution);
  });
}

test('every factory in this folder has examples', async () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => /^[a-z-]+\.ts$/.test(name) && name !== 'index.ts',
  );
  const modules = await Promise.all(files.map((name) => import(/* @vite-ignore */ `./${name}`)));
  const functions = modules
    .flatMap((module) => Object.entries(module))
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name);
  const others = ['contextFromDescription', 'hasSpread', 'standardisedBy'];
  expect(Object.keys(EXAMPLES).sort()).toEqual(
    functions.filter((name) => !others.includes(name)).sort(),
  );
});

test('every kind of description has examples', () => {
  const kinds = Object.values(EXAMPLES).flatMap((group) =>
    Object.values(group).map(({ kind }) => kind),
  );
  expect([...new Set(kinds)].sort()).toEqual([...CONTEXT_KINDS].sort());
});

test('any description survives JSON and builds an equal distribution', () => {
  fc.assert(
    fc.property(anyContextDescription(), (description) => {
      const built = contextFromDescription(description);
      const text = JSON.stringify(built.describe());
      expectEqualDistributions(built, contextFromDescription(JSON.parse(text)));
    }),
    { seed: 11, numRuns: 300 },
  );
});

test('building a distribution leaves its description unchanged', () => {
  fc.assert(
    fc.property(anyContextDescription(), (description) => {
      const before = structuredClone(description);
      contextFromDescription(description);
      expect(description).toEqual(before);
    }),
    { seed: 12, numRuns: 200 },
  );
});

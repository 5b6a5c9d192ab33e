/**
 * What the context distributions refuse, and the words they use.
 */
import { expect, test } from 'vitest';
import { categories } from './categories.ts';
import { contextFromDescription } from './context-from-description.ts';
import { ensemble } from './ensemble.ts';
import { exact } from './exact.ts';
import { independent } from './independent.ts';
import { mixture } from './mixture.ts';
import { multivariateNormal } from './multivariate-normal.ts';
import { normal } from './normal.ts';
import { quantiles } from './quantiles.ts';
import { standardised } from './standardised.ts';
import { uniform } from './uniform.ts';
import { uniformBox } from './uniform-box.ts';

const REFUSALS: readonly (readonly [string, () => unknown, string])[] = [
  [
    'exact, infinite',
    () => exact([1.5, Number.POSITIVE_INFINITY]),
    'value[1] must be a finite number',
  ],
  [
    'exact, empty',
    () => exact([]),
    'value must be a list with at least one entry, but it is empty',
  ],
  ['exact, a word', () => exact('three' as never), 'value must be a list'],
  ['normal, mean', () => normal(Number.NaN, 2), 'mean must be a finite number, but it is NaN'],
  ['normal, sd', () => normal(2, -0.5), 'sd must be a finite number of at least 0, but it is -0.5'],
  ['uniform', () => uniform(3, 2), 'min must not be above max = 2, but it is 3'],
  [
    'box, order',
    () => uniformBox({ min: [0, 5], max: [1, 4] }),
    'min[1] must not be above max[1] = 4, but it is 5',
  ],
  ['box, length', () => uniformBox({ min: [0, 5], max: [1] }), 'max must hold 2 numbers'],
  [
    'multivariate, neither',
    () => multivariateNormal({ mean: [2, 3] }),
    'either covariance or variances, but it is given neither',
  ],
  [
    'multivariate, both',
    () => multivariateNormal({ mean: [2], variances: [2], covariance: [[2]] }),
    'but it is given both',
  ],
  [
    'multivariate, variance',
    () => multivariateNormal({ mean: [2, 3], variances: [0.5, -2] }),
    'variances[1] must be a finite number of at least 0, but it is -2',
  ],
  [
    'multivariate, shape',
    () => multivariateNormal({ mean: [2, 3], covariance: [[2]] }),
    'covariance must be 2 × 2, as long as the mean, but it is 1 × 1',
  ],
  [
    'multivariate, asymmetric',
    () =>
      multivariateNormal({
        mean: [2, 3],
        covariance: [
          [2, 0.5],
          [0.7, 3],
        ],
      }),
    'covariance[1][0] must equal covariance[0][1] = 0.5, but it is 0.7',
  ],
  [
    'multivariate, indefinite',
    () =>
      multivariateNormal({
        mean: [2, 3],
        covariance: [
          [1, 2],
          [2, 1],
        ],
      }),
    'covariance must have no negative eigenvalue, but it is one with eigenvalue -1',
  ],
  ['ensemble, rows', () => ensemble([[1.5, 2], [3]]), 'points[1] must hold 2 numbers'],
  ['ensemble, count', () => ensemble([2, 3], [0.2, 0.3, 0.5]), 'weights must hold 2 numbers'],
  [
    'ensemble, sum',
    () => ensemble([2, 3], [0.5, 0.6]),
    'weights must sum to 1, but it is a list with sum 1.1. Divide every weight by their sum, or add the one that is missing. [HR_CONTEXT_WEIGHTS]',
  ],
  [
    'ensemble, negative',
    () => ensemble([2, 3], [-0.5, 1.5]),
    'weights[0] must not be negative, but it is -0.5. [HR_CONTEXT_WEIGHTS]',
  ],
  [
    'quantiles, one',
    () => quantiles({ p50: 3 }),
    'At least two quantiles must be given, but it is one, p50',
  ],
  ['quantiles, none', () => quantiles({ min: 0, max: 3 }), 'At least two quantiles'],
  ['quantiles, name', () => quantiles({ p10: 1, q90: 3 } as never), 'but it is "q90"'],
  ['quantiles, level', () => quantiles({ p10: 1, p100: 3 }), 'but it is "p100"'],
  [
    'quantiles, repeated',
    () => quantiles({ p50: 1, 'p50.0': 3 } as never),
    'must not repeat the level',
  ],
  [
    'quantiles, crossed',
    () => quantiles({ p10: 20, p50: 15, p90: 40 }),
    'p50 must not be below p10 = 20, but it is 15. Quantiles that cross belong to no distribution: correct one of the two. [HR_CONTEXT_QUANTILES]',
  ],
  [
    'quantiles, min',
    () => quantiles({ p10: 20, p90: 40, min: 25 }),
    'min must not be above p10 = 20, but it is 25. Leave the limit out if it is not known. [HR_CONTEXT_QUANTILES]',
  ],
  [
    'quantiles, max',
    () => quantiles({ p10: 20, p90: 40, max: 30 }),
    'max must not be below p90 = 40',
  ],
  [
    'quantiles, infinite',
    () => quantiles({ p10: 20, p90: Number.POSITIVE_INFINITY }),
    'p90 must be a finite',
  ],
  ['categories, sum', () => categories({ wet: 0.5, dry: 0.4 }), 'probabilities must sum to 1'],
  [
    'categories, kind',
    () => categories(0.5 as never),
    'probabilities must be a list, or an object',
  ],
  [
    'categories, none',
    () => categories({}),
    'probabilities must be a list with at least one entry',
  ],
  [
    'mixture, dimension',
    () =>
      mixture([
        { weight: 0.5, distribution: exact(2) },
        { weight: 0.5, distribution: exact([2, 3]) },
      ]),
    'components[1] must have 1 coordinates like the first component, but it is one with 2',
  ],
  ['mixture, sum', () => mixture([{ weight: 0.5, distribution: exact(2) }]), 'HR_CONTEXT_WEIGHTS'],
  ['mixture, empty', () => mixture([]), 'components must be a list with at least one entry'],
  [
    'independent, a description',
    () => independent([normal(2, 3).describe() as never]),
    'blocks[0] must be a context distribution, but it is an object. Make one with',
  ],
  [
    'mixture, a number',
    () => mixture([{ weight: 1, distribution: 3 as never }]),
    'components[0].distribution must be a context distribution, but it is 3',
  ],
  ['independent, empty', () => independent([]), 'blocks must be a list with at least one entry'],
  [
    'standardised, scale',
    () => standardised({ distribution: exact(2), centre: [1.5], scale: [0] }),
    'scale[0] must be greater than 0 and finite, but it is 0',
  ],
  [
    'standardised, length',
    () => standardised({ distribution: exact(2), centre: [1.5, 2], scale: [2] }),
    'centre must hold 1 numbers',
  ],
  ['description, null', () => contextFromDescription(null), 'must be an object with a kind'],
  ['description, list', () => contextFromDescription([3]), 'but it is an array of 1'],
  ['description, kind', () => contextFromDescription({ kind: 'gamma' }), 'but it is "gamma"'],
  [
    'description, prototype',
    () => contextFromDescription({ kind: 'toString' }),
    'but it is "toString"',
  ],
  [
    'description, field',
    () => contextFromDescription({ kind: 'normal', mean: 2, sd: 3, variance: 9 }),
    'but it is one with a field "variance"',
  ],
  [
    'description, missing',
    () => contextFromDescription({ kind: 'normal', mean: 2 }),
    'sd must be a finite number of at least 0, but it is undefined',
  ],
  [
    'description, blocks',
    () => contextFromDescription({ kind: 'independent' }),
    'blocks must be a list',
  ],
  [
    'description, component',
    () => contextFromDescription({ kind: 'mixture', components: [3] }),
    'components[0] must be an object',
  ],
];

for (const [name, call, words] of REFUSALS) {
  test(`refused in clear words: ${name}`, () => {
    expect(call).toThrow(words);
  });
}

test('weights that miss 1 by rounding are divided by their sum', () => {
  const { mean } = categories([0.1, 0.2, 0.7 + 5e-10]);
  expect(mean.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 15);
});

test('what was given is copied: changing it later changes nothing', () => {
  const mean = [2, 3];
  const covariance = [
    [2, 0.5],
    [0.5, 3],
  ];
  const points = [
    [1.5, 2],
    [3, 4],
  ];
  const weights = [0.25, 0.75];
  const known = [1.5, 2.5];
  const levels = { p10: 2, p90: 5 };
  const made = [
    multivariateNormal({ mean, covariance }),
    ensemble(points, weights),
    exact(known),
    quantiles(levels),
  ];
  const before = made.map((distribution) =>
    JSON.stringify([distribution, distribution.describe()]),
  );
  mean[0] = covariance[0]![0] = points[0]![0] = weights[0] = known[0] = levels.p10 = 77;
  const after = made.map((distribution) => JSON.stringify([distribution, distribution.describe()]));
  expect(after).toEqual(before);
});

test('distributions are frozen', () => {
  expect(Object.isFrozen(normal(2, 3))).toBe(true);
  expect(Object.isFrozen(independent([normal(2, 3), exact(4)]))).toBe(true);
});

test('every refusal of a covariance carries its own code', () => {
  const refusal = (covariance: number[][]) => () =>
    multivariateNormal({ mean: [2, 3], covariance });
  const asymmetric = [
    [2, 0.5],
    [0.7, 3],
  ];
  const indefinite = [
    [1, 2],
    [2, 1],
  ];
  expect(refusal(asymmetric)).toThrow('[HR_CONTEXT_ASYMMETRIC]');
  expect(refusal(indefinite)).toThrow('[HR_CONTEXT_INDEFINITE]');
});

/**
 * Runs the contract of feature maps over every map in maps/, found by listing the folder.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { categories } from '../context/categories.ts';
import type { ContextDistribution } from '../context/context-distribution.ts';
import { ensemble } from '../context/ensemble.ts';
import { exact } from '../context/exact.ts';
import { independent } from '../context/independent.ts';
import { mixture } from '../context/mixture.ts';
import { multivariateNormal } from '../context/multivariate-normal.ts';
import { quantiles } from '../context/quantiles.ts';
import { uniformBox } from '../context/uniform-box.ts';
import { featureMapContract } from './feature-map.contract.ts';
import type { FeatureMap } from './feature-map.ts';
import { FEATURE_MAP_KINDS } from './feature-map-from-description.ts';
import { affineLift } from './lifts/affine-lift.ts';
import { degreeTwoLift } from './lifts/degree-two-lift.ts';
import { identityLift } from './lifts/identity-lift.ts';
import { linearLift } from './lifts/linear-lift.ts';
import { drawFourierWaves } from './lifts/random-fourier-lift.ts';
import { squaresAndLinearLift } from './lifts/squares-and-linear-lift.ts';
import { hadamardMap } from './maps/hadamard-map.ts';
import { kroneckerMap } from './maps/kronecker-map.ts';
import { latentOuterMap } from './maps/latent-outer-map.ts';
import { perActionMap } from './maps/per-action-map.ts';
import { polynomialMap } from './maps/polynomial-map.ts';
import { randomFourierMap } from './maps/random-fourier-map.ts';
import { standardisedMap } from './maps/standardised-map.ts';
import { syntheticMap } from './maps/synthetic-map.ts';
import { termsMap } from './maps/terms-map.ts';

const actionVectors = [
  [1.5, -0.5],
  [0.25, 2],
  [-0.75, 0.6],
];
const threeByThree = [
  [0.3, -1.2, 0.8],
  [1.4, 0.2, -0.6],
  [-0.9, 0.7, 1.1],
];
const factors = {
  actionFactors: actionVectors,
  contextWeights: [
    [0.4, 2.25],
    [-0.44, -1.15],
    [1.22, -1.44],
  ],
};
const waves = drawFourierWaves({
  waveCount: 5,
  contextDimension: 3,
  lengthScale: 1.7,
  random: seededRandom(8),
});

const MAPS: Readonly<Record<string, readonly FeatureMap[]>> = {
  syntheticMap: [syntheticMap(threeByThree)],
  kroneckerMap: [
    identityLift(3),
    affineLift(3),
    squaresAndLinearLift(3),
    linearLift(factors.contextWeights),
  ].map((lift) => kroneckerMap({ actionVectors, lift })),
  latentOuterMap: [latentOuterMap(factors)],
  hadamardMap: [hadamardMap(factors)],
  perActionMap: [perActionMap({ actionCount: 3, contextDimension: 3 })],
  polynomialMap: [polynomialMap({ actionVectors, contextDimension: 3 })],
  randomFourierMap: [randomFourierMap({ actionVectors, ...waves })],
  termsMap: [
    termsMap({
      actionVectors,
      contextDimension: 3,
      terms: [
        [null, null],
        [0, null],
        [null, 2],
        [1, 0],
        [0, 2],
        [1, 2],
      ],
    }),
  ],
  standardisedMap: [
    kroneckerMap({ actionVectors, lift: degreeTwoLift(3) }),
    syntheticMap(threeByThree),
    randomFourierMap({ actionVectors, ...waves }),
  ].map((map) => standardisedMap({ map, centre: [0.5, -2, 3], scale: [2, 0.5, 1.6] })),
};

const DISTRIBUTIONS: Readonly<Record<string, ContextDistribution>> = {
  normal: multivariateNormal({
    mean: [0.5, -1, 2],
    covariance: [
      [1.2, 0.3, -0.2],
      [0.3, 0.5, 0.1],
      [-0.2, 0.1, 1.7],
    ],
  }),
  box: uniformBox({ min: [-1, 0.5, 2], max: [1.5, 3, 2.5] }),
  ensemble: ensemble(
    [
      [1.5, 2, -0.3],
      [0.2, -0.5, 0.9],
      [-2, 0.8, 1.4],
      [0.7, 1.1, -1.6],
    ],
    [0.1, 0.4, 0.3, 0.2],
  ),
  'quantiles and a category': independent([
    quantiles({ p10: -0.8, p50: 0.1, p90: 1.9 }),
    categories([0.35, 0.65]),
  ]),
  'known and forecast': independent([
    exact(0.8),
    multivariateNormal({ mean: [1.5, -2.5], variances: [0.4, 1.3] }),
  ]),
  mixture: mixture([
    { weight: 0.3, distribution: exact([0.4, 1.2, -0.6]) },
    {
      weight: 0.7,
      distribution: multivariateNormal({ mean: [2, 1, 0.5], variances: [0.2, 0.5, 0.8] }),
    },
  ]),
};

for (const [factory, maps] of Object.entries(MAPS)) {
  maps.forEach((map, k) => {
    const name = maps.length === 1 ? factory : `${factory} ${k + 1}`;
    featureMapContract({ name, map, distributions: DISTRIBUTIONS });
  });
}

test('every map in the folder runs the contract', async () => {
  const folder = `${import.meta.dirname}/maps`;
  const files = readdirSync(folder).filter((name) => /^[a-z-]+-map\.ts$/.test(name));
  const modules = await Promise.all(files.map((name) => import(`./maps/${name.slice(0, -3)}.ts`)));
  const factories = modules.flatMap((module) =>
    Object.keys(module).filter((name) => name.endsWith('Map')),
  );
  expect(Object.keys(MAPS).sort()).toEqual(factories.sort());
});

test('every kind of description belongs to a map that runs the contract', () => {
  const kinds = Object.values(MAPS)
    .flat()
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'function');
  expect([...new Set(kinds)].sort()).toEqual([...FEATURE_MAP_KINDS].sort());
});

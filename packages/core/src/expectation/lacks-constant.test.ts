import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { createRidgeModel } from '../model/ridge-model.ts';
import type { FeatureMap } from './feature-map.ts';
import { lacksConstant, spansConstant } from './lacks-constant.ts';
import { affineLift } from './lifts/affine-lift.ts';
import { degreeTwoLift } from './lifts/degree-two-lift.ts';
import { identityLift } from './lifts/identity-lift.ts';
import { randomFourierLift } from './lifts/random-fourier-lift.ts';
import { squaresAndLinearLift } from './lifts/squares-and-linear-lift.ts';
import { hadamardMap } from './maps/hadamard-map.ts';
import { kroneckerMap } from './maps/kronecker-map.ts';
import { latentOuterMap } from './maps/latent-outer-map.ts';
import { perActionMap } from './maps/per-action-map.ts';
import { polynomialMap } from './maps/polynomial-map.ts';
import { randomFourierMap } from './maps/random-fourier-map.ts';
import { standardisedMap } from './maps/standardised-map.ts';
import { syntheticMap } from './maps/synthetic-map.ts';

const VECTORS = [
  [1, 0.3],
  [1, -2],
  [1, 1.7],
];
/** No weights make these three pay the same. */
const UNEVEN = [
  [1, 0.3],
  [-1, 2],
  [0.5, 1.7],
];
const FACTORS = {
  actionFactors: VECTORS,
  contextWeights: [
    [1, 0.5],
    [0.2, -1],
  ],
};
const MOVING = {
  frequencies: [
    [1, 0.4],
    [0.3, 2],
  ],
  phases: [0.3, 1],
};
const STILL = {
  frequencies: [
    [1, 0.4],
    [0, 0],
  ],
  phases: [0.3, 1],
};
const standardised = (map: FeatureMap) => standardisedMap({ map, centre: [3, 1], scale: [2, 0.5] });

const MAPS: readonly [string, FeatureMap, boolean][] = [
  ['per action', perActionMap({ actionCount: 3, contextDimension: 2 }), false],
  ['affine', kroneckerMap({ actionVectors: VECTORS, lift: affineLift(2) }), false],
  ['affine, uneven actions', kroneckerMap({ actionVectors: UNEVEN, lift: affineLift(2) }), true],
  ['degree two', kroneckerMap({ actionVectors: VECTORS, lift: degreeTwoLift(2) }), false],
  ['the context alone', kroneckerMap({ actionVectors: VECTORS, lift: identityLift(2) }), true],
  ['squares', kroneckerMap({ actionVectors: VECTORS, lift: squaresAndLinearLift(2) }), true],
  [
    'waves as a lift',
    kroneckerMap({ actionVectors: VECTORS, lift: randomFourierLift(MOVING) }),
    true,
  ],
  ['polynomial', polynomialMap({ actionVectors: VECTORS, contextDimension: 2 }), false],
  ['polynomial, uneven', polynomialMap({ actionVectors: UNEVEN, contextDimension: 2 }), true],
  ['waves', randomFourierMap({ actionVectors: VECTORS, ...MOVING }), true],
  ['waves with a still one', randomFourierMap({ actionVectors: VECTORS, ...STILL }), false],
  ['latent outer', latentOuterMap(FACTORS), true],
  ['hadamard', hadamardMap(FACTORS), true],
  ['synthetic', syntheticMap(UNEVEN), true],
  [
    'synthetic with squares of 1',
    syntheticMap([
      [1, 0.3],
      [-1, 2],
      [1, 5],
    ]),
    false,
  ],
  [
    'per action, standardised',
    standardised(perActionMap({ actionCount: 3, contextDimension: 2 })),
    false,
  ],
  ['hadamard, standardised', standardised(hadamardMap(FACTORS)), true],
];

/** A regression of 1 on the features of many contexts and all actions: what it cannot explain. */
function unexplained(map: FeatureMap): number {
  const model = createRidgeModel({
    dimension: map.dimension,
    actionCapacity: 1,
    ridgePenalty: 1e-9,
  });
  const random = seededRandom(3);
  const features = new Float64Array(map.dimension);
  const rows: Float64Array[] = [];
  for (let i = 0; i < 300; i++) {
    map.features(i % map.actionCount, [6 * random() - 3, 6 * random() - 3], features, 0);
    model.learn(features, 1, 1);
    rows.push(features.slice());
  }
  const errors = rows.map((row) => {
    model.kernel.direction.set(row);
    model.kernel.probe();
    return (1 - model.kernel.probedPrediction) ** 2;
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

describe('a map lacks the constant', () => {
  it.each(MAPS)('%s', (_, map, isLacking) => {
    expect(lacksConstant(map)).toBe(isLacking);
  });

  it.each(MAPS)('%s: as a regression on its features finds', (_, map, isLacking) => {
    const rest = unexplained(map);
    if (isLacking) expect(rest).toBeGreaterThan(1e-3);
    else expect(rest).toBeLessThan(1e-9);
  });

  it("is not known of a caller's own map, which then counts as complete", () => {
    const bare = kroneckerMap({ actionVectors: [[1.5], [-2]], lift: identityLift(1) });
    expect(lacksConstant(bare)).toBe(true);
    expect(lacksConstant({ ...bare, kind: 'function' })).toBe(false);
  });
});

describe('rows span the constant', () => {
  it('whatever their scale, and with columns that repeat or are empty', () => {
    expect(
      spansConstant([
        [1e-6, 2e-6, 0],
        [1e-6, 2e-6, 0],
      ]),
    ).toBe(true);
    expect(
      spansConstant([
        [1e8, 1],
        [1e8, 2],
      ]),
    ).toBe(true);
    expect(
      spansConstant([
        [1, 2],
        [2, 4],
      ]),
    ).toBe(false);
    expect(spansConstant([[0], [0]])).toBe(false);
    expect(spansConstant([[]])).toBe(false);
  });
});

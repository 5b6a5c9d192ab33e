/**
 * Another map, fed with contexts on a common scale: φ(x, (c − centre) / scale).
 *
 * Products and squares only make sense between coordinates of like size, and one ridge penalty
 * only between features of like size. Exact for every map, because forecasts can be standardised
 * exactly too.
 */
import { requireLength } from '../../base/require.ts';
import {
  copyStandardisation,
  type Standardisation,
  standardiseInto,
} from '../../context/parts/standardisation.ts';
import { standardisedBy } from '../../context/standardised.ts';
import type { FeatureMap } from '../feature-map.ts';
import { keepLatest, requireFitting } from '../lifted-map.ts';

export interface StandardisedMapInput extends Standardisation {
  readonly map: FeatureMap;
}

/** Returns the map that standardises the context before `map` sees it. */
export function standardisedMap(input: StandardisedMapInput): FeatureMap {
  const { map } = input;
  const { contextDimension } = map;
  const copied = copyStandardisation(input, contextDimension);
  const { centre, scale } = copied;
  const scratch = new Float64Array(contextDimension);
  // One distribution in, one distribution out: the inner map recognises the latest one.
  const standardise = keepLatest((distribution) => standardisedBy(distribution, copied));
  return Object.freeze<FeatureMap>({
    kind: 'standardised',
    dimension: map.dimension,
    contextDimension,
    actionCount: map.actionCount,
    features: (actionIndex, context, into, offset) => {
      requireLength('context', context, contextDimension);
      standardiseInto({ context, centre, scale, into: scratch });
      map.features(actionIndex, scratch, into, offset);
    },
    expectedFeatures: (distribution, into) => {
      requireFitting(distribution, contextDimension);
      map.expectedFeatures(standardise(distribution), into);
    },
    covariance: (distribution, combination) => {
      requireFitting(distribution, contextDimension);
      return map.covariance(standardise(distribution), combination);
    },
    describe: () => ({
      kind: 'standardised',
      centre: Array.from(centre),
      scale: Array.from(scale),
      map: map.describe(),
    }),
  });
}

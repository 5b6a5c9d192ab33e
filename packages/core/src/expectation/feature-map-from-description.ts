/**
 * Turns plain data back into a feature map, trusting nothing: the shape is checked here, the
 * values by the factory of that kind.
 */
import { readKind, readRecord, requireKnownFields } from '../base/plain-data.ts';
import type { FeatureMap } from './feature-map.ts';
import type { FeatureMapDescription } from './feature-map-description.ts';
import { liftFromDescription } from './lifts/lift-from-description.ts';
import { hadamardMap } from './maps/hadamard-map.ts';
import { kroneckerMap } from './maps/kronecker-map.ts';
import { latentOuterMap } from './maps/latent-outer-map.ts';
import { perActionMap } from './maps/per-action-map.ts';
import { polynomialMap } from './maps/polynomial-map.ts';
import { randomFourierMap } from './maps/random-fourier-map.ts';
import { standardisedMap } from './maps/standardised-map.ts';
import { syntheticMap } from './maps/synthetic-map.ts';
import { termsMap } from './maps/terms-map.ts';

type Kind = FeatureMapDescription['kind'];

interface Reader<OneKind extends Kind> {
  readonly fields: readonly string[];
  build(description: Extract<FeatureMapDescription, { kind: OneKind }>): FeatureMap;
}

const READERS: { readonly [OneKind in Kind]: Reader<OneKind> } = {
  synthetic: { fields: ['actions'], build: ({ actions }) => syntheticMap(actions) },
  kronecker: {
    fields: ['actionVectors', 'lift'],
    build: ({ actionVectors, lift }) =>
      kroneckerMap({ actionVectors, lift: liftFromDescription(lift) }),
  },
  'latent-outer': {
    fields: ['actionFactors', 'contextWeights'],
    build: (description) => latentOuterMap(description),
  },
  hadamard: {
    fields: ['actionFactors', 'contextWeights'],
    build: (description) => hadamardMap(description),
  },
  'per-action': {
    fields: ['actionCount', 'contextDimension'],
    build: (description) => perActionMap(description),
  },
  polynomial: {
    fields: ['actionVectors', 'contextDimension'],
    build: (description) => polynomialMap(description),
  },
  'random-fourier': {
    fields: ['actionVectors', 'frequencies', 'phases'],
    build: (description) => randomFourierMap(description),
  },
  terms: {
    fields: ['actionVectors', 'contextDimension', 'terms'],
    build: (description) => termsMap(description),
  },
  standardised: {
    fields: ['centre', 'scale', 'map'],
    build: ({ centre, scale, map }) =>
      standardisedMap({ centre, scale, map: featureMapFromDescription(map) }),
  },
};

/** All kinds of feature maps that plain data can describe. */
export const FEATURE_MAP_KINDS: readonly Kind[] = Object.keys(READERS) as Kind[];

/** Returns the map that plain data describes; refuses unknown kinds and wrong shapes. */
export function featureMapFromDescription(description: unknown): FeatureMap {
  const record = readRecord('A feature map description', description);
  const kind = readKind('a feature map description', record, FEATURE_MAP_KINDS);
  const { fields, build } = READERS[kind] as Reader<Kind>;
  requireKnownFields(`A feature map of kind ${kind}`, record, (name) => fields.includes(name));
  return build(record as unknown as FeatureMapDescription);
}

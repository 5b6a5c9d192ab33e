/**
 * Products that are written down one by one: feature i is an attribute of the action, or 1, times a
 * coordinate of the context, or 1.
 *
 *     φᵢ(x, c) = v_x[attributeᵢ] · [1, c][coordinateᵢ]
 *
 * A Kronecker product has all pairs; here are those alone that mean something: a level, the field, the
 * parents of a hybrid, and how each of the parents bears the weather. Every feature hangs on one
 * coordinate, so forecasts are averaged exactly by their means.
 */
import { HedgerowError } from '../../base/errors.ts';
import { copyTable, requireList, tableRow, tableRows } from '../../base/number-lists.ts';
import { describeValue } from '../../base/require.ts';
import type { FeatureMap } from '../feature-map.ts';
import type { FeatureTerm } from '../feature-map-description.ts';
import { liftedMap } from '../lifted-map.ts';
import type { LiftedOperator } from '../lifted-operator.ts';
import { affineLift } from '../lifts/affine-lift.ts';
import { combinedVector } from './combined-vector.ts';

export interface TermsMapInput {
  /** One row of attributes for each action. */
  readonly actionVectors: readonly ArrayLike<number>[];
  readonly contextDimension: number;
  /** For each feature the attribute and the coordinate, counted from 0; null is 1. */
  readonly terms: readonly FeatureTerm[];
}

/** A term as places in [1, attributes] and [1, context]. */
interface Places {
  readonly attributes: Int32Array;
  readonly coordinates: Int32Array;
}

/** Returns the map φᵢ(x, c) = attribute · coordinate. */
export function termsMap({ actionVectors, contextDimension, terms }: TermsMapInput): FeatureMap {
  const vectors = copyTable('actionVectors', actionVectors);
  const lift = affineLift(contextDimension);
  const places = placesOf(terms, vectors.columnCount, contextDimension);
  const rows = Array.from({ length: vectors.rowCount }, (_, x) => [1, ...tableRow(vectors, x)]);
  const kept = terms.map(([attribute, coordinate]): FeatureTerm => [attribute, coordinate]);
  return liftedMap({
    kind: 'terms',
    dimension: terms.length,
    actionCount: vectors.rowCount,
    lift,
    write: (actionIndex, lifted, into, offset) => {
      const { attributes, coordinates } = places;
      const row = rows[actionIndex]!;
      for (let i = 0; i < attributes.length; i++) {
        into[offset + i] = row[attributes[i]!]! * lifted[coordinates[i]!]!;
      }
    },
    combine: (combination) => {
      const constant = combination.reduce((sum, { coefficient }) => sum + coefficient, 0);
      const vector = [constant, ...combinedVector(vectors, combination)];
      return termsOperator(places, vector, lift.dimension);
    },
    describe: () => ({
      kind: 'terms',
      actionVectors: tableRows(vectors),
      contextDimension,
      terms: kept,
    }),
  });
}

/** Every feature hangs on one coordinate: columns have no row in common, and are orthogonal. */
function termsOperator(
  { attributes, coordinates }: Places,
  vector: readonly number[],
  liftDimension: number,
): LiftedOperator {
  const squares = new Float64Array(liftDimension);
  attributes.forEach((attribute, i) => {
    squares[coordinates[i]!]! += vector[attribute]! ** 2;
  });
  return {
    apply: (lifted, into) => {
      for (let i = 0; i < attributes.length; i++) {
        into[i] = vector[attributes[i]!]! * lifted[coordinates[i]!]!;
      }
    },
    applyTransposed: (weights, into) => {
      into.fill(0);
      for (let i = 0; i < attributes.length; i++) {
        into[coordinates[i]!]! += vector[attributes[i]!]! * weights[i]!;
      }
    },
    columnLengths: squares.map(Math.sqrt),
  };
}

function placesOf(
  terms: readonly FeatureTerm[],
  attributeCount: number,
  coordinateCount: number,
): Places {
  requireList('terms', terms);
  const placesAt = (side: 0 | 1, count: number, what: string) =>
    Int32Array.from(terms, (term, i) => {
      if (!Array.isArray(term) || term.length !== 2) throw notATerm(i, term);
      const place = term[side];
      if (place === null) return 0;
      if (Number.isInteger(place) && place >= 0 && place < count) return place + 1;
      throw notAPlace(`terms[${i}][${side}]`, what, count, place);
    });
  return {
    attributes: placesAt(0, attributeCount, 'attributes'),
    coordinates: placesAt(1, coordinateCount, 'coordinates'),
  };
}

function notATerm(index: number, term: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `terms[${index}] must be a pair, [attribute, coordinate]`,
    received: describeValue(term),
  });
}

function notAPlace(field: string, what: string, count: number, place: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${field} must be null or one of the ${count} ${what}, counted from 0`,
    received: describeValue(place),
  });
}

/**
 * Whether the features of a map leave out the constant: no fixed weights make every action pay 1 in
 * every context.
 *
 *     v(x) ⊗ g(c)     has it if g has a constant coordinate and some weights make Σ w · v(x) = 1 for all x
 *     [x², c², x∘c]   has it if some weights make Σ w · x² = 1 for all x
 *     v_x[a] · c[k]   has it if the terms without a coordinate span it: a lone 1, or attributes that do
 *     V_x ∘ Wᵀc       is 0 in the context 0, so it has none; V_x ⊗ Wᵀc likewise
 *
 * A linear model over such features cannot learn that all actions pay a little more than they should; it
 * needs an intercept of its own. A map that is a function cannot be looked into and counts as complete.
 */
import { dotProduct } from '../base/small-matrix.ts';
import type { ContextLiftDescription } from './context-lift.ts';
import type { FeatureMap } from './feature-map.ts';
import type { FeatureMapDescription } from './feature-map-description.ts';

type Rows = readonly (readonly number[])[];

/** A column shorter than this after the others are taken off it adds nothing but rounding. */
const NEGLIGIBLE = 1e-9;

/** Returns whether a constant has to be learnt beside the features of the map. */
export function lacksConstant(map: FeatureMap): boolean {
  return map.kind !== 'function' && !hasConstant(map.describe());
}

function hasConstant(description: FeatureMapDescription): boolean {
  switch (description.kind) {
    case 'per-action':
      return true;
    case 'synthetic':
      return spansConstant(description.actions.map((row) => row.map((value) => value * value)));
    case 'polynomial':
      return spansConstant(description.actionVectors);
    case 'kronecker':
      return liftHasConstant(description.lift) && spansConstant(description.actionVectors);
    case 'random-fourier':
      return hasStillWave(description.frequencies) && spansConstant(description.actionVectors);
    case 'terms':
      return termsSpanConstant(description);
    case 'standardised':
      return hasConstant(description.map);
    case 'latent-outer':
    case 'hadamard':
      return false;
  }
}

function termsSpanConstant({
  actionVectors,
  terms,
}: Extract<FeatureMapDescription, { kind: 'terms' }>): boolean {
  const still = terms.filter(([, coordinate]) => coordinate === null);
  return spansConstant(
    actionVectors.map((row) =>
      still.map(([attribute]) => (attribute === null ? 1 : row[attribute]!)),
    ),
  );
}

function liftHasConstant(lift: ContextLiftDescription): boolean {
  if (lift.kind === 'random-fourier') return hasStillWave(lift.frequencies);
  return lift.kind === 'affine' || lift.kind === 'degree-two';
}

/** A wave that does not move with the context is a constant. */
function hasStillWave(frequencies: Rows): boolean {
  return frequencies.some((row) => row.every((value) => value === 0));
}

/** Returns whether some weighted sum of the columns is 1 in every row. */
export function spansConstant(rows: Rows): boolean {
  const columns = (rows[0] ?? []).map((_, i) => Float64Array.from(rows, (row) => row[i]!));
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const direction = unitRest(column, basis);
    if (direction !== null) basis.push(direction);
  }
  return unitRest(new Float64Array(rows.length).fill(1), basis) === null;
}

/** What is left of a vector beside the basis, at length 1; null if that is nothing. Taken off twice for accuracy. */
function unitRest(vector: Float64Array, basis: readonly Float64Array[]): Float64Array | null {
  const rest = Float64Array.from(vector);
  for (const direction of [...basis, ...basis]) {
    const share = dotProduct(direction, rest);
    for (let i = 0; i < rest.length; i++) rest[i]! -= share * direction[i]!;
  }
  const length = Math.sqrt(dotProduct(rest, rest));
  if (!(length > NEGLIGIBLE * Math.sqrt(dotProduct(vector, vector)))) return null;
  return rest.map((value) => value / length);
}

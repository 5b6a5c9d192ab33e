/**
 * Arbitrary valid descriptions of context distributions, of every kind, for property tests.
 */
import fc from 'fast-check';
import type { ContextDescription } from '../context-description.ts';

/** Numbers that JSON keeps: −0 becomes 0 on the way, which changes nothing but a sign bit. */
const number = fc
  .double({ min: -50, max: 50, noNaN: true, noDefaultInfinity: true })
  .map((value) => value + 0);
const positive = fc.double({ min: 0.01, max: 20, noNaN: true });

/** Weights that sum to 1 up to rounding. */
function weights(count: number): fc.Arbitrary<number[]> {
  return fc.array(positive, { minLength: count, maxLength: count }).map((values) => {
    const sum = values.reduce((total, value) => total + value, 0);
    return values.map((value) => value / sum);
  });
}

function vector(length: number): fc.Arbitrary<number[]> {
  return fc.array(number, { minLength: length, maxLength: length });
}

const dimension = fc.integer({ min: 1, max: 3 });

const covariance = (size: number): fc.Arbitrary<number[][]> =>
  fc.array(vector(size), { minLength: size, maxLength: size }).map((rows) =>
    rows.map((_, i) =>
      rows.map((_, j) => {
        const [low, high] = [Math.min(i, j), Math.max(i, j)];
        const product = rows.reduce((sum, row) => sum + row[low]! * row[high]!, 0);
        return product + (i === j ? 0.25 : 0);
      }),
    ),
  );

const simple: fc.Arbitrary<ContextDescription> = fc.oneof(
  number.map((value) => ({ kind: 'exact' as const, value })),
  fc.record({ kind: fc.constant('normal' as const), mean: number, sd: positive }),
  fc
    .tuple(number, positive)
    .map(([min, width]) => ({ kind: 'uniform' as const, min, max: min + width })),
  fc.tuple(number, positive, positive).map(([p10, step, next]) => ({
    kind: 'quantiles' as const,
    p10,
    p50: p10 + step,
    'p97.5': p10 + step + next,
  })),
  weights(3).map((probabilities) => ({
    kind: 'ensemble' as const,
    points: [1.5, 4, -3],
    weights: probabilities,
  })),
);

const several: fc.Arbitrary<ContextDescription> = fc.oneof(
  dimension.chain((size) => vector(size)).map((value) => ({ kind: 'exact' as const, value })),
  dimension.chain((size) =>
    fc.record({
      kind: fc.constant('multivariate-normal' as const),
      mean: vector(size),
      covariance: covariance(size),
    }),
  ),
  dimension
    .chain((size) =>
      fc.tuple(vector(size), fc.array(positive, { minLength: size, maxLength: size })),
    )
    .map(([mean, variances]) => ({ kind: 'multivariate-normal' as const, mean, variances })),
  dimension
    .chain((size) =>
      fc.tuple(vector(size), fc.array(positive, { minLength: size, maxLength: size })),
    )
    .map(([min, widths]) => ({
      kind: 'uniform-box' as const,
      min,
      max: min.map((lower, i) => lower + widths[i]!),
    })),
  weights(3).map((probabilities) => ({ kind: 'categories' as const, probabilities })),
  weights(2).map(([wet, dry]) => ({
    kind: 'categories' as const,
    probabilities: { wet: wet!, dry: dry! },
  })),
);

const nested: fc.Arbitrary<ContextDescription> = fc.oneof(
  fc.tuple(simple, simple, weights(2)).map(([first, second, [a, b]]) => ({
    kind: 'mixture' as const,
    components: [
      { weight: a!, distribution: first },
      { weight: b!, distribution: second },
    ],
  })),
  fc.tuple(simple, several).map((blocks) => ({ kind: 'independent' as const, blocks })),
  fc.tuple(simple, number, positive).map(([distribution, centre, scale]) => ({
    kind: 'standardised' as const,
    centre: [centre],
    scale: [scale],
    distribution,
  })),
);

export function anyContextDescription(): fc.Arbitrary<ContextDescription> {
  return fc.oneof(simple, several, nested);
}

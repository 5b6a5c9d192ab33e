/**
 * Waves over the context: gₖ(c) = cos(ωₖᵀc + phaseₖ), a flexible map for smooth rewards.
 *
 * With frequencies drawn from N(0, I / lengthScale²) and phases uniform over a turn, (2/n)·g(c)ᵀg(c′)
 * approximates the Gaussian kernel exp(−‖c − c′‖² / (2·lengthScale²)). The waves are not scaled by
 * √(2/n) here: put the factor into the action vectors if the kernel itself is wanted.
 *
 *     E[gₖ] = Re( exp(i·phaseₖ) · E[exp(iωₖᵀc)] )
 *     E[gⱼgₖ] = ½·E[cos(sum of both)] + ½·E[cos(difference of both)]
 *
 * Over a finite list of points the covariance is summed from deviations instead, which keeps its
 * digits when the points lie close together.
 */
import { copyNumbers, copyTable, tableRow, tableRows } from '../../base/number-lists.ts';
import { type RandomSource, standardNormal } from '../../base/random-source.ts';
import { requireBetween, requireLength, requireWhole } from '../../base/require.ts';
import { dotProduct } from '../../base/small-matrix.ts';
import type { ContextAtom, ContextDistribution } from '../../context/context-distribution.ts';
import type { ContextLift } from '../context-lift.ts';
import { fillSymmetric } from './product-moments.ts';

export interface FourierWaves {
  /** One row a wave, one number a context coordinate; radians for each unit of the coordinate. */
  readonly frequencies: readonly ArrayLike<number>[];
  /** One number a wave, in radians. */
  readonly phases: ArrayLike<number>;
}

/** Returns the lift g(c) = cos(ωᵀc + phase), one coordinate a wave. */
export function randomFourierLift(waves: FourierWaves): ContextLift {
  const table = copyTable('frequencies', waves.frequencies);
  const phases = copyNumbers('phases', waves.phases);
  requireLength('phases', phases, table.rowCount);
  const frequencies = Array.from(phases, (_, k) => tableRow(table, k));
  const evaluate = (context: ArrayLike<number>, into: Float64Array): void => {
    for (let k = 0; k < phases.length; k++) {
      into[k] = Math.cos(dotProduct(frequencies[k]!, context) + phases[k]!);
    }
  };
  const mean = (distribution: ContextDistribution, into: Float64Array): void => {
    for (let k = 0; k < phases.length; k++) {
      into[k] = expectedCosine(distribution, frequencies[k]!, phases[k]!);
    }
  };
  return Object.freeze<ContextLift>({
    kind: 'random-fourier',
    contextDimension: table.columnCount,
    dimension: phases.length,
    isAffine: false,
    evaluate,
    mean,
    covariance: (distribution) => {
      const { atoms } = distribution;
      if (atoms !== null) return covarianceOverAtoms(atoms, phases.length, evaluate);
      const means = new Float64Array(phases.length);
      mean(distribution, means);
      return covarianceOfWaves({ distribution, frequencies, phases, means });
    },
    describe: () => ({
      kind: 'random-fourier',
      frequencies: tableRows(table),
      phases: Array.from(phases),
    }),
  });
}

export interface DrawFourierWavesInput {
  readonly waveCount: number;
  readonly contextDimension: number;
  /** How far apart contexts must be to have little to do with each other; greater than 0. */
  readonly lengthScale: number;
  readonly random: RandomSource;
}

/** Returns waves whose average approximates the Gaussian kernel of the given length scale. */
export function drawFourierWaves(input: DrawFourierWavesInput): {
  frequencies: number[][];
  phases: number[];
} {
  const { waveCount, contextDimension, lengthScale, random } = input;
  requireWhole('waveCount', waveCount, 1, Number.POSITIVE_INFINITY);
  requireWhole('contextDimension', contextDimension, 1, Number.POSITIVE_INFINITY);
  requireBetween('lengthScale', lengthScale, 0, Number.POSITIVE_INFINITY);
  const frequencies = Array.from({ length: waveCount }, () =>
    Array.from({ length: contextDimension }, () => standardNormal(random) / lengthScale),
  );
  return { frequencies, phases: frequencies.map(() => 2 * Math.PI * random()) };
}

/** Returns E[cos(frequencyᵀc + phase)]. */
function expectedCosine(
  distribution: ContextDistribution,
  frequency: Float64Array,
  phase: number,
): number {
  const { real, imaginary } = distribution.characteristic(frequency);
  return real * Math.cos(phase) - imaginary * Math.sin(phase);
}

interface WaveCovarianceInput {
  readonly distribution: ContextDistribution;
  readonly frequencies: readonly Float64Array[];
  readonly phases: Float64Array;
  readonly means: Float64Array;
}

function covarianceOfWaves(input: WaveCovarianceInput): Float64Array {
  const { distribution, frequencies, phases, means } = input;
  const combined = new Float64Array(distribution.dimension);
  const cosineOf = (j: number, k: number, sign: 1 | -1): number => {
    for (let i = 0; i < combined.length; i++) {
      combined[i] = frequencies[j]![i]! + sign * frequencies[k]![i]!;
    }
    return expectedCosine(distribution, combined, phases[j]! + sign * phases[k]!);
  };
  return fillSymmetric(
    phases.length,
    (j, k) => (cosineOf(j, k, 1) + cosineOf(j, k, -1)) / 2 - means[j]! * means[k]!,
  );
}

function covarianceOverAtoms(
  atoms: readonly ContextAtom[],
  dimension: number,
  evaluate: (context: Float64Array, into: Float64Array) => void,
): Float64Array {
  const lifted = atoms.map(({ point }) => {
    const into = new Float64Array(dimension);
    evaluate(point, into);
    return into;
  });
  const origin = Float64Array.from(lifted[0]!);
  const average = (valueAt: (a: number) => number): number =>
    atoms.reduce((sum, { probability }, a) => sum + probability * valueAt(a), 0);
  const means = origin.map((first, k) => first + average((a) => lifted[a]![k]! - first));
  return fillSymmetric(dimension, (j, k) =>
    average((a) => (lifted[a]![j]! - means[j]!) * (lifted[a]![k]! - means[k]!)),
  );
}

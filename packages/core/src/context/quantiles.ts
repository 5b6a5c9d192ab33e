/**
 * A number known by some of its quantiles, the way forecasts are often published: "ten percent
 * below 20, half below 90, ninety percent below 210".
 *
 * The quantiles become a piecewise distribution (see quantile-pieces.ts for its shape and the
 * reason for its tails). Its moments and characteristic function are exact sums over the pieces;
 * draws invert the distribution function, so one random number makes one draw.
 */
import { HedgerowError } from '../base/errors.ts';
import { readRecord } from '../base/plain-data.ts';
import { requireFinite } from '../base/require.ts';
import type { QuantilesDescription } from './context-description.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { weightedSum } from './parts/complex.ts';
import { fromVariables } from './parts/from-variables.ts';
import { type Quantile, type QuantilePiece, quantilePieces } from './parts/quantile-pieces.ts';
import type { Variable } from './parts/variable.ts';

/** Values by level in percent (`p10`, `p2.5`), at least two, and limits where they are known. */
export type QuantilesInput = Omit<QuantilesDescription, 'kind'>;

/** Returns the piecewise distribution through the given quantiles. */
export function quantiles(input: QuantilesInput): ContextDistribution {
  const given = { ...readRecord('quantiles', input) } as QuantilesInput;
  const sorted = readQuantiles(given);
  requireNotCrossing(sorted);
  const limits = readLimits(given, sorted);
  return fromVariables({
    kind: 'quantiles',
    variables: [piecewiseVariable(quantilePieces(sorted, limits))],
    describe: () => ({ kind: 'quantiles', ...given }),
  });
}

/** Returns whether `name` is a field such as `p10` or `p2.5`. */
function isLevelName(name: string): name is `p${number}` {
  return /^p\d+(\.\d+)?$/.test(name);
}

interface NamedQuantile extends Quantile {
  readonly name: string;
}

function readQuantiles(given: QuantilesInput): NamedQuantile[] {
  const names = Object.keys(given).filter((name) => name !== 'min' && name !== 'max');
  const found = names.map((name) => readQuantile(given, name));
  if (found.length >= 2) return found.sort((a, b) => a.level - b.level);
  throw new HedgerowError({
    code: 'HR_CONTEXT_QUANTILES',
    rule: 'At least two quantiles must be given',
    received: found.length === 0 ? 'none' : `one, ${found[0]!.name}`,
    remedy: 'With limits only use uniform(min, max); with one known value use exact(value).',
  });
}

function readQuantile(given: QuantilesInput, name: string): NamedQuantile {
  if (!isLevelName(name)) throw wrongLevelName(name);
  const percent = Number(name.slice(1));
  if (percent <= 0 || percent >= 100) throw wrongLevelName(name);
  const value = given[name]!;
  requireFinite(name, value);
  return { name, level: percent / 100, value };
}

function wrongLevelName(name: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_CONTEXT_QUANTILES',
    rule: 'A quantile must be named p and its percentage, above 0 and below 100, such as p10',
    received: JSON.stringify(name),
    remedy: 'The lowest and highest possible values are called min and max.',
  });
}

function requireNotCrossing(sorted: readonly NamedQuantile[]): void {
  for (let k = 1; k < sorted.length; k++) {
    const lower = sorted[k - 1]!;
    const upper = sorted[k]!;
    if (upper.level > lower.level && upper.value >= lower.value) continue;
    throw new HedgerowError({
      code: 'HR_CONTEXT_QUANTILES',
      rule:
        upper.level === lower.level
          ? `${upper.name} must not repeat the level of ${lower.name}`
          : `${upper.name} must not be below ${lower.name} = ${lower.value}`,
      received: String(upper.value),
      remedy: 'Quantiles that cross belong to no distribution: correct one of the two.',
    });
  }
}

function readLimits(
  { min, max }: QuantilesInput,
  sorted: readonly NamedQuantile[],
): { readonly min: number | undefined; readonly max: number | undefined } {
  const lowest = sorted[0]!;
  const highest = sorted.at(-1)!;
  if (min !== undefined) requireFinite('min', min);
  if (max !== undefined) requireFinite('max', max);
  if (min !== undefined && min > lowest.value) {
    throw crossedLimit(`min must not be above ${lowest.name} = ${lowest.value}`, min);
  }
  if (max !== undefined && max < highest.value) {
    throw crossedLimit(`max must not be below ${highest.name} = ${highest.value}`, max);
  }
  return { min, max };
}

function crossedLimit(rule: string, received: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_CONTEXT_QUANTILES',
    rule,
    received: String(received),
    remedy: 'Leave the limit out if it is not known.',
  });
}

/** The mixture of the pieces, each moved from its own centre to the common one. */
function piecewiseVariable(pieces: readonly QuantilePiece[]): Variable {
  const weights = pieces.map((piece) => piece.levelTo - piece.levelFrom);
  const origin = pieces[0]!.mean;
  const average = (momentOf: (piece: QuantilePiece) => number): number =>
    pieces.reduce((sum, piece, k) => sum + weights[k]! * momentOf(piece), 0);
  const mean = origin + average((piece) => piece.mean - origin);
  return {
    mean,
    variance: average((piece) => piece.variance + (piece.mean - mean) ** 2),
    third: average((piece) => thirdAbout(piece, piece.mean - mean)),
    fourth: average((piece) => fourthAbout(piece, piece.mean - mean)),
    characteristic: (frequency) =>
      weightedSum(weights, (k) => pieces[k]!.characteristic(frequency)),
    draw: (random) => invert(pieces, random()),
  };
}

function thirdAbout(piece: QuantilePiece, shift: number): number {
  return piece.third + 3 * shift * piece.variance + shift ** 3;
}

function fourthAbout(piece: QuantilePiece, shift: number): number {
  return piece.fourth + 4 * shift * piece.third + 6 * shift ** 2 * piece.variance + shift ** 4;
}

function invert(pieces: readonly QuantilePiece[], level: number): number {
  const piece = pieces.find((candidate) => level < candidate.levelTo) ?? pieces.at(-1)!;
  const share = (level - piece.levelFrom) / (piece.levelTo - piece.levelFrom);
  return piece.invert(Math.min(share, 1));
}

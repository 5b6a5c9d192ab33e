/**
 * Ways in which a reward can scatter around its mean and keep to what is declared of it.
 *
 *   point       always the mean
 *   ends        only the two ends of the range
 *   rare-loss   seldom far below, else a little above: looks better than it is, until it does not
 *   rare-win    seldom far above, else a little below
 *
 * Where a deviation scale s is declared, two points with chances p and 1 − p may lie as far apart as
 * √(2 · log((1 − p) / p) / (1 − 2p)) · s, and 2s for even chances: exactly what is sub-Gaussian with
 * scale s (Kearns and Saul 1998).
 */
import type { RandomStream } from '../environments/random-stream.ts';
import type { CellNumbers } from './cell-range.ts';

export type Spread = 'point' | 'ends' | 'rare-loss' | 'rare-win';

const RARE = 0.05;

export interface DrawInput {
  readonly numbers: CellNumbers;
  readonly mean: number;
  readonly spread: Spread;
  readonly random: Pick<RandomStream, 'uniform' | 'normal'>;
}

/** Returns one reward with that mean, noise included. */
export function drawReward(input: DrawInput): number {
  const { numbers, random } = input;
  const reward = Math.min(Math.max(withoutNoise(input), numbers.min), numbers.max);
  return numbers.noiseScale > 0 ? reward + numbers.noiseScale * random.normal() : reward;
}

function withoutNoise({ numbers, mean, spread, random }: DrawInput): number {
  if (spread === 'point') return mean;
  const upShare = upShareOf(numbers, mean, spread);
  const distance = distanceOf(numbers, mean, upShare);
  const isUp = random.uniform() < upShare;
  return isUp ? mean + (1 - upShare) * distance : mean - upShare * distance;
}

/** Chance of the upper of the two points. */
function upShareOf(numbers: CellNumbers, mean: number, spread: Spread): number {
  if (spread === 'rare-loss') return 1 - RARE;
  if (spread === 'rare-win') return RARE;
  return numbers.spreadScale === null ? (mean - numbers.min) / numbers.width : 0.5;
}

/** How far the two points lie apart: as far as range and declared deviation allow. */
function distanceOf(numbers: CellNumbers, mean: number, upShare: number): number {
  const upMost = upShare < 1 ? (numbers.max - mean) / (1 - upShare) : 0;
  const downMost = upShare > 0 ? (mean - numbers.min) / upShare : 0;
  const inRange = Math.max(Math.min(upMost, downMost), 0);
  const { spreadScale } = numbers;
  return spreadScale === null ? inRange : Math.min(inRange, spreadScale * reach(upShare));
}

function reach(upShare: number): number {
  if (upShare === 0.5) return 2;
  const odds = (1 - upShare) / upShare;
  return Math.sqrt((2 * Math.log(odds)) / (1 - 2 * upShare));
}

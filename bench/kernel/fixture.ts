/**
 * The input all implementations share: features of a few rounds, true weights and noise.
 *
 * The file layout is that of yardsticks/gen.py (all numbers eight bytes, little endian):
 * d, K, R, T as integers, then true weights [d], features [R, K, d], baseline actions [R] (integers),
 * baseline rewards [R], noise [T]. Rounds use the R feature matrices in turn.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { standardNormal } from '../../packages/core/src/base/random-source.ts';

export interface ProblemSize {
  readonly dimension: number;
  readonly actionCount: number;
}

export interface Fixture extends ProblemSize {
  readonly trueWeights: Float64Array;
  /** One K × d matrix after the other. */
  readonly features: Float64Array;
  readonly matrixCount: number;
  readonly noise: Float64Array;
}

const NOISE_COUNT = 20_000;

/** Returns the file name that all yardsticks expect, inside their folder `data`. */
export function fixtureName({ dimension, actionCount }: ProblemSize): string {
  return `d${dimension}_k${actionCount}.bin`;
}

/** Reads a fixture; where there is none yet, makes one and writes it. */
export function readOrCreateFixture(size: ProblemSize, folder: URL): Fixture {
  const file = new URL(fixtureName(size), folder);
  if (!existsSync(file)) writeFixture(generateFixture(size), folder);
  const bytes = readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const [dimension, actionCount, matrixCount, noiseCount] = [
    ...new BigInt64Array(buffer, 0, 4),
  ].map(Number) as [number, number, number, number];
  let next = 32;
  const take = (count: number): Float64Array => {
    const numbers = new Float64Array(buffer, next, count);
    next += 8 * count;
    return numbers;
  };
  const trueWeights = take(dimension);
  const features = take(matrixCount * actionCount * dimension);
  take(2 * matrixCount);
  return { dimension, actionCount, matrixCount, trueWeights, features, noise: take(noiseCount) };
}

/** Writes a fixture for the yardsticks that were not given a file by gen.py. */
export function writeFixture(fixture: Fixture, folder: URL): void {
  const { dimension, actionCount, matrixCount, trueWeights, features, noise } = fixture;
  const head = BigInt64Array.from([dimension, actionCount, matrixCount, noise.length].map(BigInt));
  // The yardsticks measured here follow the baseline hardly ever: its first action will do.
  const baselineActions = new BigInt64Array(matrixCount);
  const baselineRewards = new Float64Array(matrixCount);
  const parts = [head, trueWeights, features, baselineActions, baselineRewards, noise];
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    new URL(fixtureName(fixture), folder),
    Buffer.concat(
      parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
    ),
  );
}

/** Draws a fixture like those of gen.py: positive features of norm 0.5 to 1, unit weights. */
export function generateFixture({ dimension, actionCount }: ProblemSize): Fixture {
  const generator = xoroshiro128plus(1000 * dimension + actionCount);
  const random = () => uniformFloat64(generator);
  const perMatrix = actionCount * dimension;
  const matrixCount = Math.min(64, Math.max(3, Math.floor(2_000_000 / perMatrix)));
  const trueWeights = new Float64Array(dimension);
  drawPositive(trueWeights, random, 1);
  const features = new Float64Array(matrixCount * perMatrix);
  for (let start = 0; start < features.length; start += dimension) {
    drawPositive(features.subarray(start, start + dimension), random, 0.5 + 0.5 * random());
  }
  const noise = Float64Array.from({ length: NOISE_COUNT }, () => 0.1 * standardNormal(random));
  return { dimension, actionCount, matrixCount, trueWeights, features, noise };
}

/** Fills a vector with absolute values of normal draws, scaled to the given norm. */
function drawPositive(vector: Float64Array, random: () => number, norm: number): void {
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = Math.abs(standardNormal(random));
    vector[i] = value;
    square += value * value;
  }
  const scale = norm / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i]! *= scale;
}

/**
 * Fast normal random numbers by the ziggurat of Marsaglia and Tsang, in Doornik's form (ZIGNOR).
 *
 * The area under exp(−x²/2) is cut into 128 layers of equal area. A point drawn in a layer's
 * rectangle is under the curve at once in 98.8 % of draws; the rest is decided by comparing with
 * the curve, or, in the bottom layer, by Marsaglia's method for the tail.
 *
 * One draw takes two 32-bit words: 53 bits make the position, and seven of the eleven bits left over
 * choose the layer, so that position and layer share none (sharing bits is what spoils the original).
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

const LAYER_COUNT = 128;
/** Where the tail begins, and the area of each layer. */
const TAIL_START = 3.442619855899;
const LAYER_AREA = 9.91256303526217e-3;

const HIGH_BITS = 2 ** 26 - 1;
const LOW_BITS = 2 ** 27 - 1;

/** Right end of each layer's rectangle; the first is the width that gives the bottom its area. */
const ends = layerEnds();
/** Share of each layer's rectangle that lies under the curve whatever the height. */
const innerShares = Float64Array.from(
  { length: LAYER_COUNT },
  (_, layer) => ends[layer + 1]! / ends[layer]!,
);

/** Returns the next standard normal number. */
export function drawNormal(generator: RandomGenerator): number {
  for (;;) {
    const high = generator.next();
    const low = generator.next();
    const position = ((high & HIGH_BITS) * 2 ** 27 + (low & LOW_BITS)) * 2 ** -52 - 1;
    const layer = (high >>> 26) | (((low >>> 27) & 1) << 6);
    if (Math.abs(position) < innerShares[layer]!) return position * ends[layer]!;
    if (layer === 0) return drawTail(generator, position < 0);
    const candidate = position * ends[layer]!;
    if (isUnderCurve(generator, layer, candidate)) return candidate;
  }
}

/** Decides about a point between the inner part of a layer and its end. */
function isUnderCurve(generator: RandomGenerator, layer: number, candidate: number): boolean {
  const square = candidate * candidate;
  const atEnd = Math.exp(-0.5 * (ends[layer]! * ends[layer]! - square));
  const atInner = Math.exp(-0.5 * (ends[layer + 1]! * ends[layer + 1]! - square));
  return atInner + uniformFloat64(generator) * (atEnd - atInner) < 1;
}

function drawTail(generator: RandomGenerator, isNegative: boolean): number {
  for (;;) {
    const beyond = -Math.log(1 - uniformFloat64(generator)) / TAIL_START;
    const height = -Math.log(1 - uniformFloat64(generator));
    if (2 * height >= beyond * beyond) {
      return isNegative ? -(TAIL_START + beyond) : TAIL_START + beyond;
    }
  }
}

function layerEnds(): Float64Array {
  const result = new Float64Array(LAYER_COUNT + 1);
  let height = Math.exp(-0.5 * TAIL_START * TAIL_START);
  result[0] = LAYER_AREA / height;
  result[1] = TAIL_START;
  for (let layer = 2; layer < LAYER_COUNT; layer++) {
    const end = Math.sqrt(-2 * Math.log(LAYER_AREA / result[layer - 1]! + height));
    result[layer] = end;
    height = Math.exp(-0.5 * end * end);
  }
  return result;
}

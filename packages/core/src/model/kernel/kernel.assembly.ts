/**
 * The four hot functions of a kernel, in AssemblyScript (compiled by `npm run build:kernel`).
 *
 * Each number is computed with the same operations in the same order as in typescript-kernel.ts,
 * so that both give the same bits; only the grouping differs. Built a second time with relaxed SIMD,
 * product and difference become one rounding: faster, and no longer the same bits everywhere.
 *
 * Actions lie in the lanes of vectors: eight actions × two rows keep eight vectors of sums, as many as
 * the registers of common processors hold beside their operands.
 *
 * Features are often zeros but for one stretch: where each action has weights of its own, only those of one action
 * are not zero. What a substitution makes of leading zeros are zeros, which change no bit of what follows, so it
 * begins behind them. `ends` tells how far each row of the factor reaches: behind the farthest that was met, and
 * behind the stretch itself, zeros are all that is left, and it stops. An update leaves rows outside of that as they
 * are, unless their carries are still to be added (`settled`).
 *
 * All arguments called after an array are addresses in bytes; `stride` is in bytes too.
 */

/** Bytes of a number. */
const NUMBER: usize = 8;

// @ts-ignore: decorator
@inline
function minusProduct(sum: v128, a: v128, b: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_nmadd(a, b, sum);
  return f64x2.sub(sum, f64x2.mul(a, b));
}

// @ts-ignore: decorator
@inline
function plusProduct(sum: v128, a: v128, b: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, sum);
  return f64x2.add(sum, f64x2.mul(a, b));
}

/** Byte at which the first pair of numbers that are not both 0 begins, at most `length`. */
// @ts-ignore: decorator
@inline
function leadingZeros(vector: usize, length: usize): usize {
  let at: usize = 0;
  while (at + NUMBER < length && !v128.any_true(v128.load(vector + at))) at += 16;
  return at;
}

/** The same for eight vectors, or four, one after the other. */
// @ts-ignore: decorator
@inline
function leadingZerosOfAll(wide: bool, vectors: usize, length: usize): usize {
  let at: usize = 0;
  while (at + NUMBER < length) {
    let one = vectors + at, any = v128.load(one);
    let count = wide ? 8 : 4;
    for (let i = 1; i < count; i++) {
      one += length;
      any = v128.or(any, v128.load(one));
    }
    if (v128.any_true(any)) break;
    at += 16;
  }
  return at;
}

/** The same from the back: byte at which the last pair of numbers that are not both 0 ends, at most `length`. */
// @ts-ignore: decorator
@inline
function endOfNumbers(vector: usize, length: usize): usize {
  let end = (length + NUMBER) & ~15;
  while (end > 0 && !v128.any_true(v128.load(vector + end - 16))) end -= 16;
  return min(end, length);
}

/** The same for eight vectors, or four, one after the other. */
// @ts-ignore: decorator
@inline
function endOfAll(wide: bool, vectors: usize, length: usize): usize {
  let end = (length + NUMBER) & ~15;
  while (end > 0) {
    let one = vectors + end - 16, any = v128.load(one);
    let count = wide ? 8 : 4;
    for (let i = 1; i < count; i++) {
      one += length;
      any = v128.or(any, v128.load(one));
    }
    if (v128.any_true(any)) break;
    end -= 16;
  }
  return min(end, length);
}

/** Scores every action and returns the index of the largest upper bound. */
export function scoreActions(
  factor: usize, reciprocals: usize, ends: usize, features: usize, panel: usize,
  predictions: usize, uncertainties: usize, upperBounds: usize,
  dimension: usize, stride: usize, actionCount: usize, radius: f64,
): usize {
  let length = dimension * NUMBER;
  let scored: usize = 0;
  while (scored < actionCount) {
    let left = actionCount - scored;
    let start = features + scored * length;
    let at = scored * NUMBER;
    if (left > 4) {
      solvePanel(true, factor, reciprocals, ends, start, panel, length, stride);
      finishPanel(min(<usize>8, left), panel, predictions + at, uncertainties + at, upperBounds + at, radius);
      scored += 8;
    } else {
      solvePanel(false, factor, reciprocals, ends, start, panel, length, stride);
      finishPanel(left, panel, predictions + at, uncertainties + at, upperBounds + at, radius);
      scored += 4;
    }
  }
  return indexOfLargest(upperBounds, actionCount);
}

/** Turns the sums at the head of the panel into the answers of `count` actions. */
// @ts-ignore: decorator
@inline
function finishPanel(count: usize, panel: usize, predictions: usize, uncertainties: usize, upperBounds: usize, radius: f64): void {
  let end = count * NUMBER;
  let at: usize = 0;
  for (; at + NUMBER < end; at += 16) {
    let mean = v128.load(panel + at);
    let width = f64x2.sqrt(v128.load(panel + at, 64));
    v128.store(predictions + at, mean);
    v128.store(uncertainties + at, width);
    v128.store(upperBounds + at, f64x2.add(mean, f64x2.mul(f64x2.splat(radius), width)));
  }
  if (at < end) {
    let mean = load<f64>(panel + at);
    let width = sqrt(load<f64>(panel + at, 64));
    store<f64>(predictions + at, mean);
    store<f64>(uncertainties + at, width);
    store<f64>(upperBounds + at, mean + radius * width);
  }
}

function indexOfLargest(values: usize, count: usize): usize {
  let best: usize = 0;
  let largest = load<f64>(values);
  for (let i: usize = 1; i < count; i++) {
    let value = load<f64>(values + i * NUMBER);
    if (value > largest) {
      largest = value;
      best = i;
    }
  }
  return best;
}

/**
 * Forward substitution for eight actions (four if not wide), two rows at a time.
 *
 * Each vector holds the same row of two actions: a0 is row 0 of the first two, d1 row 1 of the last
 * two. At the end the panel begins with the predictions and, 64 bytes on, the squared uncertainties.
 * Lanes beyond the last action compute from whatever stands there, and nobody reads them; so does
 * the second row where the dimension is odd.
 */
// @ts-ignore: decorator
@inline
function solvePanel(wide: bool, factor: usize, reciprocals: usize, ends: usize, features: usize, panel: usize, length: usize, stride: usize): void {
  let zero = f64x2.splat(0);
  let panelRow: usize = wide ? 64 : 32;
  let end = panel;
  let begin = leadingZerosOfAll(wide, features, length);
  let limit = endOfAll(wide, features, length);
  let firstRow = factor + (begin / NUMBER) * stride;
  let at = begin;
  for (; at < limit; at += 16) {
    let one = features + at;
    let two = one + length;
    let a0 = v128.shuffle<f64>(v128.load(one), v128.load(two), 0, 2);
    let a1 = v128.shuffle<f64>(v128.load(one), v128.load(two), 1, 3);
    one = two + length;
    two = one + length;
    let b0 = v128.shuffle<f64>(v128.load(one), v128.load(two), 0, 2);
    let b1 = v128.shuffle<f64>(v128.load(one), v128.load(two), 1, 3);
    let c0 = zero, c1 = zero, d0 = zero, d1 = zero;
    if (wide) {
      one = two + length;
      two = one + length;
      c0 = v128.shuffle<f64>(v128.load(one), v128.load(two), 0, 2);
      c1 = v128.shuffle<f64>(v128.load(one), v128.load(two), 1, 3);
      one = two + length;
      two = one + length;
      d0 = v128.shuffle<f64>(v128.load(one), v128.load(two), 0, 2);
      d1 = v128.shuffle<f64>(v128.load(one), v128.load(two), 1, 3);
    }
    let row = firstRow + at;
    for (let done = panel; done < end; done += panelRow) {
      let entry0 = v128.load64_splat(row), entry1 = v128.load64_splat(row, 8);
      let solved = v128.load(done);
      a0 = minusProduct(a0, entry0, solved);
      a1 = minusProduct(a1, entry1, solved);
      solved = v128.load(done, 16);
      b0 = minusProduct(b0, entry0, solved);
      b1 = minusProduct(b1, entry1, solved);
      if (wide) {
        solved = v128.load(done, 32);
        c0 = minusProduct(c0, entry0, solved);
        c1 = minusProduct(c1, entry1, solved);
        solved = v128.load(done, 48);
        d0 = minusProduct(d0, entry0, solved);
        d1 = minusProduct(d1, entry1, solved);
      }
      row += stride;
    }
    limit = max(limit, <usize>load<u32>(ends + (at >> 1)));
    let scale = v128.load64_splat(reciprocals + at);
    a0 = f64x2.mul(a0, scale);
    b0 = f64x2.mul(b0, scale);
    v128.store(end, a0);
    v128.store(end, b0, 16);
    if (wide) {
      c0 = f64x2.mul(c0, scale);
      d0 = f64x2.mul(d0, scale);
      v128.store(end, c0, 32);
      v128.store(end, d0, 48);
    }
    end += panelRow;
    if (at + NUMBER == length) break;

    let corner = v128.load64_splat(row, 8);
    limit = max(limit, <usize>load<u32>(ends + (at >> 1), 4));
    scale = v128.load64_splat(reciprocals + at, 8);
    a1 = f64x2.mul(minusProduct(a1, corner, a0), scale);
    b1 = f64x2.mul(minusProduct(b1, corner, b0), scale);
    v128.store(end, a1);
    v128.store(end, b1, 16);
    if (wide) {
      c1 = f64x2.mul(minusProduct(c1, corner, c0), scale);
      d1 = f64x2.mul(minusProduct(d1, corner, d0), scale);
      v128.store(end, c1, 32);
      v128.store(end, d1, 48);
    }
    end += panelRow;
  }
  sumPanel(wide, panel, end, firstRow + length, stride);
}

/** Sums s·z and s·s of all actions, from the first row to the last. */
// @ts-ignore: decorator
@inline
function sumPanel(wide: bool, panel: usize, end: usize, target: usize, stride: usize): void {
  let zero = f64x2.splat(0);
  let panelRow: usize = wide ? 64 : 32;
  let meanA = zero, meanB = zero, meanC = zero, meanD = zero;
  let squareA = zero, squareB = zero, squareC = zero, squareD = zero;
  for (let done = panel; done < end; done += panelRow) {
    let z = v128.load64_splat(target);
    let solved = v128.load(done);
    meanA = plusProduct(meanA, solved, z);
    squareA = plusProduct(squareA, solved, solved);
    solved = v128.load(done, 16);
    meanB = plusProduct(meanB, solved, z);
    squareB = plusProduct(squareB, solved, solved);
    if (wide) {
      solved = v128.load(done, 32);
      meanC = plusProduct(meanC, solved, z);
      squareC = plusProduct(squareC, solved, solved);
      solved = v128.load(done, 48);
      meanD = plusProduct(meanD, solved, z);
      squareD = plusProduct(squareD, solved, solved);
    }
    target += stride;
  }
  v128.store(panel, meanA);
  v128.store(panel, meanB, 16);
  v128.store(panel, squareA, 64);
  v128.store(panel, squareB, 80);
  if (wide) {
    v128.store(panel, meanC, 32);
    v128.store(panel, meanD, 48);
    v128.store(panel, squareC, 96);
    v128.store(panel, squareD, 112);
  }
}

/**
 * Forward substitution for one vector, row by row; prediction and uncertainty go to `answers`.
 *
 * Pairs always start at even positions, also where the first lane lies on or below the diagonal:
 * a pair that straddled two pairs written just before would have to wait for both. The next pivot is
 * computed apart for the same reason. The column after the last collects minus the prediction.
 */
export function probe(factor: usize, reciprocals: usize, ends: usize, direction: usize, remainder: usize, answers: usize, dimension: usize, stride: usize): void {
  let length = dimension * NUMBER;
  for (let i: usize = 0; i < length; i += 16) v128.store(remainder + i, v128.load(direction + i));
  store<f64>(remainder + length, 0);
  let square: f64 = 0;
  let begin = leadingZeros(direction, length);
  let limit = endOfNumbers(direction, length);
  factor += (begin / NUMBER) * stride;
  let pivot = load<f64>(remainder + begin);
  for (let k = begin; k < limit; k += NUMBER, factor += stride) {
    limit = max(limit, <usize>load<u32>(ends + (k >> 1)));
    let solved = pivot * load<f64>(reciprocals + k);
    pivot = load<f64>(remainder + k, 8) - solved * load<f64>(factor + k, 8);
    square += solved * solved;
    let solved2 = f64x2.splat(solved);
    let isFull = limit == length;
    let stop = limit + usize(isFull);
    for (let i = (k + NUMBER) & ~15; i < stop; i += 16) subtractPair(remainder + i, solved2, factor + i);
    if (!isFull) subtractPair(remainder + (length & ~15), solved2, factor + (length & ~15));
  }
  store<f64>(answers, 0 - load<f64>(remainder + length));
  store<f64>(answers, sqrt(square), 8);
}

// @ts-ignore: decorator
@inline
function subtractPair(remainder: usize, solved2: v128, factor: usize): void {
  v128.store(remainder, minusProduct(v128.load(remainder), solved2, v128.load(factor)));
}

/** Inner products of the direction with each action, even and odd positions summed apart. */
export function projectActions(features: usize, direction: usize, projections: usize, dimension: usize, actionCount: usize): void {
  let length = dimension * NUMBER;
  let even = length & ~15;
  let whole = actionCount & ~3;
  let action: usize = 0;
  for (; action < whole; action += 4, features += 4 * length, projections += 32) {
    let second = features + length, third = second + length, fourth = third + length;
    let sum0 = f64x2.splat(0), sum1 = f64x2.splat(0), sum2 = f64x2.splat(0), sum3 = f64x2.splat(0);
    for (let i: usize = 0; i < even; i += 16) {
      let along = v128.load(direction + i);
      sum0 = plusProduct(sum0, v128.load(features + i), along);
      sum1 = plusProduct(sum1, v128.load(second + i), along);
      sum2 = plusProduct(sum2, v128.load(third + i), along);
      sum3 = plusProduct(sum3, v128.load(fourth + i), along);
    }
    finishProjection(projections, sum0, features, direction, even, length);
    finishProjection(projections + 8, sum1, second, direction, even, length);
    finishProjection(projections + 16, sum2, third, direction, even, length);
    finishProjection(projections + 24, sum3, fourth, direction, even, length);
  }
  for (; action < actionCount; action++, features += length, projections += NUMBER) {
    let sum = f64x2.splat(0);
    for (let i: usize = 0; i < even; i += 16) {
      sum = plusProduct(sum, v128.load(features + i), v128.load(direction + i));
    }
    finishProjection(projections, sum, features, direction, even, length);
  }
}

// @ts-ignore: decorator
@inline
function finishProjection(projection: usize, sum: v128, features: usize, direction: usize, even: usize, length: usize): void {
  let left = f64x2.extract_lane(sum, 0);
  if (even < length) left += load<f64>(features + even) * load<f64>(direction + even);
  store<f64>(projection, left + f64x2.extract_lane(sum, 1));
}

/** Rotates √weight · (direction, reward) into the factor; returns 1 + weight · uncertainty². */
export function update(
  factor: usize, carries: usize, reciprocals: usize, ends: usize, settled: usize, direction: usize, remainder: usize,
  dimension: usize, stride: usize, reward: f64, weight: f64,
): f64 {
  let length = dimension * NUMBER;
  let rootWeight = sqrt(weight);
  for (let i: usize = 0; i < length; i += 16) {
    v128.store(remainder + i, f64x2.mul(f64x2.splat(rootWeight), v128.load(direction + i)));
  }
  store<f64>(remainder + length, rootWeight * reward);
  let begin = leadingZeros(direction, length);
  let limit = endOfNumbers(direction, length);
  settleRows(factor, carries, reciprocals, ends, settled, 0, begin, length, stride);
  let rowFactor = factor + (begin / NUMBER) * stride, rowCarries = carries + (begin / NUMBER) * stride;
  let total: f64 = 1, rootBefore: f64 = 1;
  let pivot = load<f64>(remainder + begin);
  let k = begin;
  for (; k < limit; k += NUMBER, rowFactor += stride, rowCarries += stride) {
    limit = max(limit, <usize>load<u32>(ends + (k >> 1)));
    store<u32>(ends + (k >> 1), <u32>limit);
    store<u32>(settled + (k >> 1), 0);
    let solved = pivot * load<f64>(reciprocals + k);
    pivot = load<f64>(remainder + k, 8) - solved * load<f64>(rowFactor + k, 8);
    total += solved * solved;
    let root = sqrt(total);
    let quotients = f64x2.div(
      f64x2.replace_lane(f64x2.splat(solved), 1, solved * rootBefore),
      f64x2.replace_lane(f64x2.splat(root * rootBefore), 1, root + rootBefore),
    );
    rootBefore = root;
    let solved2 = f64x2.splat(solved);
    let gain2 = v128.shuffle<f64>(quotients, quotients, 0, 0);
    let share2 = v128.shuffle<f64>(quotients, quotients, 1, 1);
    let isFull = limit == length;
    let stop = limit + usize(isFull);
    for (let i = k & ~15; i < stop; i += 16) rotatePair(rowFactor + i, rowCarries + i, remainder + i, solved2, gain2, share2);
    if (!isFull) {
      let i = length & ~15;
      rotatePair(rowFactor + i, rowCarries + i, remainder + i, solved2, gain2, share2);
    }
    store<f64>(reciprocals + k, 1 / load<f64>(rowFactor + k));
  }
  settleRows(factor, carries, reciprocals, ends, settled, k, length, length, stride);
  return total;
}

/** One step of an update for two entries of a row. */
// @ts-ignore: decorator
@inline
function rotatePair(factor: usize, carries: usize, remainder: usize, solved2: v128, gain2: v128, share2: v128): void {
  let entry = v128.load(factor), rest = v128.load(remainder);
  v128.store(remainder, minusProduct(rest, solved2, entry));
  let change = plusProduct(v128.load(carries), gain2, minusProduct(rest, share2, entry));
  let changed = f64x2.add(entry, change);
  v128.store(factor, changed);
  v128.store(carries, f64x2.sub(change, f64x2.sub(changed, entry)));
}

/** What an update does to rows of which nothing is left in the direction; a row that is settled stays as it is. */
// @ts-ignore: decorator
@inline
function settleRows(
  factor: usize, carries: usize, reciprocals: usize, ends: usize, settled: usize,
  from: usize, to: usize, length: usize, stride: usize,
): void {
  for (let k = from; k < to; k += NUMBER) {
    if (load<u32>(settled + (k >> 1)) != 0) continue;
    let row = (k / NUMBER) * stride;
    let isSame = settleRow(factor + row, carries + row, <usize>load<u32>(ends + (k >> 1)), k, length);
    store<u32>(settled + (k >> 1), u32(isSame));
    store<f64>(reciprocals + k, 1 / load<f64>(factor + row + k));
  }
}

/** Adds the carries of a row to its entries; whether that changed nothing, as it will then ever after. */
function settleRow(factor: usize, carries: usize, end: usize, k: usize, length: usize): bool {
  let target = length & ~15;
  let different = settlePair(factor + target, carries + target);
  for (let i = k & ~15; i < min(end, target); i += 16) different = v128.or(different, settlePair(factor + i, carries + i));
  return !v128.any_true(different);
}

/** Returns a vector that is not 0 where something changed. */
// @ts-ignore: decorator
@inline
function settlePair(factor: usize, carries: usize): v128 {
  let entry = v128.load(factor), carry = v128.load(carries);
  let changed = f64x2.add(entry, carry);
  let left = f64x2.sub(carry, f64x2.sub(changed, entry));
  v128.store(factor, changed);
  v128.store(carries, left);
  return v128.or(f64x2.ne(changed, entry), f64x2.ne(left, carry));
}

/**
 * The kernel's arithmetic in plain TypeScript: the fallback, and what the machine code must equal.
 *
 *     score    s = R⁻ᵀψ by forward substitution;  prediction = s·z,  uncertainty = √(s·s)
 *     update   R and z after one more row √w (ψ, y), by plane rotations
 *
 * The order of operations is part of the contract, bit for bit: each s[i] starts from ψ[i] and loses
 * R[j][i] · s[j] for j = 0, 1, …; every sum over i runs upwards. Which actions and rows are computed
 * together changes no bit, so four actions × two rows are done at once to keep eight independent
 * chains of additions in registers.
 *
 * The update never forms a rotated entry as cos · R + sin · u. It adds a small change to the old
 * entry, and what rounding cuts off that sum is carried over to the next change (Kahan's summation).
 * Errors therefore do not grow with the number of updates: after a million of them they are still
 * those of the last one (test: numerical-robustness.test.ts). With y = u[k] / R[k][k], u not rescaled
 * between rows, and r² = 1 + Σ y² before and after row k:
 *
 *     R[k][i] += gain · (u[i] − share · R[k][i])     gain  = y / (r_before · r_after)
 *     u[i]    −= y · R[k][i] (the old one)           share = y · r_before / (r_before + r_after)
 */
import type { KernelArithmetic } from './kernel-arithmetic.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** Returns the plain TypeScript arithmetic over `memory`. */
export function typescriptArithmetic(memory: KernelMemory): KernelArithmetic {
  return {
    memory,
    scoreActions: (actionCount, radius) => scoreActions(memory, actionCount, radius),
    probe: () => probe(memory),
    projectActions: (actionCount) => projectActions(memory, actionCount),
    update: (reward, weight) => update(memory, reward, weight),
  };
}

function scoreActions(memory: KernelMemory, actionCount: number, radius: number): number {
  const { dimension, features, predictions, uncertainties } = memory;
  const whole = actionCount - (actionCount % 4);
  for (let action = 0; action < whole; action += 4) scoreFour(memory, action);
  for (let action = whole; action < actionCount; action++) {
    scoreOne(memory, features, action * dimension);
    predictions[action] = memory.panel[0]!;
    uncertainties[action] = memory.panel[1]!;
  }
  return fillUpperBounds(memory, actionCount, radius);
}

/** Writes the upper bounds and returns the index of the largest; the first one wins a tie. */
function fillUpperBounds(memory: KernelMemory, actionCount: number, radius: number): number {
  const { predictions, uncertainties, upperBounds } = memory;
  let best = 0;
  let largest = Number.NaN;
  for (let action = 0; action < actionCount; action++) {
    const bound = predictions[action]! + radius * uncertainties[action]!;
    upperBounds[action] = bound;
    if (action === 0 || bound > largest) {
      largest = bound;
      best = action;
    }
  }
  return best;
}

/** Forward substitution for four actions, two rows at a time; `panel` holds s, interleaved. */
function scoreFour(memory: KernelMemory, action: number): void {
  const { dimension, stride, factor, reciprocals, features, panel } = memory;
  const first = action * dimension;
  const second = first + dimension;
  const third = second + dimension;
  const fourth = third + dimension;
  let mean0 = 0;
  let mean1 = 0;
  let mean2 = 0;
  let mean3 = 0;
  let square0 = 0;
  let square1 = 0;
  let square2 = 0;
  let square3 = 0;
  for (let i = 0; i < dimension; i += 2) {
    let a0 = features[first + i]!;
    let a1 = features[second + i]!;
    let a2 = features[third + i]!;
    let a3 = features[fourth + i]!;
    const hasSecondRow = i + 1 < dimension;
    let b0 = hasSecondRow ? features[first + i + 1]! : 0;
    let b1 = hasSecondRow ? features[second + i + 1]! : 0;
    let b2 = hasSecondRow ? features[third + i + 1]! : 0;
    let b3 = hasSecondRow ? features[fourth + i + 1]! : 0;
    const end = 4 * i;
    let entry = i;
    for (let j = 0; j < end; j += 4) {
      const left = factor[entry]!;
      const right = factor[entry + 1]!;
      const s0 = panel[j]!;
      const s1 = panel[j + 1]!;
      const s2 = panel[j + 2]!;
      const s3 = panel[j + 3]!;
      a0 -= left * s0;
      a1 -= left * s1;
      a2 -= left * s2;
      a3 -= left * s3;
      b0 -= right * s0;
      b1 -= right * s1;
      b2 -= right * s2;
      b3 -= right * s3;
      entry += stride;
    }
    const scale = reciprocals[i]!;
    a0 *= scale;
    a1 *= scale;
    a2 *= scale;
    a3 *= scale;
    panel[end] = a0;
    panel[end + 1] = a1;
    panel[end + 2] = a2;
    panel[end + 3] = a3;
    const target = factor[i * stride + dimension]!;
    mean0 += a0 * target;
    mean1 += a1 * target;
    mean2 += a2 * target;
    mean3 += a3 * target;
    square0 += a0 * a0;
    square1 += a1 * a1;
    square2 += a2 * a2;
    square3 += a3 * a3;
    if (!hasSecondRow) break;
    const corner = factor[entry + 1]!;
    const nextScale = reciprocals[i + 1]!;
    b0 = (b0 - corner * a0) * nextScale;
    b1 = (b1 - corner * a1) * nextScale;
    b2 = (b2 - corner * a2) * nextScale;
    b3 = (b3 - corner * a3) * nextScale;
    panel[end + 4] = b0;
    panel[end + 5] = b1;
    panel[end + 6] = b2;
    panel[end + 7] = b3;
    const nextTarget = factor[(i + 1) * stride + dimension]!;
    mean0 += b0 * nextTarget;
    mean1 += b1 * nextTarget;
    mean2 += b2 * nextTarget;
    mean3 += b3 * nextTarget;
    square0 += b0 * b0;
    square1 += b1 * b1;
    square2 += b2 * b2;
    square3 += b3 * b3;
  }
  const { predictions, uncertainties } = memory;
  predictions[action] = mean0;
  predictions[action + 1] = mean1;
  predictions[action + 2] = mean2;
  predictions[action + 3] = mean3;
  uncertainties[action] = Math.sqrt(square0);
  uncertainties[action + 1] = Math.sqrt(square1);
  uncertainties[action + 2] = Math.sqrt(square2);
  uncertainties[action + 3] = Math.sqrt(square3);
}

function probe(memory: KernelMemory): void {
  scoreOne(memory, memory.direction, 0);
  memory.answers[0] = memory.panel[0]!;
  memory.answers[1] = memory.panel[1]!;
}

/** The same for one vector, row by row; `panel` then begins with prediction and uncertainty. */
function scoreOne(memory: KernelMemory, source: Float64Array, start: number): void {
  const { dimension, stride, factor, reciprocals, remainder, panel } = memory;
  for (let i = 0; i < dimension; i++) remainder[i] = source[start + i]!;
  let mean = 0;
  let square = 0;
  for (let k = 0; k < dimension; k++) {
    const row = k * stride;
    const solved = remainder[k]! * reciprocals[k]!;
    mean += solved * factor[row + dimension]!;
    square += solved * solved;
    for (let i = k + 1; i < dimension; i++) remainder[i]! -= solved * factor[row + i]!;
  }
  panel[0] = mean;
  panel[1] = Math.sqrt(square);
}

/** Even and odd positions are summed apart, as the two lanes of the machine code do. */
function projectActions(memory: KernelMemory, actionCount: number): void {
  const { dimension, features, direction, projections } = memory;
  const whole = actionCount - (actionCount % 2);
  for (let action = 0; action < whole; action += 2) projectTwo(memory, action);
  if (whole === actionCount) return;
  const start = whole * dimension;
  let even = 0;
  let odd = 0;
  for (let i = 0; i + 1 < dimension; i += 2) {
    even += features[start + i]! * direction[i]!;
    odd += features[start + i + 1]! * direction[i + 1]!;
  }
  if (dimension % 2 === 1) even += features[start + dimension - 1]! * direction[dimension - 1]!;
  projections[whole] = even + odd;
}

function projectTwo(memory: KernelMemory, action: number): void {
  const { dimension, features, direction, projections } = memory;
  const first = action * dimension;
  const second = first + dimension;
  let even0 = 0;
  let odd0 = 0;
  let even1 = 0;
  let odd1 = 0;
  for (let i = 0; i + 1 < dimension; i += 2) {
    const left = direction[i]!;
    const right = direction[i + 1]!;
    even0 += features[first + i]! * left;
    odd0 += features[first + i + 1]! * right;
    even1 += features[second + i]! * left;
    odd1 += features[second + i + 1]! * right;
  }
  if (dimension % 2 === 1) {
    const last = direction[dimension - 1]!;
    even0 += features[second - 1]! * last;
    even1 += features[second + dimension - 1]! * last;
  }
  projections[action] = even0 + odd0;
  projections[action + 1] = even1 + odd1;
}

function update(memory: KernelMemory, reward: number, weight: number): number {
  const { dimension, stride, factor, carries, reciprocals, direction, remainder } = memory;
  const rootWeight = Math.sqrt(weight);
  for (let i = 0; i < dimension; i++) remainder[i] = rootWeight * direction[i]!;
  remainder[dimension] = rootWeight * reward;
  let total = 1;
  let rootBefore = 1;
  for (let k = 0; k < dimension; k++) {
    const row = k * stride;
    const solved = remainder[k]! * reciprocals[k]!;
    total += solved * solved;
    const root = Math.sqrt(total);
    const gain = solved / (root * rootBefore);
    const share = (solved * rootBefore) / (root + rootBefore);
    rootBefore = root;
    for (let i = k; i <= dimension; i++) {
      const entry = factor[row + i]!;
      const rest = remainder[i]!;
      remainder[i] = rest - solved * entry;
      const change = carries[row + i]! + gain * (rest - share * entry);
      const changed = entry + change;
      factor[row + i] = changed;
      carries[row + i] = change - (changed - entry);
    }
    reciprocals[k] = 1 / factor[row + k]!;
  }
  return total;
}

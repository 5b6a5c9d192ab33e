/**
 * Ridge regression as a textbook writes it: V and Σ w ψ y in full, solved by elimination with pivots.
 *
 * Slow and independent of the kernels; good to about 1e-10 on the mild matrices of the contract.
 */

export class DenseRidge {
  readonly gramMatrix: number[][];
  readonly weightedRewards: number[];

  constructor(dimension: number, ridgePenalty: number) {
    this.gramMatrix = Array.from({ length: dimension }, (_, i) =>
      Array.from({ length: dimension }, (_, j) => (i === j ? ridgePenalty : 0)),
    );
    this.weightedRewards = new Array(dimension).fill(0);
  }

  add(features: ArrayLike<number>, reward: number, weight: number): void {
    this.gramMatrix.forEach((line, i) => {
      for (let j = 0; j < line.length; j++) line[j]! += weight * features[i]! * features[j]!;
      this.weightedRewards[i]! += weight * features[i]! * reward;
    });
  }

  /** Returns V⁻¹v. */
  solve(vector: ArrayLike<number>): number[] {
    const table = this.gramMatrix.map((line, i) => [...line, vector[i]!]);
    for (let k = 0; k < table.length; k++) {
      movePivotUp(table, k);
      for (let i = 0; i < table.length; i++) {
        if (i !== k) subtractMultiple(table[i]!, table[k]!, table[i]![k]! / table[k]![k]!);
      }
    }
    return table.map((line, i) => line[line.length - 1]! / line[i]!);
  }

  /** Returns V v. */
  multiply(vector: ArrayLike<number>): number[] {
    return this.gramMatrix.map((line) => dot(line, vector));
  }

  squaredUncertainty(vector: ArrayLike<number>): number {
    return dot(this.solve(vector), vector);
  }

  estimatedWeights(): number[] {
    return this.solve(this.weightedRewards);
  }
}

function movePivotUp(table: number[][], k: number): void {
  let best = k;
  for (let i = k + 1; i < table.length; i++) {
    if (Math.abs(table[i]![k]!) > Math.abs(table[best]![k]!)) best = i;
  }
  [table[k], table[best]] = [table[best]!, table[k]!];
}

function subtractMultiple(line: number[], other: readonly number[], factor: number): void {
  for (let j = 0; j < line.length; j++) line[j]! -= factor * other[j]!;
}

/** Returns the inner product of two vectors. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

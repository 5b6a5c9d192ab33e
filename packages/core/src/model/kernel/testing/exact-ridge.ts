/**
 * Ridge regression without any rounding, to judge the kernels by.
 *
 * Features are whole numbers times a power of two for each column, so they are exact as doubles and
 * their products add up exactly: in doubles while the sum stays below 2⁵³, then in BigInt. At the end
 * V x = ψ is solved over the integers by Bareiss elimination, in which every division is exact.
 * Only the last step, a quotient of two integers as a double, rounds.
 */

export interface ExactRidgeInput {
  /** Value of a column's unit: a power of two, at least 1. */
  readonly columnUnits: readonly number[];
  /** λ: a whole multiple of 2⁻³⁰. */
  readonly ridgePenalty: number;
  /** Bound on |whole number|, for features and rewards; at most 2²⁴. */
  readonly wholeMax: number;
  /** Bound on the weights, which are whole numbers. */
  readonly weightMax: number;
}

/** V is kept times 2³⁰, so that small ridge penalties are whole too. */
const PRECISION_BITS = 30n;

export class ExactRidge {
  readonly #units: readonly bigint[];
  readonly #penalty: bigint;
  readonly #width: number;
  readonly #flushPeriod: number;
  /** Σ w (ψ, y)(ψ, y)ᵀ in units of the columns: the part not yet moved to BigInt, and the rest. */
  readonly #recent: Float64Array;
  readonly #sums: bigint[];
  #recentCount = 0;

  constructor(input: ExactRidgeInput) {
    const dimension = input.columnUnits.length;
    this.#units = input.columnUnits.map(BigInt);
    this.#penalty = BigInt(input.ridgePenalty * 2 ** Number(PRECISION_BITS));
    this.#width = dimension + 1;
    this.#flushPeriod = Math.floor(2 ** 53 / (input.weightMax * input.wholeMax ** 2));
    this.#recent = new Float64Array(this.#width ** 2);
    this.#sums = Array.from(this.#recent, () => 0n);
  }

  /** Learns one row of whole numbers, the reward last. */
  add(row: Float64Array, weight: number): void {
    const width = this.#width;
    for (let i = 0; i < width; i++) {
      const weighted = weight * row[i]!;
      for (let j = i; j < width; j++) this.#recent[i * width + j]! += weighted * row[j]!;
    }
    this.#recentCount++;
    if (this.#recentCount >= this.#flushPeriod) this.#flush();
  }

  /** Returns ψᵀV⁻¹ψ and ψᵀθ̂ of each row of whole numbers (a reward at its end is ignored). */
  probe(rows: readonly Float64Array[]): { squaredUncertainty: number; prediction: number }[] {
    const { solutions, determinant } = this.#solve(rows);
    return rows.map((row) => {
      const vector = this.#scaled(row);
      const solution = solutions[rows.indexOf(row)]!;
      const weights = solutions[rows.length]!;
      return {
        squaredUncertainty: quotient(dot(vector, solution) << PRECISION_BITS, determinant),
        prediction: quotient(dot(vector, weights) << PRECISION_BITS, determinant),
      };
    });
  }

  /** Returns ln det V. */
  logDeterminant(): number {
    const { determinant } = this.#solve([]);
    const bits = determinant.toString(2).length;
    const excess = Math.max(0, bits - 60);
    const lead = Number(determinant >> BigInt(excess));
    return Math.log(lead) + (excess - this.#units.length * Number(PRECISION_BITS)) * Math.LN2;
  }

  #flush(): void {
    for (let i = 0; i < this.#recent.length; i++) this.#sums[i]! += BigInt(this.#recent[i]!);
    this.#recent.fill(0);
    this.#recentCount = 0;
  }

  #scaled(row: Float64Array): bigint[] {
    return this.#units.map((unit, i) => unit * BigInt(row[i]!));
  }

  /** Solves 2³⁰V x = determinant · v for each row and, last, for 2³⁰ Σ w ψ y (reward unit 1). */
  #solve(rows: readonly Float64Array[]): { solutions: bigint[][]; determinant: bigint } {
    this.#flush();
    const dimension = this.#units.length;
    const columns = rows.map((row) => this.#scaled(row));
    columns.push(this.#units.map((unit, i) => unit * this.#sums[i * this.#width + dimension]!));
    const table = this.#units.map((unit, i) => [
      ...this.#units.map((other, j) => this.#gramEntry(i, j, unit * other)),
      ...columns.map((column) => column[i]!),
    ]);
    const determinant = eliminate(table);
    const solutions = columns.map((_, c) => table.map((line) => line[dimension + c]!));
    return { solutions, determinant };
  }

  #gramEntry(i: number, j: number, unit: bigint): bigint {
    const sum = this.#sums[Math.min(i, j) * this.#width + Math.max(i, j)]!;
    return ((unit * sum) << PRECISION_BITS) + (i === j ? this.#penalty : 0n);
  }
}

/**
 * Bareiss elimination up and down: turns [A | B] into [det·I | det·A⁻¹B] and returns det A.
 * A is positive definite, so no pivot is zero.
 */
function eliminate(table: bigint[][]): bigint {
  let before = 1n;
  for (let k = 0; k < table.length; k++) {
    const pivotRow = table[k]!;
    const pivot = pivotRow[k]!;
    for (let i = 0; i < table.length; i++) {
      if (i === k) continue;
      const line = table[i]!;
      const lead = line[k]!;
      for (let j = 0; j < line.length; j++) {
        line[j] = (pivot * line[j]! - lead * pivotRow[j]!) / before;
      }
    }
    before = pivot;
  }
  return before;
}

function dot(a: readonly bigint[], b: readonly bigint[]): bigint {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0n);
}

/** Returns numerator / denominator as a double, rounded at about 2⁻⁶⁰. */
export function quotient(numerator: bigint, denominator: bigint): number {
  const bitsOf = (value: bigint) => (value < 0n ? -value : value).toString(2).length;
  const shift = 64 + bitsOf(denominator) - bitsOf(numerator);
  const whole =
    shift >= 0
      ? (numerator << BigInt(shift)) / denominator
      : numerator / (denominator << BigInt(-shift));
  return Number(whole) * 2 ** -shift;
}

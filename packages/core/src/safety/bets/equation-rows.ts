/**
 * The declared equations "features · weights lies in [rewardMin, rewardMax]", added up.
 *
 *     gram G = Σ w ψψᵀ      right side h = Σ w · middle · ψ      w = 1 / halfWidth²
 *
 * ψ are the expected features of the baseline's action, middle ± halfWidth its declared reward. Half
 * widths are floored at 10⁻³ of the mean declared reward: sharper ones ask for more digits than
 * there are. All rows count in the sums; the last `EQUATION_WINDOW` are also kept one by one, for a
 * bound that takes the worst case row by row.
 */

import { CompensatedSums, type CompensatedSumsState } from '../../base/compensated-sums.ts';
import {
  requireAllFinite,
  requireFinite,
  requireLength,
  requireNotNegative,
} from '../../base/require.ts';

/** Rows kept one by one (slabRows). */
export const EQUATION_WINDOW = 60;
/** Smallest half width, as a share of the mean declared reward. */
const HALF_WIDTH_SHARE = 1e-3;
/** Smallest half width, as a share of weightNormBound · ‖ψ‖, should all declared rewards be 0. */
const HALF_WIDTH_OF_NORM = 1e-6;

export interface EquationRow {
  readonly features: readonly number[];
  readonly middle: number;
  readonly halfWidth: number;
  readonly weight: number;
}

export interface EquationInput {
  /** ψ: expected features of the baseline's action. */
  readonly expectedFeatures: ArrayLike<number>;
  readonly rewardMin: number;
  readonly rewardMax: number;
}

export interface EquationRowsState {
  readonly rowCount: number;
  readonly sums: CompensatedSumsState;
  readonly window: readonly EquationRow[];
}

/** Positions of single sums, after the d² of the gram matrix and the d of the right side. */
const OLD_ERROR = 0;
const ALL_ERROR = 1;
const SQUARED_MIDDLE = 2;
const MIDDLE = 3;
const SINGLE_COUNT = 4;

export class EquationRows {
  readonly dimension: number;
  readonly #weightNormBound: number;
  readonly #sums: CompensatedSums;
  #window: EquationRow[] = [];
  #rowCount = 0;

  constructor(dimension: number, weightNormBound: number) {
    this.dimension = dimension;
    this.#weightNormBound = weightNormBound;
    this.#sums = new CompensatedSums(dimension * dimension + dimension + SINGLE_COUNT);
  }

  /** The last rows, oldest first. */
  get window(): readonly EquationRow[] {
    return this.#window;
  }

  /** Σ w · halfWidth² of all rows. */
  get errorTotal(): number {
    return this.#single(ALL_ERROR);
  }

  /** Σ w · halfWidth² of the rows that have left the window. */
  get oldErrorTotal(): number {
    return this.#single(OLD_ERROR);
  }

  /** Σ w · middle². */
  get squaredMiddleTotal(): number {
    return this.#single(SQUARED_MIDDLE);
  }

  gram(rowIndex: number, columnIndex: number): number {
    return this.#sums.value(rowIndex * this.dimension + columnIndex);
  }

  rightSide(index: number): number {
    return this.#sums.value(this.dimension * this.dimension + index);
  }

  /** Adds a row and returns it; null if its features are all 0, which says nothing. */
  add(input: EquationInput): EquationRow | null {
    const row = this.#rowOf(input);
    if (row === null) return null;
    const { features, middle, weight, halfWidth } = row;
    const { dimension } = this;
    for (let i = 0; i < dimension; i++) {
      for (let j = 0; j < dimension; j++) {
        this.#sums.add(i * dimension + j, weight * features[i]! * features[j]!);
      }
      this.#sums.add(dimension * dimension + i, weight * features[i]! * middle);
    }
    this.#addSingle(ALL_ERROR, weight * halfWidth * halfWidth);
    this.#addSingle(SQUARED_MIDDLE, weight * middle * middle);
    this.#moveWindow(row);
    return row;
  }

  exportState(): EquationRowsState {
    return { rowCount: this.#rowCount, sums: this.#sums.exportState(), window: [...this.#window] };
  }

  importState(state: EquationRowsState): void {
    this.#sums.importState(state.sums);
    this.#rowCount = state.rowCount;
    this.#window = [...state.window];
  }

  #rowOf({ expectedFeatures, rewardMin, rewardMax }: EquationInput): EquationRow | null {
    requireLength('expectedFeatures', expectedFeatures, this.dimension);
    requireAllFinite('expectedFeatures', expectedFeatures);
    requireFinite('rewardMin', rewardMin);
    requireNotNegative('rewardMax − rewardMin', rewardMax - rewardMin);
    const features = Array.from(expectedFeatures);
    const norm = Math.hypot(...features);
    if (norm === 0) return null;
    const middle = rewardMin + (rewardMax - rewardMin) / 2;
    this.#rowCount += 1;
    this.#addSingle(MIDDLE, Math.abs(middle));
    const halfWidth = Math.max(
      (rewardMax - rewardMin) / 2 + 2 * Number.EPSILON * Math.abs(middle),
      (HALF_WIDTH_SHARE * this.#single(MIDDLE)) / this.#rowCount,
      HALF_WIDTH_OF_NORM * this.#weightNormBound * norm,
    );
    return { features, middle, halfWidth, weight: 1 / (halfWidth * halfWidth) };
  }

  #moveWindow(row: EquationRow): void {
    this.#window.push(row);
    if (this.#window.length <= EQUATION_WINDOW) return;
    const old = this.#window.shift()!;
    this.#addSingle(OLD_ERROR, old.weight * old.halfWidth * old.halfWidth);
  }

  #single(position: number): number {
    return this.#sums.value(this.dimension * (this.dimension + 1) + position);
  }

  #addSingle(position: number, term: number): void {
    this.#sums.add(this.dimension * (this.dimension + 1) + position, term);
  }
}

/**
 * The grid: every pair of options that a policy accepts, and every combination of those that
 * meet in its books, in a few hundred cells.
 *
 * Nobody writes down which options go together. `createPolicy` is asked about every definition, and
 * where something is taken back the policy in use is asked as well: what it refuses is a constraint
 * of the array, and the combinations refused with it are counted, never left out silently.
 */
import { createEngine, createPolicy, HedgerowError, type Policy } from '@hedgerow/core';
import { cellDefinition } from './cell-definition.ts';
import { cellNumbers } from './cell-range.ts';
import { type CoveringArray, coveringArray } from './covering-array.ts';
import { type Cell, CONSTRAINED_FACTORS, FACTORS, MEETINGS } from './factors.ts';

/** Returns the cells, the combinations they show, and those that are refused. */
export function createGrid(): CoveringArray<typeof FACTORS> {
  const examiner = new Examiner();
  return coveringArray({
    factors: FACTORS,
    constrained: CONSTRAINED_FACTORS,
    together: MEETINGS,
    isAccepted: (cell) => examiner.accepts(cell),
  });
}

class Examiner {
  readonly #engine = createEngine();
  /** The answer for each definition, and whether its decisions can be taken back. */
  readonly #known = new Map<
    string,
    { readonly isAccepted: boolean; readonly isRevocable: boolean }
  >();

  accepts(cell: Cell): boolean {
    const key = Object.values({ ...cell, outcome: '' }).join(' ');
    const known = this.#known.get(key) ?? this.#examine(cell);
    this.#known.set(key, known);
    const isTakenBack = cell.outcome === 'void' || cell.outcome === 'fell-back';
    return known.isAccepted && (known.isRevocable || !isTakenBack);
  }

  #examine(cell: Cell): { isAccepted: boolean; isRevocable: boolean } {
    const policy = this.#create(cell);
    if (policy === null) return { isAccepted: false, isRevocable: false };
    const { min, width } = cellNumbers(cell);
    const receipt = policy.decide({ z: 0 }, { baseline: { reward: min + 0.7 * width } });
    return { isAccepted: true, isRevocable: policy.cancel(receipt.id) === 'recorded' };
  }

  #create(cell: Cell): Policy | null {
    try {
      return createPolicy(cellDefinition({ cell, log: exampleLog(cell), seed: 1 }), {
        engine: this.#engine,
      });
    } catch (error) {
      if (error instanceof HedgerowError) return null;
      throw error;
    }
  }
}

/** A log with the mean that the world's has: seven of ten at the upper end. */
function exampleLog(cell: Cell): number[] {
  const { min, max } = cellNumbers(cell);
  return Array.from({ length: 400 }, (_, i) => (i % 10 < 7 ? max : min));
}

/**
 * The grid: every pair of options that a policy accepts, and every combination of those that
 * meet in its books, in a few hundred cells.
 *
 * Nobody writes down which options go together. `createPolicy` is asked about every definition, and
 * where something is taken back the policy in use is asked as well: what it refuses is a constraint
 * of the array, and the combinations refused with it are counted, never left out silently. The cells in
 * which a hole once was come on top.
 */
import { createEngine, createPolicy, HedgerowError, type Policy } from '@hedgerow/core';
import { cellDefinition } from './cell-definition.ts';
import { cellNumbers } from './cell-range.ts';
import { type CoveringArray, coveringArray } from './covering-array.ts';
import { type Cell, CONSTRAINED_FACTORS, FACTORS, MEETINGS } from './factors.ts';
import { formerHoles } from './former-holes.ts';

/** Returns the cells, the combinations they show, and those that are refused. */
export function createGrid(): CoveringArray<typeof FACTORS> {
  const examiner = new Examiner();
  const array = coveringArray({
    factors: FACTORS,
    constrained: CONSTRAINED_FACTORS,
    together: MEETINGS,
    isFirstLevelHarmless: true,
    isAccepted: (cell) => examiner.accepts(cell),
    refusedPairs: () => examiner.irrevocable(),
  });
  return { ...array, rows: [...array.rows, ...formerHoles()] };
}

class Examiner {
  readonly #engine = createEngine();
  /** Whether decisions can be taken back, by the word for execution; both words if it depends. */
  readonly #revocable = new Map<Cell['execution'], Set<boolean>>();

  accepts(cell: Cell): boolean {
    const policy = this.#create(cell);
    if (policy === null) return false;
    const answers = this.#revocable.get(cell.execution) ?? new Set();
    this.#revocable.set(cell.execution, answers.add(isRevocable(policy, cell)));
    return true;
  }

  /** What cannot be taken back, as pairs of levels. */
  irrevocable(): (readonly [string, string])[] {
    return [...this.#revocable].flatMap(([execution, answers]) => {
      if (answers.size > 1) throw new Error('Taking back must depend on the execution alone.');
      if (answers.has(true)) return [];
      return ['void', 'fell-back'].map(
        (outcome) => [`execution=${execution}`, `outcome=${outcome}`] as const,
      );
    });
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

function isRevocable(policy: Policy, cell: Cell): boolean {
  const { min, width } = cellNumbers(cell);
  const period = cell.period === 'named' ? { period: 'first' } : {};
  const { id } = policy.decide({ z: 0 }, { baseline: { reward: min + 0.7 * width }, ...period });
  return policy.cancel(id) === 'recorded';
}

/** A log with the mean that the world's has: seven of ten at the upper end. */
function exampleLog(cell: Cell): number[] {
  const { min, max } = cellNumbers(cell);
  return Array.from({ length: 400 }, (_, i) => (i % 10 < 7 ? max : min));
}

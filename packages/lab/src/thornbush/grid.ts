/**
 * The grid: every pair of options that a policy accepts, and every combination of those that
 * meet in its books, in a few hundred cells.
 *
 * Nobody writes down which options go together. `createPolicy` is asked about every definition, and
 * where something is taken back the policy in use is asked as well: what it refuses is a constraint
 * of the array, and the combinations refused with it are counted, never left out silently. The cells in
 * which a hole once was come on top.
 */
import {
  createEngine,
  createPolicy,
  HedgerowError,
  type Policy,
  type Receipt,
} from '@hedgerow/core';
import { cellDefinition } from './cell-definition.ts';
import { cellNumbers, isDivided } from './cell-range.ts';
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
    refusedPairs: () => [
      ...examiner.irrevocable(),
      ...examiner.uncallable(),
      ...NEEDS_A_SHARE,
      ...NO_LOTS,
    ],
  });
  return { ...array, rows: [...array.rows, ...formerHoles()] };
}

/** What cells were tried with is given back after so many of them: there are thousands. */
const GIVEN_BACK_AFTER = 64;

class Examiner {
  readonly #engine = createEngine().branch();
  #examinedCount = 0;
  /** Whether decisions can be taken back, by the word for execution; both words if it depends. */
  readonly #revocable = new Map<Cell['execution'], Set<boolean>>();
  /** Whether a level of a call goes with any cell that has the level beside it. */
  readonly #callable = new Map<string, boolean>();

  accepts(cell: Cell): boolean {
    const isAccepted = this.#examine(cell);
    this.#examinedCount += 1;
    if (this.#examinedCount % GIVEN_BACK_AFTER === 0) this.#engine.dispose();
    return isAccepted;
  }

  #examine(cell: Cell): boolean {
    const policy = this.#create(cell);
    if (policy === null) return false;
    const receipt = this.#answer(policy, cell);
    if (receipt === null) return false;
    const answers = this.#revocable.get(cell.execution) ?? new Set();
    this.#revocable.set(cell.execution, answers.add(isRevocable(policy, cell, receipt)));
    this.#askSizes(cell);
    return true;
  }

  /** What a call may not say, as pairs of levels. */
  uncallable(): (readonly [string, string])[] {
    return [...this.#callable]
      .filter(([, isCallable]) => !isCallable)
      .map(([pair]) => {
        const [one, other] = pair.split(' ');
        return [one!, other!] as const;
      });
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

  /** Asks whether sizes go with a cell, and notes it for each of its levels. */
  #askSizes(cell: Cell): void {
    const pairs = CONSTRAINED_FACTORS.map((name) => `size=spread ${name}=${cell[name]}`);
    if (pairs.every((pair) => this.#callable.get(pair) === true)) return;
    const sized: Cell = { ...cell, size: 'spread' };
    const policy = this.#create(sized);
    const isAccepted = policy !== null && this.#answer(policy, sized) !== null;
    for (const pair of pairs) {
      this.#callable.set(pair, isAccepted || this.#callable.get(pair) === true);
    }
  }

  /** Returns null where the policy refuses what a call of this cell says. */
  #answer(policy: Policy, cell: Cell): Receipt | null {
    try {
      return decideOnce(policy, cell);
    } catch (error) {
      if (error instanceof HedgerowError) return null;
      throw error;
    }
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

/** Only a decision that can be divided has a share that can be another one. */
const NEEDS_A_SHARE: readonly (readonly [string, string])[] = [
  ['split=whole', 'outcome=otherwise'],
];

/** Lots are drawn for whole decisions alone; that they are refused elsewhere, `policy-exploration.test.ts` says. */
const NO_LOTS: readonly (readonly [string, string])[] = FACTORS.split
  .filter((split) => split !== 'whole')
  .map((split) => ['exploration=lots', `split=${split}`] as const);

function isRevocable(policy: Policy, cell: Cell, { id }: Receipt): boolean {
  // Where decisions can be divided, what is taken back stays in the promise, confirmed or not.
  if (isDivided(cell)) return cell.execution === 'confirm';
  return policy.cancel(id, { reason: 'unrelated' }) === 'recorded';
}

function decideOnce(policy: Policy, cell: Cell): Receipt {
  const { min, width, typicalSize } = cellNumbers(cell);
  return policy.decide(
    { z: 0 },
    {
      ...(isDivided(cell) ? {} : { baseline: { reward: min + 0.7 * width } }),
      ...(cell.period === 'named' ? { period: 'first' } : {}),
      ...(cell.size === 'spread' ? { size: 2 * typicalSize } : {}),
      ...(cell.group === 'of-ten' ? { group: 'first' } : {}),
    },
  );
}

/** A log with the mean that the world's has, seven of ten at the upper end, as short as is accepted everywhere. */
function exampleLog(cell: Cell): number[] {
  const { min, max } = cellNumbers(cell);
  return Array.from({ length: 100 }, (_, i) => (i % 10 < 7 ? max : min));
}

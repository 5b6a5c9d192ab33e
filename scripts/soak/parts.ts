/**
 * What a soak is made of.
 */
export type PartName = 'sqlite' | 'seasons' | 'postgres' | 'power' | 'simulations';

export interface Part {
  readonly name: PartName;
  /** Test files or folders, from the root of the repository. */
  readonly tests: readonly string[];
  /** Whether kills are counted; else it is run once. */
  readonly isCounted: boolean;
}

const FAULTS = 'packages/service/src/faults';

export const PARTS: readonly Part[] = [
  { name: 'sqlite', tests: [`${FAULTS}/kill-loop.test.ts`], isCounted: true },
  { name: 'power', tests: [`${FAULTS}/power-cut.test.ts`], isCounted: true },
  { name: 'postgres', tests: [`${FAULTS}/replica-set.test.ts`], isCounted: true },
  { name: 'seasons', tests: [`${FAULTS}/season-kills.test.ts`], isCounted: true },
  { name: 'simulations', tests: ['packages/service/src/decisions'], isCounted: false },
];

/**
 * What `price spread` plays: farms with a weak and a good trial before the first season, and that of a
 * newcomer; given out by the rules of GATE3's table with a fixed share of every field, by its boldest rule
 * behind the book, and by hedgerow.
 */
import type { SpreadRule } from './spread-rules.ts';
import type { SpreadWorldOptions } from './spread-world.ts';

export interface SpreadCell {
  readonly name: string;
  readonly worldName: string;
  readonly world: SpreadWorldOptions;
  /** Null: hedgerow plays. */
  readonly rule: SpreadRule | null;
  /** Whether shares are those that the book allows. */
  readonly hasBook: boolean;
  /** What hedgerow is told of the noise, against what is true. */
  readonly noiseFactor: number;
}

const FARM = { sizes: new Array<number>(12).fill(10), differences: null, spread: 0.5 };
const STRAYS = { straying: 0.25, noise: 0.45 };

const WORLDS: Readonly<Record<string, SpreadWorldOptions>> = {
  'weak trial': { ...FARM, ...STRAYS, trialError: 0.8 },
  'good trial': { ...FARM, ...STRAYS, trialError: 0.35 },
  newcomer: {
    // 172 ha.
    sizes: [4, 6, 7, 9, 10, 11, 13, 15, 18, 22, 25, 32],
    differences: [0.7, 0.35, 0.1, -0.3, -0.8],
    spread: 0.5,
    straying: 0,
    noise: 0.35 * Math.SQRT2,
    // Three years.
    trialError: 0.49 / Math.sqrt(3),
  },
};

const RULES: Readonly<Record<string, SpreadRule>> = {
  'same bound': { kind: 'same', boldness: 1 },
  'same bound, 2 sd': { kind: 'same', boldness: 2 },
  sampled: { kind: 'sampled', boldness: 1 },
  'bound of what is left': { kind: 'left', boldness: 1 },
  'bound of what is left, 2 sd': { kind: 'left', boldness: 2 },
};

export const REFERENCE = 'reference behind the book';
export const HEDGEROW = 'hedgerow';

/** Every cell, in the order of the report. */
export const SPREAD_CELLS: readonly SpreadCell[] = Object.entries(WORLDS).flatMap(
  ([worldName, world]) => {
    const cell = (player: string, changes: Partial<SpreadCell> = {}): SpreadCell => ({
      name: `${worldName}, ${player}`,
      worldName,
      world,
      rule: null,
      hasBook: true,
      noiseFactor: 1,
      ...changes,
    });
    return [
      ...Object.entries(RULES).map(([name, rule]) => cell(name, { rule, hasBook: false })),
      cell(REFERENCE, { rule: RULES['bound of what is left']! }),
      cell(HEDGEROW),
      cell(`${HEDGEROW}, noise told fourfold`, { noiseFactor: 4 }),
    ];
  },
);

export const SPREAD_CELL_NAMES: readonly string[] = SPREAD_CELLS.map(({ name }) => name);

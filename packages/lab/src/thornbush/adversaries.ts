/**
 * Adversaries who know the truth and the books, and use both against the promise.
 *
 *   lucky       proposals at the edge of what is promised, drawn from the two ends of the range: a fair
 *               game against the certificate
 *   rare-loss   the same mean, but a proposal pays well and seldom nothing; the baseline the reverse
 *   rare-win    the other way round
 *   bait        pays well until a fortune is saved, spends it on the worst action, and begins again
 *   drain       every proposal pays the floor, and the baseline as much as it can
 *   ceiling     the baseline pays the most there is, so that noise lies above the range; proposals pay
 *               a little less than is promised
 *   ebb         the baseline pays next to nothing, so that what the coin shows of it is worth most
 *   friendly    no adversary: a good action and nothing hidden, to see that the policy is alive
 *
 * All but the last SPRING as soon as the books say more than the truth: from then on every proposal
 * pays the floor. A certificate that is wrong is so turned into a promise that is broken.
 */
import { type CellNumbers, hasCoin, isDivided } from './cell-range.ts';
import type { Cell } from './factors.ts';
import type { Spread } from './spread.ts';

/** What the adversary wants of a round. */
export interface Wish {
  /** How well the proposal pays: well, just at the edge of the promise, below it, as little as it can. */
  readonly proposal: 'good' | 'edge' | 'below-edge' | 'worst';
  readonly baseline: 'low' | 'middle' | 'high';
  readonly proposalSpread: Spread;
  readonly baselineSpread: Spread;
}

/** What the adversary knows before a round. */
export interface Knowledge {
  readonly numbers: CellNumbers;
  /** The margin that was last shown. */
  readonly books: number;
  readonly truth: number;
}

export interface Adversary {
  readonly isHostile: boolean;
  /** Cells in which it can do what it is named after. */
  fits(cell: Cell): boolean;
  /** Returns the wishes of one run. */
  start(): (knowledge: Knowledge) => Wish;
}

export type AdversaryName =
  | 'lucky'
  | 'rare-loss'
  | 'rare-win'
  | 'bait'
  | 'drain'
  | 'ceiling'
  | 'ebb'
  | 'friendly';

const EDGE: Wish = {
  proposal: 'edge',
  baseline: 'middle',
  proposalSpread: 'ends',
  baselineSpread: 'ends',
};
const SPENT: Wish = {
  proposal: 'worst',
  baseline: 'high',
  proposalSpread: 'point',
  baselineSpread: 'point',
};
const EARNING: Wish = {
  proposal: 'good',
  baseline: 'middle',
  proposalSpread: 'ends',
  baselineSpread: 'ends',
};

/** Widths of the range that the bait saves before it spends. */
const SAVED_WIDTHS = 6;
/** Where savings are limited: the share of the limit. */
const SAVED_SHARE = 0.9;

export const ADVERSARIES: Readonly<Record<AdversaryName, Adversary>> = {
  lucky: springing(() => EDGE),
  'rare-loss': springing(() => ({
    ...EDGE,
    proposalSpread: 'rare-loss',
    baselineSpread: 'rare-win',
  })),
  'rare-win': springing(() => ({
    ...EDGE,
    proposalSpread: 'rare-win',
    baselineSpread: 'rare-loss',
  })),
  bait: { isHostile: true, fits: () => true, start: startBait },
  drain: springing(() => SPENT),
  ceiling: {
    ...springing(() => ({ ...SPENT, proposal: 'below-edge' })),
    fits: (cell) => hasCoin(cell) && cell.promise === 'expected',
  },
  ebb: {
    ...springing(() => ({ ...EDGE, baseline: 'low', baselineSpread: 'point' })),
    fits: (cell) => hasCoin(cell) || isDivided(cell),
  },
  friendly: {
    isHostile: false,
    fits: () => true,
    start: () => () => ({ ...EARNING, baseline: 'low', proposalSpread: 'point' }),
  },
};

export const ADVERSARY_NAMES: readonly AdversaryName[] = Object.keys(
  ADVERSARIES,
) as AdversaryName[];

/** An adversary that plays one game until the books are wrong. */
function springing(play: () => Wish): Adversary {
  return {
    isHostile: true,
    fits: () => true,
    start() {
      let isSprung = false;
      return (knowledge) => {
        isSprung ||= isBookWrong(knowledge);
        return isSprung ? SPENT : play();
      };
    },
  };
}

function startBait(): (knowledge: Knowledge) => Wish {
  let isSprung = false;
  let isSpending = false;
  return (knowledge) => {
    const { books, numbers } = knowledge;
    isSprung ||= isBookWrong(knowledge);
    const unit = numbers.width * numbers.typicalSize;
    const fortune = Math.min(SAVED_WIDTHS * unit, SAVED_SHARE * numbers.budgetMax);
    if (books >= fortune) isSpending = true;
    else if (books < unit) isSpending = false;
    return isSprung || isSpending ? SPENT : EARNING;
  };
}

/** Whether the books say more than the truth, rounding aside. */
export function isBookWrong({ books, truth, numbers }: Knowledge): boolean {
  return books > truth + tolerance(numbers, truth);
}

/** Rounding of sums of a few thousand rewards. */
export function tolerance({ width, max, sizeMax }: CellNumbers, truth: number): number {
  return 1e-9 * (sizeMax * (width + Math.abs(max)) + Math.abs(truth));
}

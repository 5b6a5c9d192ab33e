/**
 * Summaries of all experiments, as the reference runs have them or the other way round.
 */
import type { Cell } from '../../experiments/experiment.ts';
import { type MadeUpCell, madeUpSummary } from '../../plots/testing/made-up-summary.ts';
import {
  ALGORITHM_1,
  ALGORITHM_1_LITERAL,
  BERKSON,
  CENTERED,
  CLUCB,
  CONTEXT_UCB,
  HEDGE_HINT,
  HEDGE_LEDGER,
  LUCB,
  type PaperSize,
  paperExperiments,
} from '../paper-experiments.ts';
import type { PaperSummaries } from '../paper-summaries.ts';

const SIZE: PaperSize = {
  rounds: 2000,
  trials: 100,
  seed: 7,
  stressRounds: 600,
  stressTrials: 200,
  longRounds: 20_000,
  longTrials: 50,
};

/** Expected regret by reading and strategy: one number, or one for each α of 0.1, 0.3, 0.5, 0.8. */
const REGRET: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  [CENTERED]: {
    [LUCB]: [95.6],
    [CONTEXT_UCB]: [210],
    [CLUCB]: [1026.4, 413.1, 288, 214.7],
    [ALGORITHM_1]: [1178.6, 540.7, 410.5, 338.4],
    [HEDGE_LEDGER]: [1090, 520, 400, 330],
    [HEDGE_HINT]: [600, 300, 220, 170],
  },
  [BERKSON]: {
    [LUCB]: [4485.9],
    [CONTEXT_UCB]: [590.2],
    [CLUCB]: [5045.1, 4684.3, 4607.7, 4563.3],
    [ALGORITHM_1]: [1295.3, 838.4, 732.5, 671.4],
    [HEDGE_LEDGER]: [961, 691, 650, 610],
    [HEDGE_HINT]: [484, 196, 140, 116],
  },
};

const BASELINE_ROUNDS: Readonly<Record<string, readonly number[]>> = {
  [CLUCB]: [53, 18.9, 11.4, 7.3],
  [ALGORITHM_1]: [53.7, 18.2, 10.9, 6.8],
  [HEDGE_LEDGER]: [40.8, 11.4, 5.3, 2.6],
  [HEDGE_HINT]: [35.5, 10.1, 4.5, 1.5],
};

const SHORTFALLS = [0.1, 0.3, 0.5, 0.8];

/** How the world would have to be for every claim of the paper to come out otherwise. */
export interface PaperTwist {
  /** Regret grows with α and shrinks with knowledge lost. */
  readonly isReversed?: boolean;
  /** Nothing ever leaves a confidence set, and no promise is broken. */
  readonly isHarmless?: boolean;
  /** Regret grows in proportion to time. */
  readonly isLinear?: boolean;
  /** Nothing happens in the second half, and the literal start learns. */
  readonly isSettled?: boolean;
  /** hedge breaks its promise in some trials. */
  readonly isHedgeBroken?: boolean;
}

/** Returns summaries in which strategies do as in the reference runs, or as the twist says. */
export function madeUpPaper(twist: PaperTwist = {}): PaperSummaries {
  const { paper, half, free, stress, ...others } = paperExperiments(SIZE);
  const cell = (one: Cell) => madeUpCell(one, twist);
  return {
    paper: madeUpSummary({ experiment: paper, cell }),
    half: madeUpSummary({ experiment: half, cell: (one) => halfOf(one, cell(one), twist) }),
    free: madeUpSummary({ experiment: free, cell }),
    stress: madeUpSummary({ experiment: stress, cell: (one) => stressed(one, twist) }),
    long: madeUpSummary({ experiment: others.long, cell: (one) => ofHorizon(cell(one), 1, twist) }),
    longHalf: madeUpSummary({
      experiment: others.longHalf,
      cell: (one) => ofHorizon(cell(one), 1 / 2, twist),
    }),
    longQuarter: madeUpSummary({
      experiment: others.longQuarter,
      cell: (one) => ofHorizon(cell(one), 1 / 4, twist),
    }),
    offset: madeUpSummary({
      experiment: others.offset,
      cell: (one) => ({ ...cell(one), coverageFailures: 0 }),
    }),
  };
}

/** What a share of the long run costs: like the square root of time, or in proportion to it. */
function ofHorizon(whole: MadeUpCell, share: number, { isLinear = false }: PaperTwist): MadeUpCell {
  const expectedRegret = whole.finals!.expectedRegret! * share ** (isLinear ? 1 : 1 / 2);
  return { ...whole, finals: { ...whole.finals, expectedRegret } };
}

function madeUpCell(
  cell: Cell,
  { isReversed = false, isHarmless = false }: PaperTwist,
): MadeUpCell {
  const { environment, strategy, allowedShortfall } = cell;
  const place = Math.max(0, SHORTFALLS.indexOf(allowedShortfall ?? 0.1));
  const values = REGRET[environment]?.[strategy] ?? [600];
  const seen = values[allowedShortfall === 0.999 ? values.length - 1 : place] ?? values[0]!;
  const expectedRegret = isReversed ? 6000 - seen : seen;
  const isHidden = strategy !== LUCB && strategy !== CLUCB;
  const oracleRegret =
    environment === CENTERED ? expectedRegret : isHidden ? 6600 : 0.05 * expectedRegret;
  return {
    finals: {
      expectedRegret,
      realisedRegret: environment === BERKSON && !isHidden ? -5000 : expectedRegret,
      oracleRegret,
      baselineRounds: BASELINE_ROUNDS[strategy]?.[place] ?? 0,
    },
    coverageFailures: coverageOf(strategy, isHarmless),
  };
}

function coverageOf(strategy: string, isHarmless: boolean): number | null {
  if (strategy.startsWith('hedge')) return null;
  return isHarmless || strategy === LUCB || strategy === CLUCB ? 0 : 100;
}

/** Regret grows like the square root of time, except that safety costs nothing more at the end. */
function halfOf(
  { strategy }: Cell,
  whole: MadeUpCell,
  { isLinear = false, isSettled = false }: PaperTwist,
): MadeUpCell {
  const share = isSettled ? 1 : isLinear ? 0.5 : Math.SQRT1_2;
  const finals = Object.fromEntries(
    Object.entries(whole.finals ?? {}).map(([measure, value]) => [
      measure,
      measure === 'baselineRounds' ? value : value * share,
    ]),
  );
  if (strategy !== ALGORITHM_1_LITERAL) return { ...whole, finals };
  return { ...whole, finals: { ...finals, baselineRounds: isSettled ? 20 : 1000 }, spread: 0 };
}

function stressed({ strategy }: Cell, twist: PaperTwist): MadeUpCell {
  const { isHarmless = false, isHedgeBroken = false } = twist;
  const isBroken = strategy === ALGORITHM_1 && !isHarmless;
  const hedgeCount = strategy === HEDGE_LEDGER && isHedgeBroken ? 9 : 0;
  const [expected, realised] = isBroken ? [34, 51] : [hedgeCount, 0];
  return { finals: { expectedRegret: 300 }, violations: { expected, realised } };
}

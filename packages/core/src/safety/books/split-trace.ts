/**
 * Drives a book by explicit steps and tells its state after each, so that books can be compared with
 * independent ones: the format hedgerow-split/1 (docs/reference/replay-format.md).
 *
 *     logWealth, gaussian   of each bettor on the gain alone, and of each who uses the noise
 *     sStar                 gain that they prove together, over all bets
 *     F                     sum of the floors            W   what is proved of the slack
 *
 * A case is about divided decisions, or about whole ones in groups with a declared number for the
 * baseline. Shares are taken as they are, whether the slack would allow them or not. Numbers are texts
 * of digits, so that whoever reads them can choose the precision.
 */
import { HedgerowError } from '../../base/errors.ts';
import { type MixtureGrid, WealthMixture } from '../bets/wealth-mixture.ts';
import { relativePromise } from '../promise-terms.ts';
import type { SplitBettors } from '../split/split-bettors.ts';
import type { SplitDeclarations } from '../split/split-declarations.ts';
import type { GroupLedgerState } from './group-ledger.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import type { BookEntry } from './safety-book.ts';
import { SplitBook, type SplitEntry } from './split-book.ts';

type Digits = string;

export interface TracedBook {
  readonly alpha: Digits;
  readonly delta: Digits;
  readonly lo: Digits;
  readonly hi: Digits;
  readonly baseline: readonly [Digits, Digits] | null;
  readonly drop: Digits | null;
  readonly ratio: Digits | null;
  readonly beside: Digits | null;
  readonly sigma: Digits | null;
  readonly strips: 'independent' | 'any';
  readonly surelyInRange: boolean;
  readonly rates: readonly Digits[];
  readonly weights: readonly Digits[];
  readonly gaussianRates: readonly Digits[];
  readonly gaussianWeights: readonly Digits[];
}

export interface TracedDecision {
  readonly id: string;
  readonly size: Digits;
  readonly shares: readonly Digits[];
  /** One for each part, the last for the check; only that of the action for whole decisions. */
  readonly prediction: readonly Digits[];
  /** The baseline's declared number, for whole decisions. */
  readonly number?: Digits | undefined;
  /** Whether the learner plays it, for whole decisions. */
  readonly learner?: boolean | undefined;
}

export type TracedStep =
  | ({ readonly do: 'decide' } & TracedDecision)
  | { readonly do: 'group'; readonly id: string; readonly decisions: readonly TracedDecision[] }
  | {
      readonly do: 'executed';
      readonly id: string;
      readonly shares?: readonly Digits[] | undefined;
    }
  | { readonly do: 'void'; readonly id: string }
  | {
      readonly do: 'measured';
      readonly id: string;
      /** One for each part; null for one that is lost. */
      readonly x: readonly (Digits | null)[];
      /** The check. */
      readonly b?: Digits | null | undefined;
    };

export interface TracedCase {
  readonly name: string;
  readonly book: TracedBook;
  readonly steps: readonly TracedStep[];
}

export interface TracedState {
  readonly logWealth: readonly number[];
  readonly gaussian: readonly number[];
  readonly sStar: number;
  readonly F: number;
  readonly W: number;
}

/** A book as steps drive it: by the names of decisions. */
interface Driver {
  take(step: TracedStep): void;
  slack(): number;
  ledger(): GroupLedgerState;
}

/** Yields the state after each step. */
export function* traceSplitBook(traced: TracedCase): Generator<TracedState> {
  const { onGain, onSpread } = bettorsOf(traced.book);
  const grids = onSpread === null ? [onGain] : [onGain, onSpread];
  const rates = grids.flatMap((grid) => grid.rates);
  const weights = grids.flatMap((grid) => grid.weights);
  const mixture = new WealthMixture({ rates, weights }, Number(traced.book.delta));
  const driver = isOfWholeDecisions(traced) ? numberDriver(traced) : splitDriver(traced);
  for (const step of traced.steps) {
    driver.take(step);
    const { prefixes, unbet } = driver.ledger();
    const { totals, remainders } = prefixes.at(-1)!.sums;
    const at = (index: number) => totals[index]! + remainders[index]!;
    const wealths = rates.map((_, k) => at(k));
    yield {
      logWealth: wealths.slice(0, onGain.rates.length),
      gaussian: wealths.slice(onGain.rates.length),
      sStar: mixture.provenGain(at),
      // Baseline rounds with a number are certain, and stand beside the bets.
      F: at(rates.length) + unbet.totals[0]!,
      W: driver.slack(),
    };
  }
}

function splitDriver(traced: TracedCase): Driver {
  const book = new SplitBook({
    terms: termsOf(traced),
    declarations: declarationsOf(traced.book),
    failureProbability: Number(traced.book.delta),
    typicalSize: 1,
    bettors: bettorsOf(traced.book),
  });
  const entries = new Map<string, SplitEntry>();
  const issue = (decision: TracedDecision, group?: string) => {
    entries.set(decision.id, book.issue(planOf(decision), group));
  };
  return {
    take(step) {
      if (step.do === 'decide') issue(step);
      else if (step.do === 'group') {
        for (const decision of step.decisions) issue(decision, step.id);
        book.closeGroup();
      } else hearOfSplit(book, known(entries, step.id), step);
    },
    slack: () => book.slack(),
    ledger: () => book.exportState().ledger,
  };
}

function planOf({ size, shares, prediction }: TracedDecision) {
  const predictions = prediction.map(Number);
  return {
    size: Number(size),
    shares: shares.map(Number),
    tryPredictions: predictions.slice(0, -1),
    checkPrediction: predictions.at(-1)!,
  };
}

type News = Exclude<TracedStep, { readonly do: 'decide' | 'group' }>;

function hearOfSplit(book: SplitBook, entry: SplitEntry, step: News): void {
  if (step.do === 'void') book.cancel(entry);
  else if (step.do === 'measured') {
    const tries = step.x.map(numberOrLost);
    book.settle(entry, { tries, check: numberOrLost(step.b ?? null) });
  } else {
    const shares = step.shares?.map(Number);
    book.confirm(entry, shares === undefined ? null : { shares, isInnocent: true });
  }
}

/** Whole decisions with a declared number. */
function numberDriver(traced: TracedCase): Driver {
  const { rates, weights } = bettorsOf(traced.book).onGain;
  const unit = betUnit(traced);
  const book = knownBaselineBook({
    terms: termsOf(traced),
    rewardFloor: Number(traced.book.lo),
    rewardNoiseScale: 0,
    failureProbability: Number(traced.book.delta),
    bettors: { rates: rates.map((rate) => rate * unit), weights },
  });
  const entries = new Map<string, BookEntry>();
  const issue = (decision: TracedDecision, group: string) => {
    const number = Number(decision.number);
    const offer = {
      proposalPrediction: Number(decision.prediction[0]),
      baselinePrediction: number,
      baselineReward: { min: number, max: number },
      size: Number(decision.size),
      group,
    };
    const player = decision.learner === true ? 'proposal' : 'baseline';
    entries.set(decision.id, book.issue(offer, player, book.quote(offer)));
  };
  return {
    take(step) {
      if (step.do === 'decide') throw wholeAlone(step);
      if (step.do === 'group') {
        for (const decision of step.decisions) issue(decision, step.id);
        book.closeGroup();
        return;
      }
      const entry = known(entries, step.id);
      if (step.do === 'void') book.cancel(entry);
      else if (step.do === 'executed') book.confirm(entry);
      else if (step.x[0] != null) book.settle(entry, Number(step.x[0]));
    },
    slack: () => book.slack(),
    ledger: () => book.exportState().ledgers[0]!,
  };
}

/** What the book counts rates in: the mean of the numbers above the floor, up to the first bet. */
function betUnit({ book, steps }: TracedCase): number {
  const all = steps.flatMap((step) => (step.do === 'group' ? step.decisions : []));
  const first = all.findIndex(({ learner }) => learner === true);
  const until = first === -1 ? all : all.slice(0, first + 1);
  const total = until.reduce((sum, { number }) => sum + Number(number), 0);
  return total / until.length - Number(book.lo);
}

function isOfWholeDecisions({ steps }: TracedCase): boolean {
  return steps.some((step) => step.do === 'group' && step.decisions[0]?.number !== undefined);
}

function termsOf({ book }: TracedCase) {
  return relativePromise({ allowedShortfall: Number(book.alpha) });
}

function declarationsOf(book: TracedBook): SplitDeclarations {
  const { baseline, drop, ratio, beside, sigma } = book;
  return {
    range: { min: Number(book.lo), max: Number(book.hi) },
    mayLeaveRange: !book.surelyInRange,
    ...(baseline === null
      ? {}
      : { baseline: { min: Number(baseline[0]), max: Number(baseline[1]) } }),
    ...(drop === null ? {} : { drop: Number(drop) }),
    ...(ratio === null ? {} : { ratio: Number(ratio) }),
    ...(beside === null ? {} : { beside: Number(beside) }),
    ...(sigma === null
      ? {}
      : { plotNoise: { scale: Number(sigma), isIndependent: book.strips === 'independent' } }),
  };
}

/** The bettors of a case: those on the gain alone, and those who use the noise. */
function bettorsOf(book: TracedBook): SplitBettors {
  const gridOf = (rates: readonly Digits[], weights: readonly Digits[]): MixtureGrid => ({
    rates: rates.map(Number),
    weights: weights.map(Number),
  });
  return {
    onGain: gridOf(book.rates, book.weights),
    onSpread:
      book.gaussianRates.length === 0 ? null : gridOf(book.gaussianRates, book.gaussianWeights),
  };
}

function numberOrLost(digits: Digits | null): number | null {
  return digits === null ? null : Number(digits);
}

function known<Entry>(entries: ReadonlyMap<string, Entry>, id: string): Entry {
  const entry = entries.get(id);
  if (entry !== undefined) return entry;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'a step must name a decision that was issued before it',
    received: JSON.stringify(id),
  });
}

function wholeAlone({ id }: TracedDecision): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: 'whole decisions with a number must stand in groups',
    received: `${JSON.stringify(id)} by itself`,
  });
}

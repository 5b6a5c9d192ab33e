/**
 * Drives a book by explicit steps and tells its state after each, so that books can be compared with
 * independent ones: the format hedgerow-split/1 (docs/reference/replay-format.md).
 *
 *     logWealth, gaussian   of each bettor on the gain alone, and of each who uses the noise
 *     sStar                 gain that they prove together, over all bets
 *     F                     sum of the floors            W   what is proved of the slack
 *
 * A case is about divided decisions, or about whole ones in groups with a declared number for the
 * baseline. Shares are taken as they are, whether the slack would allow them or not.
 */
import { HedgerowError } from '../../base/errors.ts';
import { sumDown } from '../../base/sum-down.ts';
import { WealthMixture } from '../bets/wealth-mixture.ts';
import { type PromiseTerms, relativePromise } from '../promise-terms.ts';
import type { SplitBettors } from '../split/split-bettors.ts';
import type { SplitDeclarations } from '../split/split-declarations.ts';
import type { GroupLedgerState } from './group-ledger.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import type { BookEntry } from './safety-book.ts';
import { SplitBook, type SplitEntry } from './split-book.ts';

export interface TracedBook {
  readonly allowedShortfall: number;
  readonly failureProbability: number;
  readonly declarations: SplitDeclarations;
  readonly bettors: SplitBettors;
}

export interface TracedDecision {
  readonly id: string;
  readonly size: number;
  readonly shares: readonly number[];
  /** One for each part, the last for the check; only that of the action for whole decisions. */
  readonly prediction: readonly number[];
  /** The baseline's declared number, for whole decisions. */
  readonly number?: number | undefined;
  /** Whether the learner plays it, for whole decisions. */
  readonly learner?: boolean | undefined;
}

export type TracedStep =
  | ({ readonly do: 'decide' } & TracedDecision)
  | { readonly do: 'group'; readonly id: string; readonly decisions: readonly TracedDecision[] }
  | {
      readonly do: 'executed';
      readonly id: string;
      readonly shares?: readonly number[] | undefined;
    }
  | { readonly do: 'void'; readonly id: string }
  | {
      readonly do: 'measured';
      readonly id: string;
      /** One for each part; null for one that is lost. */
      readonly x: readonly (number | null)[];
      /** The check. */
      readonly b?: number | null | undefined;
    };

export interface TracedCase {
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
  const { bettors, failureProbability } = traced.book;
  const { onGain, onSpread } = bettors;
  const grids = onSpread === null ? [onGain] : [onGain, onSpread];
  const rates = grids.flatMap((grid) => grid.rates);
  const weights = grids.flatMap((grid) => grid.weights);
  const mixture = new WealthMixture({ rates, weights }, failureProbability);
  const driver = isOfWholeDecisions(traced) ? numberDriver(traced) : splitDriver(traced);
  for (const step of traced.steps) {
    driver.take(step);
    const { prefixes, unbet } = driver.ledger();
    const { sums, base } = prefixes.at(-1)!;
    const { totals, remainders } = sums;
    const at = (index: number) => totals[index]! + remainders[index]!;
    const wealths = rates.map((_, k) => at(k));
    yield {
      logWealth: wealths.slice(0, onGain.rates.length),
      gaussian: wealths.slice(onGain.rates.length),
      sStar: mixture.provenGain(at),
      // Baseline rounds with a number are certain, and stand beside the bets.
      F: sumDown([...base, ...unbet]),
      W: driver.slack(),
    };
  }
}

function splitDriver({ book: traced }: TracedCase): Driver {
  const { declarations, failureProbability, bettors } = traced;
  const terms = termsOf(traced);
  const book = new SplitBook({ terms, declarations, failureProbability, typicalSize: 1, bettors });
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
  const [tryPredictions, checkPrediction] = [prediction.slice(0, -1), prediction.at(-1)!];
  return { size, shares, tryPredictions, checkPrediction };
}

type News = Exclude<TracedStep, { readonly do: 'decide' | 'group' }>;

function hearOfSplit(book: SplitBook, entry: SplitEntry, step: News): void {
  if (step.do === 'void') book.cancel(entry, 'unrelated');
  else if (step.do === 'measured') {
    book.settle(entry, { tries: step.x, check: step.b ?? null });
  } else {
    const { shares } = step;
    book.confirm(entry, shares === undefined ? null : { shares, isInnocent: true });
  }
}

/** Whole decisions with a declared number. */
function numberDriver(traced: TracedCase): Driver {
  const { declarations, failureProbability, bettors } = traced.book;
  const { rates, weights } = bettors.onGain;
  const unit = betUnit(traced);
  const book = knownBaselineBook({
    terms: termsOf(traced.book),
    rewardFloor: declarations.range.min,
    rewardNoiseScale: 0,
    failureProbability,
    bettors: { rates: rates.map((rate) => rate * unit), weights },
  });
  const entries = new Map<string, BookEntry>();
  const issue = (decision: TracedDecision, group: string) => {
    const { size, prediction, number = 0 } = decision;
    const offer = {
      proposalPrediction: prediction[0]!,
      baselinePrediction: number,
      baselineReward: { min: number, max: number },
      size,
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
      if (step.do === 'void') book.cancel(entry, { reason: 'unrelated' });
      else if (step.do === 'executed') book.confirm(entry);
      else if (step.x[0] != null) book.settle(entry, step.x[0]);
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
  const total = until.reduce((sum, { number = 0 }) => sum + number, 0);
  return total / until.length - book.declarations.range.min;
}

function isOfWholeDecisions({ steps }: TracedCase): boolean {
  return steps.some((step) => step.do === 'group' && step.decisions[0]?.number !== undefined);
}

function termsOf({ allowedShortfall }: TracedBook): PromiseTerms {
  return relativePromise({ allowedShortfall });
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

/**
 * One promise, several deciders who do not ask each other: escrow over the real books.
 *
 *     grant    each decider is lent a part of what the book has proved: all parts together at most that
 *     decide   alone, for a while: a proposal is played if the worst that all it has issued since can cost
 *              is within its part; the baseline is always free
 *     merge    the book takes in what all have issued, and the rewards that have come; then grants anew
 *
 * A decider needs neither the book nor the others in between. What it has not given back counts as lost,
 * so the slack is never negative after a merge, whoever dies and whatever comes late.
 */
import {
  type BookEntry,
  knownBaselineBook,
  type Offer,
  relativePromise,
  type SafetyBook,
  uniformAt,
} from '@hedgerow/core/research';

export interface EscrowOptions {
  readonly deciderCount: number;
  /** Decisions of each decider between two merges. */
  readonly decisionsAlone: number;
  readonly mergeCount: number;
  /** What the new way truly pays on average, between 0 and 1; the usual way pays 0.6. */
  readonly trueMean: number;
  readonly seed: number;
  /** What each decider is lent of the slack; equal parts of all of it if absent. */
  readonly grant?: (slack: number, deciderCount: number) => number;
}

export interface EscrowRun {
  /** Of all decisions. */
  readonly learnerShare: number;
  /** Least that was proved after a merge. */
  readonly lowestSlack: number;
  /** Least that was true after a merge. */
  readonly lowestTrueSlack: number;
  /** Most by which the parts together were above what was proved. */
  readonly grantedAboveSlack: number;
}

const BASELINE = 0.6;
const ALLOWED_SHORTFALL = 0.1;

export function playEscrow(options: EscrowOptions): EscrowRun {
  const { deciderCount, decisionsAlone, mergeCount, trueMean } = options;
  const grant = options.grant ?? ((slack, count) => Math.max(0, slack) / count);
  const book = openBook();
  const memory = new RewardMemory(options);
  const run = { learnerShare: 0, lowestSlack: 0, lowestTrueSlack: 0, grantedAboveSlack: 0 };
  let [learnerCount, trueSlack] = [0, 0];
  let unpaid: BookEntry[] = [];
  for (let merge = 0; merge < mergeCount; merge++) {
    const slack = book.slack();
    const part = grant(slack, deciderCount);
    run.grantedAboveSlack = Math.max(run.grantedAboveSlack, deciderCount * part - slack);
    const offer = memory.offer();
    const costAtMost = -book.quote(offer).increment;
    const playedAlone = Math.min(decisionsAlone, Math.floor(part / costAtMost));
    const issued = issueAll(book, offer, {
      learner: deciderCount * playedAlone,
      baseline: deciderCount * (decisionsAlone - playedAlone),
    });
    learnerCount += deciderCount * playedAlone;
    // Rewards of what was issued before the last merge have come meanwhile.
    for (const entry of unpaid) book.settle(entry, memory.draw());
    unpaid = issued;
    trueSlack += deciderCount * playedAlone * (trueMean - (1 - ALLOWED_SHORTFALL) * BASELINE);
    trueSlack += deciderCount * (decisionsAlone - playedAlone) * ALLOWED_SHORTFALL * BASELINE;
    run.lowestSlack = Math.min(run.lowestSlack, book.slack());
    run.lowestTrueSlack = Math.min(run.lowestTrueSlack, trueSlack);
  }
  return { ...run, learnerShare: learnerCount / (deciderCount * decisionsAlone * mergeCount) };
}

function openBook(): SafetyBook {
  return knownBaselineBook({
    terms: relativePromise({ allowedShortfall: ALLOWED_SHORTFALL }),
    rewardFloor: 0,
    rewardNoiseScale: 0,
    failureProbability: 0.05,
  });
}

/** What has been seen of the new way, and what it pays next. */
class RewardMemory {
  readonly #options: EscrowOptions;
  #count = 0;
  #sum = 0;

  constructor(options: EscrowOptions) {
    this.#options = options;
  }

  offer(): Offer {
    const prediction = (BASELINE + this.#sum) / (1 + this.#count);
    return {
      proposalPrediction: prediction,
      baselinePrediction: BASELINE,
      baselineReward: { min: BASELINE, max: BASELINE },
    };
  }

  draw(): number {
    const { seed, trueMean } = this.#options;
    this.#count += 1;
    const spread = 0.5 * Math.min(trueMean, 1 - trueMean);
    const reward = trueMean + spread * (2 * uniformAt(BigInt(seed), this.#count) - 1);
    this.#sum += reward;
    return reward;
  }
}

/** Books what all deciders have issued; returns the entries that will be paid. */
function issueAll(
  book: SafetyBook,
  offer: Offer,
  count: { readonly learner: number; readonly baseline: number },
): BookEntry[] {
  for (let i = 0; i < count.baseline; i++) {
    book.confirm(book.issue(offer, 'baseline', { ...book.quote(offer), playProbability: 0 }));
  }
  return Array.from({ length: count.learner }, () =>
    book.issue(offer, 'proposal', { ...book.quote(offer), mayPlay: true, playProbability: 1 }),
  );
}

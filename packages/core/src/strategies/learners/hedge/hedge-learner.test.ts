import { describe, expect, it } from 'vitest';
import { HedgerowError } from '../../../base/errors.ts';
import { seededRandom } from '../../../base/testing/seeded-random.ts';
import { curiousProposer } from '../../../proposal/curious-proposer.ts';
import { equationBook } from '../../../safety/books/equation-book.ts';
import { knownBaselineBook } from '../../../safety/books/known-baseline-book.ts';
import type { SafetyBook } from '../../../safety/books/safety-book.ts';
import { relativePromise } from '../../../safety/promise-terms.ts';
import { HedgeLearner, type HedgeLearnerOptions } from './hedge-learner.ts';
import type { HedgeTicket } from './hedge-ticket.ts';

function createBook(): SafetyBook {
  return knownBaselineBook({
    terms: relativePromise({ allowedShortfall: 0.5 }),
    rewardFloor: 0,
    rewardNoiseScale: 0,
    failureProbability: 0.01,
  });
}

function createLearner(options: Partial<HedgeLearnerOptions> = {}): HedgeLearner {
  return new HedgeLearner({
    hasIntercept: false,
    execution: 'confirm',
    dimension: 2,
    actionCount: 2,
    createBook,
    createProposer: (beliefs) => curiousProposer(beliefs, 1.5),
    ridgePenalty: 1,
    rewardOffset: 0,
    priorVariance: 1,
    hintDoubt: 0.2,
    coin: () => 0,
    ...options,
  });
}

interface Round {
  readonly features: readonly number[];
  /** What is declared of the baseline, action 0. */
  readonly declared: number;
  /** What each action pays. */
  readonly rewards: readonly number[];
}

/** Rewards are 2·first + 1·second feature, and noise; the baseline is declared `lie` too high. */
function rounds(count: number, lie: number): Round[] {
  const random = seededRandom(21);
  return Array.from({ length: count }, () => {
    const features = [random(), random(), random(), random()];
    const noise = random() - 0.5;
    const meanOf = (action: number) => 2 * features[2 * action]! + features[2 * action + 1]!;
    return {
      features,
      declared: meanOf(0) + lie,
      rewards: [1 + meanOf(0) + noise, 1 + meanOf(1) + noise],
    };
  });
}

interface Issued {
  readonly ticket: HedgeTicket;
  readonly reward: number;
}

/** Plays rounds, with rewards told in batches, each batch in the order that `arrange` makes of it. */
function play(
  learner: HedgeLearner,
  all: readonly Round[],
  arrange: (batch: Issued[]) => Issued[] = (batch) => batch,
): number[] {
  let batch: Issued[] = [];
  return all.map(({ features, declared, rewards }, i) => {
    learner.expectedFeatures.set(features);
    const { ticket, playedAction } = learner.decide({ action: 0, expectedReward: declared });
    learner.confirm(ticket);
    batch.push({ ticket, reward: rewards[playedAction]! });
    if (i % 3 === 2) {
      for (const one of arrange(batch)) learner.settle(one.ticket, one.reward);
      batch = [];
    }
    return playedAction;
  });
}

const LIES = rounds(150, 4);
const TRUTHS = rounds(150, 1);

describe.each([false, true])('a learner whose intercept is %s', (hasIntercept) => {
  const create = () => createLearner({ hasIntercept, rewardOffset: 1 });

  it('drops a hint that lies, and keeps one that is right', () => {
    const [misled, helped] = [create(), create()];
    play(misled, LIES);
    play(helped, TRUTHS);
    expect([misled.beliefs.takesHints, helped.beliefs.takesHints]).toEqual([false, true]);
    const { prediction } = misled.beliefs.predict([0.5, 0.5]);
    expect(Math.abs(prediction - 2.5)).toBeLessThan(0.3);
  });

  it('ends in the same state in whatever order rewards came between decisions', () => {
    const [inOrder, reversed] = [create(), create()];
    expect(play(reversed, LIES, (batch) => batch.reverse())).toEqual(play(inOrder, LIES));
    expect(reversed.beliefs.takesHints).toBe(false);
    expect(reversed.exportState()).toEqual(inOrder.exportState());
  });

  it('continues bit for bit from an exported state at any time', () => {
    for (const at of [0, 3, 12, 30, 90]) {
      const learner = create();
      play(learner, LIES.slice(0, at));
      learner.takeInRewards();
      const copy = create();
      copy.importState(structuredClone(learner.exportState()));
      expect(play(copy, LIES.slice(at))).toEqual(play(learner, LIES.slice(at)));
      for (const each of [copy, learner]) each.takeInRewards();
      expect(copy.exportState()).toEqual(learner.exportState());
    }
  });

  it('leaves no trace of a rehearsal, not even one in which the hint is dropped', () => {
    const [watched, alone] = [create(), create()];
    for (const learner of [watched, alone]) play(learner, LIES.slice(0, 6));
    watched.rehearse(() => {
      play(watched, LIES);
      expect(watched.beliefs.takesHints).toBe(false);
    });
    expect(watched.beliefs.takesHints).toBe(true);
    expect(watched.exportState()).toEqual(alone.exportState());
    expect(play(watched, LIES)).toEqual(play(alone, LIES));
  });
});

/** A book that trusts a linear model, and all features it is shown. */
function watchedBook(): { readonly book: SafetyBook; readonly seen: number[][] } {
  const seen: number[][] = [];
  const book = equationBook({
    terms: relativePromise({ allowedShortfall: 0.5 }),
    rewardFloor: 0,
    rewardNoiseScale: 0,
    failureProbability: 0.01,
    dimension: 2,
    weightNormBound: 3,
  });
  const [declare, quote] = [book.declareBaseline.bind(book), book.quote.bind(book)];
  book.declareBaseline = (features, baselineReward) => {
    seen.push([...features]);
    declare(features, baselineReward);
  };
  book.quote = (offer) => {
    seen.push([...offer.features!.proposal], [...offer.features!.baseline]);
    return quote(offer);
  };
  return { book, seen };
}

describe('a learner with an intercept', () => {
  it('hands the declared features to the book, and puts them on tickets', () => {
    const { book, seen } = watchedBook();
    const learner = createLearner({ hasIntercept: true, createBook: () => book });
    learner.expectedFeatures.set([1, 2, 3, 4]);
    const { ticket } = learner.decide({ action: 0, expectedReward: 3 });
    expect(seen.length).toBeGreaterThan(2);
    for (const features of seen)
      expect([
        [1, 2],
        [3, 4],
      ]).toContainEqual(features);
    expect(ticket.features.length).toBe(2);
  });

  it('tells the weights of the features without it, and it by itself', () => {
    const learner = createLearner({ hasIntercept: true, hintDoubt: null });
    play(learner, LIES);
    const weights = new Float64Array(2);
    learner.takeInRewards();
    learner.estimateWeights(weights);
    const { prediction, deviation } = learner.beliefs.intercept()!;
    const [first, second] = weights;
    expect(learner.beliefs.predict([0.5, 0.25]).prediction).toBeCloseTo(
      prediction + 0.5 * first! + 0.25 * second!,
      9,
    );
    expect(deviation).toBeGreaterThan(0);
    expect(createLearner().beliefs.intercept()).toBe(null);
    expect(() => learner.estimateWeights(new Float64Array(3))).toThrow('HR_INPUT_DIMENSION');
  });
});

describe('a baseline whose declared reward changes', () => {
  const onehot = { features: [1, 0, 0, 1] };
  const before = Array.from({ length: 300 }, (_, i) => ({
    ...onehot,
    declared: 0.3,
    rewards: [i % 10 < 3 ? 1 : 0, i % 20 < 9 ? 1 : 0],
  }));

  it('is proposed from the first round in which it is declared to be better', () => {
    const learner = createLearner();
    expect(play(learner, before).at(-1)).toBe(1);
    learner.expectedFeatures.set(onehot.features);
    const decision = learner.decide({ action: 0, expectedReward: 0.9 });
    expect(decision.reason).toBe('proposal-is-baseline');
    expect(learner.beliefs.believedBaseline()).toMatchObject({ action: 0 });
  });

  it('is what the model has learnt of it where no hint is taken', () => {
    const learner = createLearner({ hintDoubt: null });
    play(learner, before);
    learner.expectedFeatures.set(onehot.features);
    expect(learner.decide({ action: 0, expectedReward: 0.9 }).proposedAction).toBe(1);
    expect(learner.beliefs.believedBaseline()).toBe(null);
  });
});

it('refuses nothing once it has taken in rewards: a book that does so then stops it', () => {
  const refusing = (): SafetyBook => {
    const book = createBook();
    book.quote = () => requireNever();
    return book;
  };
  const learner = createLearner({ createBook: refusing });
  const usual = { action: 0, expectedReward: 1.5 };
  const invariant = expect.objectContaining({ code: 'HR_INVARIANT' });
  expect(() => learner.decide(usual)).toThrow(invariant);
  expect(() => learner.watch(usual)).toThrow(invariant);
  expect(() => learner.followBaseline(usual)).toThrow(invariant);
  const refusal = expect.objectContaining({ code: 'HR_INPUT_RANGE' });
  // What is checked first is refused as ever, and so is everything in a rehearsal, which is taken back.
  expect(() => learner.decide({ ...usual, action: 7 })).toThrow(refusal);
  expect(() => learner.rehearse(() => learner.decide(usual))).toThrow(refusal);
});

function requireNever(): never {
  throw new HedgerowError({ code: 'HR_INPUT_RANGE', rule: 'size must be 4', received: '0.3' });
}

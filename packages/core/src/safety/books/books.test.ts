import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolutePromise, relativePromise } from '../promise-terms.ts';
import { type CoinSubject, coinBook } from './coin-book.ts';
import { equationBook } from './equation-book.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import { observedBook } from './observed-book.ts';
import type { PromiseBook } from './promise-book.ts';
import type { BookEntry, Offer, Player, SafetyBook } from './safety-book.ts';

const terms = relativePromise({ allowedShortfall: 0.25, reserve: 2 });
const common = { terms, rewardFloor: 1, rewardNoiseScale: 0, failureProbability: 0.05 };
const coinBookOf = (subject: CoinSubject) => coinBook({ ...common, subject, rewardCeiling: 9 });
const offer: Offer = {
  proposalPrediction: 6,
  baselinePrediction: 4,
  baselineReward: { min: 3, max: 5 },
  features: { proposal: Float64Array.of(1, 0.5), baseline: Float64Array.of(0.25, 1) },
};

const BOOKS: readonly [string, () => SafetyBook][] = [
  ['declared, expected', () => knownBaselineBook(common)],
  ['declared, observed', () => observedBook(common)],
  ['declared, linear', () => equationBook({ ...common, dimension: 2, weightNormBound: 8 })],
  ['coin, policy', () => coinBookOf('policy')],
  ['coin, played', () => coinBookOf('played')],
  ['coin, observed', () => coinBookOf('observed')],
];

const rewardOf = fc.double({ min: 1, max: 9, noNaN: true });
const playerOf = fc.constantFrom<Player>('proposal', 'held-out', 'baseline');

function issue(book: SafetyBook, given: Offer, player: Player): BookEntry {
  return book.issue(given, player, book.quote(given));
}

/** Players as the book really allows them: a proposal only if it may be played. */
function allowedPlayer(book: SafetyBook, wanted: Player): Player {
  const quote = book.quote(offer);
  return quote.mayPlay ? wanted : 'baseline';
}

describe.each(BOOKS)('the book for a baseline that is %s', (name, create) => {
  it('starts with the reserve', () => {
    expect(create().slack()).toBeCloseTo(2, 12);
  });

  it('never lets the slack fall below 0 by what it allows, whatever is reported or withheld', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(playerOf, fc.option(rewardOf)), { maxLength: 60 }),
        (rounds) => {
          const book = create();
          for (const [wanted, reward] of rounds) {
            const entry = issue(book, offer, allowedPlayer(book, wanted));
            expect(book.slack()).toBeGreaterThanOrEqual(-1e-9);
            book.confirm(entry);
            if (reward !== null) book.settle(entry, reward);
            expect(book.slack()).toBeGreaterThanOrEqual(-1e-9);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is told the same twice and counts it once', () => {
    const book = create();
    const entry = issue(book, offer, 'baseline');
    book.confirm(entry);
    const slack = book.slack();
    book.confirm(entry);
    expect(book.slack()).toBe(slack);
  });

  it('does not take back what was executed or resolved', () => {
    for (const resolve of ['confirm', 'fallBack', 'cancel'] as const) {
      const book = create();
      const entry = issue(book, offer, 'baseline');
      if (resolve === 'confirm') book.confirm(entry);
      else book[resolve](entry, { reason: 'unrelated' });
      const slack = book.slack();
      expect(() => book.cancel(entry, { reason: 'unrelated' })).toThrow(
        'only a decision that is neither executed',
      );
      expect(() => book.fallBack(entry, { reason: 'unrelated' })).toThrow('HR_CALL_ORDER');
      expect(book.slack()).toBe(slack);
    }
  });

  it('refuses a reward below the floor before it is accepted', () => {
    const book = create();
    expect(() => book.checkReward!(0.99)).toThrow('reward must not be below the declared floor, 1');
    expect(() => book.checkReward!(Number.NaN)).toThrow('HR_INPUT_NOT_FINITE');
    expect(() => book.checkReward!(1)).not.toThrow();
  });

  it('restores its state bit for bit', () => {
    const book = create();
    const entries = [1, 2, 3, 4, 5].map((_, i) => {
      const entry = issue(book, offer, allowedPlayer(book, i % 2 ? 'proposal' : 'baseline'));
      if (i < 4) book.settle(entry, 3 + i);
      return entry;
    });
    const copy = create();
    copy.importState(JSON.parse(JSON.stringify(book.exportState())));
    const [last, lastCopy] = [entries[4]!, structuredClone(entries[4]!)];
    book.settle(last, 8);
    copy.settle(lastCopy, 8);
    expect(copy.exportState()).toEqual(book.exportState());
    expect(copy.quote(offer)).toEqual(book.quote(offer));
  });

  it('never gains by a correction downwards of a proposal, and forgets what rested on it', () => {
    const book = create();
    for (let round = 0; round < 80; round++) {
      const entry = issue(book, offer, allowedPlayer(book, 'proposal'));
      book.settle(entry, entry.player === 'proposal' ? 7 : 4);
    }
    const entries = Array.from({ length: 10 }, () => {
      const entry = issue(book, offer, 'proposal');
      book.settle(entry, 8);
      return entry;
    });
    const before = book.slack();
    for (const entry of entries) book.revise(entry, 1);
    expect(book.slack(), name).toBeLessThan(before - 10);
  });
});

describe('the book for a declared baseline', () => {
  it('debits the most and credits the least that the interval allows', () => {
    const book = knownBaselineBook(common);
    book.confirm(issue(book, offer, 'baseline'));
    expect(book.slack()).toBeCloseTo(2 + 0.25 * 3, 12);
    expect(book.quote(offer).margin).toBeCloseTo(2.75 + 1 - 0.75 * 5, 9);
  });

  it('leaves no bet behind on an action that was never played', () => {
    for (const takeBack of ['cancel', 'fallBack'] as const) {
      const book = knownBaselineBook(common);
      book[takeBack](issue(book, offer, 'proposal'), { reason: 'unrelated' });
      const [ledger] = book.exportState().ledgers;
      const { totals, remainders } = ledger!.prefixes.at(-1)!.sums;
      const wealths = totals.map((total, k) => total + remainders[k]!);
      for (const wealth of wealths) expect(Math.abs(wealth)).toBeLessThan(1e-12);
    }
  });

  it('refuses an unknown baseline and a negative one, with the remedy', () => {
    const book = knownBaselineBook(common);
    expect(() => book.quote({ ...offer, baselineReward: null })).toThrow('use the hold-out coin');
    const losing = { ...offer, baselineReward: { min: -1, max: 2 } };
    expect(() => issue(book, losing, 'baseline')).toThrow('use the absolute form');
  });

  it('is conservative to the last bit at the edge: a margin of exactly 0 is not risked', () => {
    // Four baseline rounds of 3 at α = 1/4 earn exactly what a proposal at floor 0 may lose.
    const edge = knownBaselineBook({
      ...common,
      terms: relativePromise({ allowedShortfall: 0.25 }),
      rewardFloor: 0,
    });
    const three = { ...offer, baselineReward: { min: 3, max: 3 } };
    for (let round = 0; round < 3; round++) edge.confirm(issue(edge, three, 'baseline'));
    expect(edge.slack()).toBeLessThan(2.25);
    expect(edge.slack()).toBeGreaterThan(2.25 - 1e-12);
    const quote = edge.quote(three);
    expect(quote.margin).toBeLessThan(0);
    expect(quote.margin).toBeGreaterThan(-1e-12);
    const less = { ...offer, baselineReward: { min: 3, max: 3 - 1e-12 } };
    expect(edge.quote(less).mayPlay).toBe(true);
  });
});

describe.each<CoinSubject>(['policy', 'played', 'observed'])('the %s coin', (subject) => {
  const grown = () => {
    const book = coinBookOf(subject);
    for (let round = 0; round < 60; round++) {
      const entry = issue(book, offer, allowedPlayer(book, round % 4 ? 'proposal' : 'held-out'));
      book.settle(entry, entry.player === 'proposal' ? 8 : 3);
    }
    return book;
  };

  /** What all bets together prove now, whatever a shorter prefix proves. */
  const provedByAll = (book: PromiseBook) => {
    const state = book.exportState();
    const [ledger] = state.ledgers;
    const fresh = coinBookOf(subject);
    const prefixes = ledger!.prefixes.slice(-1);
    fresh.importState({ ...state, ledgers: [{ ...ledger!, prefixes }] });
    return fresh.slack();
  };

  it('counts a held-out round at once: losing its reward never pays', () => {
    const lost = grown();
    const reported = grown();
    for (let round = 0; round < 20; round++) {
      issue(lost, offer, 'held-out');
      reported.settle(issue(reported, offer, 'held-out'), 9);
    }
    expect(lost.slack()).toBeLessThanOrEqual(reported.slack() + 1e-9);
    // What a lost round hides is booked: proved by all bets, the slack is below what it was.
    expect(provedByAll(lost)).toBeLessThan(provedByAll(grown()));
  });

  it('settles with the probability the coin was thrown with', () => {
    const book = grown();
    const quote = book.quote(offer);
    const entry = book.issue(offer, 'proposal', { ...quote, playProbability: 0.625 });
    expect(entry.stake).toMatchObject({ playProbability: 0.625 });
  });
});

describe('promises about observed rewards', () => {
  it('refuse a noise scale: the range must hold for what is observed', () => {
    const message =
      'for a promise about observed rewards the noise scale must be 0, but it is 0.5.';
    const noisy = { ...common, rewardNoiseScale: 0.5 };
    expect(() => observedBook(noisy)).toThrow(message);
    const coin = { ...noisy, subject: 'observed', rewardCeiling: 9 } as const;
    expect(() => coinBook(coin)).toThrow(message);
  });
});

describe('the book that trusts a linear model', () => {
  const trueWeights = [6, 2];
  const rewardOf = (features: ArrayLike<number>) =>
    trueWeights[0]! * features[0]! + trueWeights[1]! * features[1]!;
  const create = () =>
    equationBook({ ...common, rewardFloor: 0, dimension: 2, weightNormBound: 7 });
  const offerOf = (proposal: Float64Array, baseline: Float64Array): Offer => ({
    proposalPrediction: 5,
    baselinePrediction: 4,
    baselineReward: { min: rewardOf(baseline), max: rewardOf(baseline) },
    features: { proposal, baseline },
  });
  const baselines = [
    Float64Array.of(0.5, 0.5),
    Float64Array.of(0.25, 1),
    Float64Array.of(0.75, 0.25),
  ];
  const declareAll = (book: PromiseBook, error = 0) => {
    for (const features of baselines) {
      const reward = rewardOf(features) + error * features[0]! * features[1]!;
      book.declareBaseline(features, { min: reward, max: reward });
    }
  };

  it('books what the equations prove, and never more than the truth', () => {
    const book = create();
    declareAll(book);
    const offer = offerOf(Float64Array.of(0.75, 0.5), baselines[0]!);
    const truth = rewardOf(offer.features!.proposal) - 0.75 * rewardOf(offer.features!.baseline);
    const { increment } = book.quote(offer);
    expect(increment).toBeLessThanOrEqual(truth);
    expect(increment).toBeGreaterThan(truth - 0.1);
    book.confirm(issue(book, offer, 'proposal'));
    expect(book.slack()).toBeCloseTo(2 + increment, 9);
  });

  it('gives back what was booked on trust when the action was never played', () => {
    const offer = offerOf(Float64Array.of(0.75, 0.5), baselines[0]!);
    for (const [takeBack, added] of [
      ['cancel', 0],
      ['fallBack', 0.25 * rewardOf(baselines[0]!)],
    ] as const) {
      const book = create();
      declareAll(book);
      const entry = issue(book, offer, 'proposal');
      book[takeBack](entry, { reason: 'unrelated' });
      expect(book.slack()).toBeCloseTo(2 + added, 9);
    }
  });

  it('forgets all of it once the declarations contradict each other', () => {
    const book = create();
    declareAll(book);
    const offer = offerOf(Float64Array.of(0.75, 0.5), baselines[0]!);
    book.confirm(issue(book, offer, 'proposal'));
    expect(book.slack()).toBeGreaterThan(2);
    declareAll(book, 8);
    expect(book.exportState().equations).toMatchObject({ isContradicted: true });
    expect(book.slack()).toBeCloseTo(2 - 0.75 * rewardOf(baselines[0]!), 9);
    expect(book.quote(offer).increment).toBeCloseTo(-0.75 * rewardOf(baselines[0]!), 9);
    declareAll(book);
    expect(book.slack()).toBeCloseTo(2 - 0.75 * rewardOf(baselines[0]!), 9);
  });

  it('needs the features of an offer', () => {
    const { features: _features, ...bare } = offer;
    expect(() => create().quote(bare)).toThrow('an offer must tell its features');
  });
});

describe('declared books', () => {
  /** Plays the same rounds whatever the book says, and returns what it proves in the end. */
  const slackAfter = (options: { allowedShortfall: number; scale?: number }) => {
    const scale = options.scale ?? 1;
    const book = knownBaselineBook({
      ...common,
      terms: relativePromise({ allowedShortfall: options.allowedShortfall }),
      rewardFloor: scale,
    });
    const scaled = {
      proposalPrediction: 6 * scale,
      baselinePrediction: 4 * scale,
      baselineReward: { min: 3 * scale, max: 5 * scale },
    };
    for (let round = 0; round < 60; round++) {
      const entry = issue(book, scaled, round % 3 === 0 ? 'baseline' : 'proposal');
      book.settle(entry, (4 + (round % 4)) * scale);
    }
    return book.slack();
  };

  it('prove more slack for a larger allowed shortfall', () => {
    const slacks = [0.05, 0.2, 0.5, 0.9].map((allowedShortfall) =>
      slackAfter({ allowedShortfall }),
    );
    expect(slacks).toEqual([...slacks].sort((a, b) => a - b));
    expect(new Set(slacks).size).toBe(4);
  });

  it('prove the same in cents as in euros', () => {
    const plain = slackAfter({ allowedShortfall: 0.2 });
    expect(slackAfter({ allowedShortfall: 0.2, scale: 100 })).toBeCloseTo(100 * plain, 6);
  });
});

describe('the absolute promise', () => {
  it('lets baseline rounds add the allowance, whatever they earn', () => {
    const absolute = absolutePromise({ allowedLossPerRound: 0.5, reserve: 1 });
    const book = knownBaselineBook({ ...common, terms: absolute, rewardFloor: -4 });
    const losing = { ...offer, baselineReward: { min: -3, max: -2 } };
    book.confirm(issue(book, losing, 'baseline'));
    expect(book.slack()).toBeCloseTo(1.5, 12);
    expect(book.quote(losing).margin).toBeCloseTo(1.5 - 4 + 2 + 0.5, 9);
  });

  it('refuses losses that are no losses', () => {
    expect(() => absolutePromise({ allowedLossPerRound: -1 })).toThrow('allowedLossPerRound');
    expect(() => relativePromise({ allowedShortfall: 0.5, reserve: Number.NaN })).toThrow(
      'reserve',
    );
    expect(() => relativePromise({ allowedShortfall: 0.5, window: 1.5 })).toThrow('window');
  });
});

describe('what may be saved up', () => {
  it('is limited for good: what was beyond the limit does not come back', () => {
    const book = knownBaselineBook({ ...common, budgetMax: 3 });
    for (let round = 0; round < 40; round++) book.confirm(issue(book, offer, 'baseline'));
    expect(book.slack()).toBe(3);
    // A proposal may cost 1 − 0.75 · 5 = −2.75: the limit allows one, and not two.
    expect(book.quote(offer).mayPlay).toBe(true);
    book.confirm(issue(book, offer, 'proposal'));
    expect(book.slack()).toBeLessThan(0.3);
    expect(book.quote(offer).mayPlay).toBe(false);
  });
});

describe('the floor of one action', () => {
  const vouched = { ...offer, baselineReward: { min: 4, max: 4 }, proposalFloor: 2.5 };

  it('is the least that this action costs, and says nothing of rounds without it', () => {
    const declared = knownBaselineBook(common);
    expect(declared.quote(vouched).increment).toBeCloseTo(2.5 - 0.75 * 4, 9);
    for (const subject of ['policy', 'played'] as const) {
      const book = coinBookOf(subject);
      const forced = { ...vouched, baselineReward: null };
      book.confirm(issue(book, forced, 'baseline'));
      expect(book.slack()).toBeLessThanOrEqual(2 + 0.25 * common.rewardFloor);
    }
  });

  it('never lowers what is known anyway', () => {
    const book = knownBaselineBook(common);
    const { increment } = book.quote({ ...vouched, proposalFloor: 0.5 });
    expect(increment).toBeCloseTo(1 - 0.75 * 4, 9);
  });
});

describe('a baseline declared as an interval', () => {
  it('is credited with what it really earns, once that is proved', () => {
    const book = knownBaselineBook(common);
    const wide = { ...offer, baselineReward: { min: 1, max: 5 } };
    for (let round = 0; round < 200; round++) book.settle(issue(book, wide, 'baseline'), 4.5);
    const certain = 2 + 200 * 0.25 * 1;
    const truth = 2 + 200 * 0.25 * 4.5;
    expect(book.slack()).toBeGreaterThan(certain + 0.8 * (truth - certain));
    expect(book.slack()).toBeLessThanOrEqual(truth);
  });
});

describe('noise around a baseline near the highest reward', () => {
  it('is counted beyond the range, so that the baseline is not measured too low', () => {
    // Means: the proposal 0.2 · 9, the baseline 9, the highest there is. Held out, the baseline shows
    // 9 ± 2 evenly; if the upper half were cut off at 9 it would seem to earn 8.
    const book = coinBook({
      ...common,
      terms: relativePromise({ allowedShortfall: 0.25 }),
      subject: 'policy',
      rewardCeiling: 9,
      rewardNoiseScale: 2,
    });
    const q = 0.5;
    const given: Offer = { proposalPrediction: 6.2, baselinePrediction: 9, baselineReward: null };
    const truePerPair = 2 * (q * 6.2 + (1 - q) * 9 - 0.75 * 9);
    for (let pair = 0; pair < 3000; pair++) {
      const quote = { ...book.quote(given), playProbability: q };
      book.settle(book.issue(given, 'proposal', quote), 6.2);
      book.settle(book.issue(given, 'held-out', quote), 9 + (pair % 2 ? 2 : -2));
    }
    expect(book.slack()).toBeGreaterThan(0.9 * 3000 * truePerPair);
    expect(book.slack()).toBeLessThanOrEqual(3000 * truePerPair);
  });
});

describe('a resolved decision', () => {
  it('cannot be confirmed after all', () => {
    for (const end of ['cancel', 'fallBack'] as const) {
      const book = knownBaselineBook(common);
      const entry = issue(book, offer, 'baseline');
      book[end](entry, { reason: 'unrelated' });
      const slack = book.slack();
      book.confirm(entry);
      expect(book.slack()).toBe(slack);
    }
  });
});

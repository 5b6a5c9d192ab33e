/**
 * The book about observed rewards, where it differs from its kin. What a call declares of an unknown baseline's reward is a mean: it may be counted on in a promise
 * about means, and never in one about what is really earned.
 */
import { describe, expect, it } from 'vitest';
import { observedCertificate } from '../bets/testing/coin-certificate.ts';
import { relativePromise } from '../promise-terms.ts';
import { type CoinSubject, coinBook } from './coin-book.ts';

function incrementOf(subject: CoinSubject, baselineReward: { min: number; max: number } | null) {
  const book = coinBook({
    terms: relativePromise({ allowedShortfall: 0.1 }),
    subject,
    rewardFloor: 0,
    rewardCeiling: 1,
    rewardNoiseScale: 0,
    failureProbability: 0.1,
  });
  const predictions = { proposalPrediction: 0.5, baselinePrediction: 0.5 };
  return book.quote({ ...predictions, baselineReward }).increment;
}

describe('a reward declared with the call', () => {
  it.each(['policy', 'played'] as const)('makes a round cheaper in the %s promise', (subject) => {
    const declared = incrementOf(subject, { min: 0.4, max: 0.6 });
    expect(declared).toBeGreaterThan(incrementOf(subject, null));
  });

  it('changes nothing in the promise about observed rewards', () => {
    const declared = incrementOf('observed', { min: 0.4, max: 0.6 });
    expect(declared).toBe(incrementOf('observed', null));
    expect(declared).toBeCloseTo(-0.9, 9);
  });
});

describe('the book about observed rewards', () => {
  it('proves what its certificate proves: (1 − α) of what the bettors do', () => {
    const allowedShortfall = 0.3;
    const declared = { floor: 0.5, ceiling: 1, failureProbability: 0.1, allowedShortfall };
    const certificate = observedCertificate(declared);
    const book = coinBook({
      terms: relativePromise({ allowedShortfall }),
      subject: 'observed',
      rewardFloor: declared.floor,
      rewardCeiling: declared.ceiling,
      rewardNoiseScale: 0,
      failureProbability: declared.failureProbability,
    });
    const predictions = { proposalPrediction: 0.5, baselinePrediction: 0.55 };
    let best = 0;
    for (let round = 0; round < 200; round++) {
      const offer = { ...predictions, baselineReward: null };
      const quote = { ...book.quote(offer), playProbability: 0.5 };
      const isProposal = round % 2 === 0;
      const entry = book.issue(offer, isProposal ? 'proposal' : 'held-out', quote);
      const reward = isProposal ? 0.5 : 0.55;
      book.settle(entry, reward);
      const coin = isProposal ? ('proposal' as const) : ('baseline' as const);
      certificate.settleRound(
        certificate.openRound({ ...predictions, coin, playProbability: 0.5 }),
        reward,
      );
      const certain = isProposal ? reward - 0.7 : allowedShortfall * reward;
      best = Math.max(best + certain, certificate.lowerBound());
    }
    // The truth: half of the rounds are worth 0.5 − 0.7 · 0.55, the others 0.3 · 0.55.
    expect(certificate.lowerBound()).toBeLessThan(100 * (0.115 + 0.165));
    expect(certificate.lowerBound()).toBeGreaterThan(10);
    expect(book.slack()).toBeLessThanOrEqual(best + 1e-9);
    expect(book.slack()).toBeGreaterThan(certificate.lowerBound() - 1e-9);
  });
});

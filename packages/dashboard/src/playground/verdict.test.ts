/**
 * The verdict says what the numbers say.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION, type StrategyName } from './configuration.ts';
import { type StrategySummary, summarise } from './summary.ts';
import { verdictOf } from './verdict.ts';

function summary(name: StrategyName, changes: Partial<StrategySummary> = {}): StrategySummary {
  return {
    name,
    trials: 20,
    brokenCount: 0,
    wrongClaimCount: 0,
    deepest: 0,
    regret: 100,
    margin: 50,
    baselineShare: 0.25,
    ...changes,
  };
}

const headline = (summaries: StrategySummary[]) =>
  verdictOf(DEFAULT_CONFIGURATION, summaries).headline;

describe('the headline', () => {
  it('sets the one that broke the promise against the one that kept it', () => {
    const broken = summary('conservativeContextUcb', { brokenCount: 7, deepest: 12 });
    expect(headline([broken, summary('hedge')])).toBe(
      'The paper’s rule fell below the promised floor in 7 of 20 runs; hedge in none.',
    );
  });

  it('counts each of several that fell', () => {
    const one = summary('conservativeContextUcb', { brokenCount: 7 });
    const other = summary('contextUcb', { brokenCount: 20 });
    expect(headline([one, summary('hedge'), other])).toBe(
      'The paper’s rule fell below the promised floor in 7 of 20 runs; learning without a promise in 20; hedge in none.',
    );
  });

  it('says so if nobody fell', () => {
    expect(headline([summary('conservativeContextUcb'), summary('hedge')])).toBe(
      'Every strategy stayed above the promised floor in all 20 runs.',
    );
    expect(headline([summary('hedge', { trials: 1 })])).toBe(
      'hedge stayed above the promised floor in its only run.',
    );
  });
});

describe('the sentences below it', () => {
  it('tell how deep it went, who gave away less, and how little clean runs prove', () => {
    const broken = summary('conservativeContextUcb', {
      brokenCount: 7,
      wrongClaimCount: 9,
      deepest: 12,
      regret: 300,
    });
    const { sentences, isPromiseBroken } = verdictOf(DEFAULT_CONFIGURATION, [
      broken,
      summary('hedge', { regret: 49 }),
    ]);
    expect(isPromiseBroken).toBe(true);
    expect(sentences).toEqual([
      'At its worst, the paper’s rule was 12 reward units below the floor.',
      'Audit: the books of the paper’s rule claimed more than was true in 9 of 20 runs; at most 0.2 would be allowed.',
      'Audit: the books of hedge never claimed more than was true.',
      'Compared with always knowing the best action, hedge gave away 49 reward units in a run, the paper’s rule 300.',
      '20 clean runs show only that failures are rarer than 14%. That hedge fails in at most 1 in 100 runs is proved, not measured here.',
    ]);
  });

  it('do not call it a broken promise if none was made', () => {
    const free = summary('contextUcb', { brokenCount: 3, deepest: 1 });
    expect(verdictOf(DEFAULT_CONFIGURATION, [free]).isPromiseBroken).toBe(false);
  });
});

describe('the summary', () => {
  it('takes means, counts what was broken, and finds the deepest', () => {
    const trial = {
      regret: 10,
      margin: 4,
      marginMin: 0,
      baselineRounds: 5,
      firstBrokenRound: null,
      hasWrongClaim: false,
    };
    const worse = {
      regret: 30,
      margin: -2,
      marginMin: -8,
      baselineRounds: 15,
      firstBrokenRound: 3,
      hasWrongClaim: true,
    };
    const [found] = summarise(
      { ...DEFAULT_CONFIGURATION, strategies: ['hedge'] },
      { round: 40, state: [[trial, worse]] },
    );
    expect(found).toEqual({
      name: 'hedge',
      trials: 2,
      brokenCount: 1,
      wrongClaimCount: 1,
      deepest: 8,
      regret: 20,
      margin: 1,
      baselineShare: 0.25,
    });
  });
});

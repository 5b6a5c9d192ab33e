import type { BaselineChoice, Decision, Learner } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import type { World } from '../environments/world.ts';
import { playRounds, type RoundsOptions } from './play-rounds.ts';
import { promiseOf, sightOf } from './sight.ts';

/**
 * Two actions; in round t the forecast says features (t, 10 t), and (t + 0.5, 10 t + 0.5) come. The
 * baseline is expected to earn t and earns 3 t; what is observed is 100 t plus the action.
 */
function countingWorld(): World {
  let round = 0;
  return {
    dimension: 1,
    actionCount: 2,
    expectedRewards: new Float64Array(2),
    baselineAction: 0,
    get baselineExpectedReward() {
      return round;
    },
    nextRound(into) {
      round += 1;
      into.set([round, 10 * round]);
    },
    reward: (action) => 100 * round + action,
    realisedReward: () => 3 * round,
    features: (action, into) => into.fill((action === 0 ? round : 10 * round) + 0.5),
  };
}

/** Always plays the second action, and writes down all that it gets to know. */
function witness(events: unknown[]): Learner {
  let sequence = 0;
  const expectedFeatures = new Float64Array(2);
  return {
    expectedFeatures,
    confidenceSet: null,
    decide({ action, expectedReward }: BaselineChoice) {
      sequence += 1;
      events.push(['sees', ...expectedFeatures, action, expectedReward]);
      const ticket = { sequence, playedAction: 1, features: new Float64Array(1) };
      return { ticket, playedAction: 1 } as unknown as Decision;
    },
    settle: (ticket, reward, features) =>
      void events.push(['hears', ticket.sequence, reward, ...(features ?? [])]),
    provedSlack: () => null,
    estimateWeights: () => {},
  };
}

function played(options: Partial<RoundsOptions>): unknown[] {
  const events: unknown[] = [];
  const learner = witness(events);
  const listener = {
    decided: () => void events.push('decided'),
    finished: (round: number) => void events.push(['finished', round]),
  };
  playRounds({ world: countingWorld(), learner, roundCount: 2, listeners: [listener], ...options });
  return events;
}

const seen = (events: unknown[]) => events.filter((event) => (event as unknown[])[0] === 'sees');
const heard = (events: unknown[]) => events.filter((event) => (event as unknown[])[0] === 'hears');

describe('a round', () => {
  it('is seen, decided, measured, told and finished in this order', () => {
    expect(played({})).toEqual([
      ['sees', 1, 10, 0, 1],
      'decided',
      ['hears', 1, 101],
      ['finished', 1],
      ['sees', 2, 20, 0, 2],
      'decided',
      ['hears', 2, 201],
      ['finished', 2],
    ]);
  });

  it('tells of the baseline what the environment tells, or nothing if it is unknown', () => {
    const teller = { baselineReward: () => 7 };
    expect(seen(played({ teller }))[0]).toEqual(['sees', 1, 10, 0, 7]);
    const sight = sightOf({ kind: 'hedge', baselineReward: 'unknown' });
    expect(seen(played({ teller, sight }))).toEqual([
      ['sees', 1, 10, 0, null],
      ['sees', 2, 20, 0, null],
    ]);
  });

  it.each(['linearUcb', 'conservativeLinearUcb'] as const)('shows %s the context', (kind) => {
    const sight = sightOf({ kind });
    expect(seen(played({ sight }))[1]).toEqual(['sees', 2.5, 20.5, 0, 6]);
    const teller = { baselineReward: () => 7, seenBaseline: () => 1 };
    expect(seen(played({ sight, teller }))[1]).toEqual(['sees', 2.5, 20.5, 1, 6]);
  });

  it('reveals the context with the reward to those who regress on it', () => {
    const sight = sightOf({ kind: 'contextUcb', feedback: 'revealed' });
    const events = played({ sight });
    expect(seen(events)[0]).toEqual(['sees', 1, 10, 0, 1]);
    expect(heard(events)).toEqual([
      ['hears', 1, 101, 10.5],
      ['hears', 2, 201, 20.5],
    ]);
  });

  it('sends rewards late, with the ticket of their decision', () => {
    const delivery = (reward: number) => (reward === 101 ? 1 : null);
    expect(played({ delivery }).slice(-3)).toEqual(['decided', ['hears', 1, 101], ['finished', 2]]);
  });
});

describe('the promise of a strategy', () => {
  it('is about what is realised for those who see contexts, and else what it says', () => {
    expect(promiseOf({ kind: 'conservativeLinearUcb' })).toBe('realised');
    expect(promiseOf({ kind: 'conservativeContextUcb' })).toBe('expected');
    expect(promiseOf({ kind: 'hedge', promise: 'played' })).toBe('played');
  });
});

import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createEngine } from '../../model/kernel/create-engine.ts';
import { growPolicy } from './grow-policy.ts';
import { createPolicy, type DecideOptions, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { policyGrowth } from './policy-growth.ts';
import { type Receipt, rederive } from './receipt.ts';
import { toldPropensities } from './receipt-teller.ts';

const NUMBER: PolicyDefinition = {
  actions: ['early', 'late', 'long', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.2,
  seed: 11,
};
const UNKNOWN: PolicyDefinition = { ...NUMBER, baseline: { action: 'local' } };
const FLOORS = { ...NUMBER, reward: { ...NUMBER.reward, floors: { early: 7, late: 2 } } };
const EXPLORATION = { exploration: { share: 0.4 } };

const DEFINITIONS: readonly (readonly [string, PolicyDefinition])[] = [
  ['a number', { ...NUMBER, ...EXPLORATION }],
  ['a number, with floors', { ...FLOORS, ...EXPLORATION }],
  [
    'an interval',
    { ...NUMBER, baseline: { action: 'local', reward: { min: 6, max: 9 } }, ...EXPLORATION },
  ],
  ['observed', { ...NUMBER, promise: 'observed', ...EXPLORATION }],
  ['unknown, averaged over the coin', { ...UNKNOWN, ...EXPLORATION }],
  [
    'unknown, as played',
    { ...UNKNOWN, baseline: { action: 'local', coin: 'played' }, ...EXPLORATION },
  ],
  ['in periods', { ...NUMBER, period: 40, ...EXPLORATION }],
  ['among some', { ...NUMBER, exploration: { share: 0.4, among: ['late', 'long'] } }],
  ['drawn by Thompson', { ...NUMBER, proposer: { kind: 'thompson' }, ...EXPLORATION }],
];

/** Plays rounds with rewards at once: what the baseline pays, and what anything else does. */
function play(
  policy: Policy,
  roundCount: number,
  pays: { local: number; other: number },
): Receipt[] {
  const random = seededRandom(5);
  return Array.from({ length: roundCount }, () => {
    const receipt = policy.decide({ rain: 400 * random() });
    policy.observe(receipt.id, receipt.action === 'local' ? pays.local : pays.other);
    return receipt;
  });
}

/** The measure of the numbers for which each action is played, by a fine grid of them. */
function measured(snapshot: string, options: DecideOptions = {}): Map<string, number> {
  const shares = new Map<string, number>();
  for (let i = 0; i < GRID; i++) {
    const branch = engine.branch();
    const policy = restorePolicy(snapshot, { engine: branch, coin: () => (i + 0.5) / GRID });
    const { action } = policy.decide({ rain: 120 }, options);
    shares.set(action, (shares.get(action) ?? 0) + 1 / GRID);
    branch.dispose();
  }
  return shares;
}

const GRID = 150;
const engine = createEngine();

describe.each(DEFINITIONS)('exploration, where the baseline is %s', (_, definition) => {
  it('never overdraws the books, though all that is drawn pays as little as it can', () => {
    const policy = createPolicy(definition);
    const random = seededRandom(8);
    let lotCount = 0;
    for (let round = 0; round < 250; round++) {
      const receipt = policy.decide({ rain: 400 * random() });
      if (receipt.proposedBy === 'exploration' && receipt.chosenBy === 'learner') lotCount += 1;
      expect(receipt.margin.after).toBeGreaterThanOrEqual(0);
      expect(rederive(receipt)).toEqual({ action: receipt.action, chosenBy: receipt.chosenBy });
      const floor = definition.reward.floors?.[receipt.action] ?? definition.reward.min;
      policy.observe(receipt.id, receipt.action === 'local' ? 8 : floor);
      expect(policy.margin()).toBeGreaterThanOrEqual(0);
    }
    expect(lotCount).toBeGreaterThan(0);
  });

  it('tells the probability of every action: the measure of the coins that lead to it', () => {
    // When next to nothing is saved up, and when there is much.
    for (const roundCount of [3, 60]) {
      const policy = createPolicy(definition);
      play(policy, roundCount, { local: 8, other: 9 });
      const snapshot = policy.snapshot();
      const { propensities } = policy.preview({ rain: 120 });
      const shares = measured(snapshot);
      expect([...shares.keys()].sort()).toEqual(propensities.map(({ action }) => action).sort());
      // Every action has at most two stretches of coins for each lot: five of them, at most eight half steps off.
      for (const { action, probability } of propensities) {
        expect(Math.abs(shares.get(action)! - probability)).toBeLessThan(8 / GRID);
      }
      const total = propensities.reduce((sum, { probability }) => sum + probability, 0);
      expect(total).toBeCloseTo(1, 12);
    }
  });

  it('is previewed without a flip, and with the same probabilities', () => {
    const policy = createPolicy(definition);
    play(policy, 60, { local: 8, other: 9 });
    const before = policy.snapshot();
    const preview = policy.preview({ rain: 33 });
    expect(policy.snapshot()).toBe(before);
    expect(preview.exploration).toEqual({ number: null, share: 0.4 });
    const decided = policy.decide({ rain: 33 });
    expect(decided.propensities).toEqual(preview.propensities);
    expect(decided.exploration!.number).not.toBe(null);
    const own = decided.propensities.find(({ action }) => action === decided.action);
    expect(decided.propensity).toBe(own!.probability);
  });
});

describe('how often actions are played', () => {
  it.each([
    ['known', { ...NUMBER, ...EXPLORATION }],
    ['unknown', { ...UNKNOWN, ...EXPLORATION }],
  ] as const)('is what the receipts said, where the baseline is %s', (_, definition) => {
    // Of each action Σ (played − probability) is a martingale with steps of at most 1. By Azuma and
    // Hoeffding it leaves √(2 n ln(2 / error)) with probability at most `error`; eight are looked at.
    const [roundCount, error] = [3000, 1e-9];
    const receipts = play(createPolicy(definition), roundCount, { local: 8, other: 8.5 });
    for (const name of NUMBER.actions as string[]) {
      let sum = 0;
      for (const { action, propensities } of receipts) {
        const told = propensities.find((one) => one.action === name)?.probability ?? 0;
        sum += Number(action === name) - told;
      }
      expect(Math.abs(sum)).toBeLessThan(Math.sqrt(2 * roundCount * Math.log(2 / error)));
    }
    // And by weights: the mean of 1 / probability over rounds in which it could be played.
    const late = receipts.filter(({ propensities }) =>
      propensities.some(({ action }) => action === 'late'),
    );
    const weights = late.map(({ action, propensity }) => (action === 'late' ? 1 / propensity : 0));
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / late.length;
    expect(late.length).toBeGreaterThan(1000);
    expect(mean).toBeGreaterThan(0.8);
    expect(mean).toBeLessThan(1.2);
  });
});

describe('a decision without exploration', () => {
  it('is certain, unless a coin decides; and the other numbers of the receipt tell as much', () => {
    const names = NUMBER.actions as string[];
    const known = play(createPolicy(NUMBER), 60, { local: 8, other: 9 });
    const unknown = play(createPolicy(UNKNOWN), 200, { local: 8, other: 9 });
    for (const receipt of [...known, ...unknown]) {
      const { propensity, propensities, coin, action, exploration } = receipt;
      expect({ propensity, propensities }).toEqual(toldPropensities(receipt, names));
      expect(exploration).toBeUndefined();
      if (coin === null)
        expect([propensity, propensities]).toEqual([1, [{ action, probability: 1 }]]);
      else expect([coin.playProbability, 1 - coin.playProbability]).toContain(propensity);
    }
    expect(unknown.filter(({ propensity }) => propensity < 1).length).toBeGreaterThan(20);
    expect(new Set(unknown.map(({ reason }) => reason))).toContain('held-out');
  });

  it('is certain where the baseline is played whatever comes: safe mode and shadow', () => {
    const policy = createPolicy({ ...UNKNOWN, ...EXPLORATION });
    play(policy, 100, { local: 8, other: 9 });
    const local = { propensity: 1, propensities: [{ action: 'local', probability: 1 }] };
    expect(policy.decide({ rain: 1 }, { shadow: true })).toMatchObject(local);
    policy.safeMode = true;
    const safe = policy.decide({ rain: 1 });
    expect(safe).toMatchObject(local);
    expect(safe.exploration).toBeUndefined();
  });
});

describe('a lot', () => {
  it('takes the place of what a caller proposes, and the receipt says so', () => {
    const coins = [0.9, 0.01];
    const policy = createPolicy(
      { ...NUMBER, reserve: 100, ...EXPLORATION },
      { coin: (sequence) => coins[sequence - 1]! },
    );
    const [wished, drawn] = [0, 1].map(() => policy.decide({ rain: 9 }, { proposal: 'late' }));
    expect(wished).toMatchObject({ action: 'late', proposedBy: 'caller', propensity: 0.7 });
    expect(drawn).toMatchObject({ action: 'early', proposedBy: 'exploration' });
    expect(drawn!.propensity).toBeCloseTo(0.1, 12);
    expect(drawn!.explanation).toContain('early was drawn by lot');
  });

  it('is drawn among what is allowed in the call, and not at all if nothing of it is', () => {
    const policy = createPolicy({
      ...NUMBER,
      reserve: 1000,
      exploration: { share: 0.5, among: ['late', 'long'] },
    });
    const some = policy.decide({ rain: 9 }, { allowed: ['early', 'late'], proposal: 'early' });
    expect(some.propensities).toEqual([
      { action: 'early', probability: 0.5 },
      { action: 'late', probability: 0.5 },
    ]);
    const none = policy.decide({ rain: 9 }, { allowed: ['early'], proposal: 'early' });
    expect(none.exploration).toBeUndefined();
    expect(none.propensity).toBe(1);
  });

  it('goes on from a snapshot, bit for bit', () => {
    const policy = createPolicy({ ...NUMBER, ...EXPLORATION });
    play(policy, 40, { local: 8, other: 9 });
    const again = restorePolicy(policy.snapshot());
    const pays = { local: 8, other: 9 };
    expect(play(again, 40, pays)).toEqual(play(policy, 40, pays));
  });

  it('may begin, change and end while a policy goes on: no promise rests on it', () => {
    const { seed: _seed, ...unseeded } = NUMBER;
    const exploring = { ...unseeded, ...EXPLORATION };
    expect(policyGrowth(unseeded, exploring)).toMatchObject({ actions: [] });
    const policy = createPolicy(unseeded);
    play(policy, 60, { local: 8, other: 9 });
    const margin = policy.margin();
    const grown = growPolicy(policy, exploring);
    expect(grown.margin()).toBe(margin);
    expect(play(grown, 30, { local: 8, other: 9 }).some((one) => one.propensity < 1)).toBe(true);
    const ended = growPolicy(grown, unseeded);
    expect(play(ended, 5, { local: 8, other: 9 }).every((one) => one.propensity === 1)).toBe(true);
  });

  it.each([
    ['no share', { share: 0 }, 'exploration.share'],
    ['all of them', { share: 1 }, 'exploration.share'],
    ['nobody', { share: 0.1, among: [] }, 'exploration.among'],
    ['somebody twice', { share: 0.1, among: ['late', 'late'] }, 'exploration.among'],
    [
      'a stranger',
      { share: 0.1, among: ['later'] },
      'exploration.among must be some of the actions',
    ],
    ['a misspelt field', { share: 0.1, amongst: ['late'] }, 'exploration must hold only'],
  ])('is refused: %s', (_, exploration, rule) => {
    const definition = { ...NUMBER, exploration } as PolicyDefinition;
    expect(() => createPolicy(definition)).toThrow(rule);
  });

  it('is refused where decisions can be divided: both parts are measured anyhow', () => {
    const { baseline: _known, ...rest } = NUMBER;
    const divided = { ...rest, baseline: { action: 'local' }, split: {}, ...EXPLORATION };
    expect(() => createPolicy(divided)).toThrow(
      'exploration must be left out unless there is no `split`',
    );
  });
});

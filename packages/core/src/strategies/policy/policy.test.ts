import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { categories } from '../../context/categories.ts';
import { exact } from '../../context/exact.ts';
import { multivariateNormal } from '../../context/multivariate-normal.ts';
import { normal } from '../../context/normal.ts';
import { quantiles } from '../../context/quantiles.ts';
import { logInterval } from '../../safety/bets/log-interval.ts';
import { describePolicy } from './describe-policy.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { type Receipt, rederive } from './receipt.ts';

const FARM: PolicyDefinition = {
  actions: ['P1197', 'DKC62', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: { temperature: { min: 5, max: 35 }, rain: { min: 0, max: 400 } },
  reward: { min: 2, max: 20, unit: 't/ha' },
  allowedShortfall: 0.2,
  failureProbability: 0.05,
  seed: 7,
};
const UNKNOWN: PolicyDefinition = { ...FARM, baseline: { action: 'local' } };
const FORECAST = { temperature: normal(21, 3), rain: quantiles({ p10: 20, p50: 90, p90: 210 }) };
const YIELDS: Record<string, number> = { P1197: 12, DKC62: 7, local: 8 };

/** Decides and observes for some rounds; rewards depend on the action and a seeded number. */
function season(policy: Policy, roundCount: number, seed = 5): Receipt[] {
  const random = seededRandom(seed);
  return Array.from({ length: roundCount }, () => {
    const context = { temperature: normal(15 + 10 * random(), 2), rain: 100 + 50 * random() };
    const receipt = policy.decide(context);
    policy.observe(receipt.id, YIELDS[receipt.action]! + 2 * random() - 1);
    return receipt;
  });
}

/** A few rounds of a policy that is told the baseline's reward with every call. */
function toldSeason(policy: Policy): void {
  for (let round = 0; round < 5; round++) {
    const { id } = policy.decide(FORECAST, { baseline: { reward: 8 } });
    policy.observe(id, 9);
  }
}

describe('a policy', () => {
  it('decides from forecasts by name, and the receipt explains itself', () => {
    const receipt = createPolicy(FARM).decide(FORECAST);
    expect(receipt).toMatchObject({
      id: 'd1',
      sequence: 1,
      action: 'local',
      chosenBy: 'baseline',
      reason: 'not-certified',
      baseline: { action: 'local', reward: { min: 8, max: 8 } },
      promise: { certificate: 'betting', failureProbability: 0.05 },
      coin: null,
    });
    expect(receipt.explanation).toBe(
      'P1197 looks most promising, but if it paid as little as it can, the safety budget would be 4.4 t/ha short; so local is played.',
    );
    expect(receipt.change.slice(0, 2)).toEqual([
      'P1197 would be played if the safety budget were 4.4 t/ha larger.',
      '3 more rounds with local would earn that for sure.',
    ]);
    expect(receipt.promise.text).toBe(
      'At every moment the expected total is at least 80 % of what the baseline would earn, with probability 0.95.',
    );
    expect(receipt.bounds.map(({ action }) => action)).toEqual(FARM.actions);
    for (const { low, predicted, high } of receipt.bounds) {
      expect(low).toBeLessThanOrEqual(predicted);
      expect(predicted).toBeLessThanOrEqual(high);
    }
  });

  it('keeps its word about how many rounds it takes until the first proposal', () => {
    const policy = createPolicy(FARM);
    const receipts = season(policy, 4);
    // 4.4 are missing and every baseline round adds 1.6: after three rounds the gate opens.
    expect(receipts.map(({ chosenBy }) => chosenBy)).toEqual([
      'baseline',
      'baseline',
      'baseline',
      'learner',
    ]);
    expect(receipts[3]!.explanation).toMatch(
      /^\w+ looks most promising \(.* t\/ha expected\), and even if/,
    );
  });

  it('learns: most rounds go to the best action, and the baseline earns the budget first', () => {
    for (const definition of [FARM, UNKNOWN]) {
      const receipts = season(createPolicy(definition), 300);
      const best = receipts.slice(150).filter(({ action }) => action === 'P1197');
      expect(best.length).toBeGreaterThan(120);
    }
  });

  it('re-derives every decision from its receipt alone, whatever the book', () => {
    const definitions = [
      FARM,
      UNKNOWN,
      { ...UNKNOWN, baseline: { action: 'local', coin: 'played' as const } },
      { ...FARM, promise: 'observed' as const },
      { ...UNKNOWN, promise: 'observed' as const },
    ];
    for (const definition of definitions) {
      const receipts = season(createPolicy(definition), 200);
      for (const receipt of receipts) {
        const { action, chosenBy } = rederive(JSON.parse(JSON.stringify(receipt)));
        expect({ action, chosenBy }).toEqual({
          action: receipt.action,
          chosenBy: receipt.chosenBy,
        });
      }
      expect(new Set(receipts.map(({ chosenBy }) => chosenBy)).size).toBe(2);
    }
  });

  it('re-derives divided decisions too, of shares that are free but for rounding', () => {
    const policy = createPolicy({
      actions: ['local', 'new'],
      baseline: { action: 'local' },
      context: {},
      reward: { min: 0, max: 1 },
      allowedShortfall: 0.1,
      split: {},
      seed: 5,
    });
    for (let round = 0; round < 20; round++) {
      const receipt = policy.decide({}, { proposal: 'new' });
      expect(receipt.parts![0]!.share).toBeCloseTo(0.1, 12);
      expect(rederive(receipt)).toEqual({ action: 'new', chosenBy: 'learner' });
    }
  });

  it('takes a definition as plain data: through JSON and back it does the same', () => {
    const copy = JSON.parse(JSON.stringify(UNKNOWN));
    expect(season(createPolicy(copy), 60)).toEqual(season(createPolicy(UNKNOWN), 60));
  });

  it('tries actions it has never tried, however steady the rewards of the others are', () => {
    for (const noise of [0, 1]) {
      const policy = createPolicy({
        actions: ['usual', 'good', 'great'],
        baseline: { action: 'usual', reward: 10 },
        context: {},
        reward: { min: 5, max: 20 },
        allowedShortfall: 0.2,
      });
      const means: Record<string, number> = { usual: 10, good: 12, great: 15 };
      const random = seededRandom(4);
      const actions = Array.from({ length: 300 }, () => {
        const { id, action } = policy.decide({});
        policy.observe(id, means[action]! + noise * (2 * random() - 1));
        return action;
      });
      expect(actions.slice(150).filter((action) => action === 'great').length).toBeGreaterThan(140);
    }
  });

  it('says it simply when the budget is short only by rounding', () => {
    const policy = createPolicy({
      actions: ['usual', 'other'],
      baseline: { action: 'usual', reward: 5 },
      context: {},
      reward: { min: 0, max: 10 },
      allowedShortfall: 0.2,
    });
    const receipts = Array.from({ length: 6 }, () => policy.decide({}));
    expect(receipts[4]!.explanation).toContain('the safety budget would be just short');
    expect(receipts[4]!.change[1]).toBe('One more round with usual would earn that for sure.');
    expect(receipts[5]!.chosenBy).toBe('learner');
  });

  it('promises observed totals for certain where the baseline is declared', () => {
    const { promise } = createPolicy({ ...FARM, promise: 'observed' }).decide(FORECAST);
    expect(promise.text).toBe(
      'At every moment the observed total is at least 80 % of what the baseline would earn, for certain.',
    );
  });

  it('learns nothing from a decision alone', () => {
    const policy = createPolicy(UNKNOWN);
    const [first] = [1, 2, 3, 4, 5].map(() => policy.decide(FORECAST));
    expect(policy.decide(FORECAST).bounds).toEqual(first!.bounds);
  });
});

describe('contexts of a policy', () => {
  it('may be numbers, descriptions, categories, or one joint distribution', () => {
    const policy = createPolicy({
      ...FARM,
      context: { temperature: { min: 5, max: 35 }, soil: { categories: ['sand', 'clay'] } },
    });
    const byName = policy.decide({
      temperature: { kind: 'normal', mean: 20, sd: 3 },
      soil: 'clay',
    });
    const joint = policy.decide(multivariateNormal({ mean: [20, 0, 1], variances: [9, 0, 0] }));
    expect(byName.bounds.map(({ predicted }) => predicted)).toEqual(
      joint.bounds.map(({ predicted }) => predicted),
    );
    const named = createPolicy({
      ...FARM,
      context: { season: { categories: ['winter', 'spring'] } },
    });
    const spring = named.decide({ season: categories({ spring: 1, winter: 0 }) });
    expect(spring.context).toEqual(named.decide({ season: categories([0, 1]) }).context);
    expect(() => named.decide({ season: categories({ autumn: 1 }) })).toThrow(
      'season must be one of winter, spring, but it is "autumn"',
    );
    const uncertain = { kind: 'categories', probabilities: [0.3, 0.7] } as const;
    expect(policy.decide({ temperature: 20, soil: uncertain }).id).toBe('d3');
  });

  it('may be empty where nothing is known', () => {
    const policy = createPolicy({ ...FARM, context: {} });
    expect(policy.decide({}).action).toBe('local');
    expect(() => policy.decide({ rain: 3 })).toThrow('declared variables (none)');
  });

  it.each([
    [{ temperature: 21 }, 'the context must tell rain, but it is absent.'],
    [{ temperature: 21, rain: 9, wind: 2 }, 'about "wind"'],
    [
      { temperature: 70, rain: 9 },
      'the mean of temperature must lie in its declared range, 5 to 35, but it is 70. Check the unit',
    ],
    [{ temperature: Number.NaN, rain: 9 }, 'temperature must be a finite number'],
    [
      { temperature: 'hot', rain: 9 },
      'temperature must be a number or a distribution, but it is "hot"',
    ],
    [{ temperature: exact([1, 2]), rain: 9 }, 'temperature must have 1 coordinates'],
    [exact([1, 2, 3]), 'context must have 2 coordinates'],
    [exact([21, 500]), 'the mean of rain must lie in its declared range, 0 to 400, but it is 500'],
  ])('are refused with the reason: %o', (context, message) => {
    const policy = createPolicy(FARM);
    const before = policy.snapshot();
    expect(() => policy.decide(context as never)).toThrow(message);
    expect(policy.snapshot()).toBe(before);
  });

  it('are refused before anything is booked where their spread cannot be calculated with', () => {
    const policy = createPolicy({
      ...FARM,
      actions: ['P1197', 'local'],
      context: { temperature: { min: 5, max: 35 } },
      reserve: 100,
      features: {
        kind: 'kronecker',
        actionVectors: [
          [1, 0],
          [0, 1],
        ],
        lift: { kind: 'degree-two', contextDimension: 1 },
      },
    });
    policy.observe(policy.decide({ temperature: 21 }).id, 9);
    const before = policy.snapshot();
    expect(() => policy.decide({ temperature: normal(21, 1e100) })).toThrow(
      'the sum of the squares of all features, divided by ridgePenalty, must be at most 1e+150',
    );
    expect(() => policy.decide({ temperature: normal(21, 1e160) })).toThrow('HR_INPUT_NOT_FINITE');
    expect(policy.snapshot()).toBe(before);
    const { id } = policy.decide({ temperature: normal(21, 1e30) });
    expect(policy.observe(id, 9)).toBe('recorded');
  });

  it('that are revealed later teach more than the forecast did', () => {
    const learnt = (context?: { temperature: number; rain: number }) => {
      const policy = createPolicy(FARM);
      const receipt = policy.decide({ temperature: normal(20, 9), rain: 200 });
      policy.observe(receipt.id, 14, context === undefined ? {} : { context });
      const hot = policy.decide({ temperature: 35, rain: 200 }).bounds[2]!.predicted;
      return hot - policy.decide({ temperature: 5, rain: 200 }).bounds[2]!.predicted;
    };
    expect(learnt({ temperature: 35, rain: 200 })).toBeGreaterThan(0.5);
    expect(Math.abs(learnt())).toBeLessThan(0.2);
    const policy = createPolicy(FARM);
    const { id } = policy.decide(FORECAST);
    expect(() => policy.observe(id, 5, { context: FORECAST })).toThrow('must be known exactly');
  });
});

describe('options of one call', () => {
  it('allow only some actions, and always the baseline', () => {
    const policy = createPolicy(FARM);
    season(policy, 40);
    const receipt = policy.decide(FORECAST, { allowed: ['DKC62'] });
    expect(receipt.bounds.map(({ action }) => action)).toEqual(['DKC62', 'local']);
    expect(['DKC62', 'local']).toContain(receipt.action);
    expect(policy.decide(FORECAST).bounds).toHaveLength(3);
    expect(() => policy.decide(FORECAST, { allowed: ['P9'] })).toThrow(
      'allowed must be one of the actions (P1197, DKC62, local), but it is "P9"',
    );
  });

  it('name another baseline and what it earns', () => {
    const policy = createPolicy({ ...FARM, baseline: { action: 'local', reward: 'per-call' } });
    const receipt = policy.decide(FORECAST, {
      baseline: { action: 'DKC62', reward: { min: 6, max: 7 } },
    });
    expect(receipt).toMatchObject({
      action: 'DKC62',
      baseline: { action: 'DKC62', reward: { min: 6, max: 7 } },
    });
    expect(() => policy.decide(FORECAST)).toThrow('baseline.reward must be given with every call');
    expect(() => policy.decide(FORECAST, { baseline: { reward: { min: 7, max: 6 } } })).toThrow(
      'baseline.reward must lie in the range of rewards, 2 to 20, lower end first, but it is 7 to 6',
    );
  });

  it.each([FARM, UNKNOWN, { ...FARM, baseline: { action: 'local', reward: 'per-call' } }] as const)(
    'cannot claim that the baseline earns what nothing can earn',
    (definition) => {
      const policy = createPolicy(definition);
      const before = policy.snapshot();
      for (const reward of [20.1, 1e300, 1.9, { min: 8, max: 21 }, { min: 1, max: 8 }]) {
        expect(() => policy.decide(FORECAST, { baseline: { reward } })).toThrow(
          'baseline.reward must lie in the range of rewards, 2 to 20',
        );
      }
      expect(policy.snapshot()).toBe(before);
      expect(() => policy.decide(FORECAST, { baseline: { reward: 20 } })).not.toThrow();
    },
  );

  it('are told with amounts that are not rounded away', () => {
    const large = createPolicy({
      ...FARM,
      reward: { min: 0, max: 100_000 },
      baseline: { action: 'local', reward: 50_000 },
      reserve: 40_947.5,
    });
    const { promise, explanation } = large.decide(FORECAST, { proposal: 'DKC62' });
    expect(promise.text).toContain('less 40947.5');
    expect(explanation).toMatch(/\d{4,5}/);
  });

  it('cannot borrow what is declared of one baseline for another', () => {
    const policy = createPolicy(FARM);
    const before = policy.snapshot();
    expect(() => policy.decide(FORECAST, { baseline: { action: 'DKC62' } })).toThrow(
      'baseline.reward must be given when the baseline is another action (DKC62)',
    );
    expect(policy.snapshot()).toBe(before);
    const given = { baseline: { action: 'DKC62', reward: 9 } };
    expect(policy.decide(FORECAST, given).baseline.reward).toEqual({ min: 9, max: 9 });
    const unknown = createPolicy(UNKNOWN).decide(FORECAST, { baseline: { action: 'DKC62' } });
    expect(unknown.baseline).toEqual({ action: 'DKC62', reward: null });
  });

  it('say whose proposal it was, and praise only the own', () => {
    const policy = createPolicy({ ...FARM, reserve: 100 });
    const brought = policy.decide(FORECAST, { proposal: 'DKC62' });
    expect(brought).toMatchObject({ action: 'DKC62', proposedBy: 'caller' });
    expect(brought.explanation).toMatch(/^DKC62 was proposed \(/);
    const own = policy.decide(FORECAST);
    expect(own.proposedBy).toBe('learner');
    expect(own.explanation).toContain('looks most promising');
    policy.safeMode = true;
    expect(policy.decide(FORECAST, { proposal: 'DKC62' }).proposedBy).toBe('learner');
  });

  it('take a proposal of the caller, which the books treat like any other', () => {
    const policy = createPolicy(FARM);
    const propose = () => policy.decide(FORECAST, { proposal: 'DKC62' });
    const receipts = Array.from({ length: 5 }, propose);
    expect(receipts.map(({ proposal }) => proposal)).toEqual(new Array(5).fill('DKC62'));
    expect(receipts.map(({ action }) => action)).toEqual([
      'local',
      'local',
      'local',
      'DKC62',
      'local',
    ]);
    expect(() => policy.decide(FORECAST, { proposal: 'P1197', allowed: ['DKC62'] })).toThrow(
      'proposal must be one of the actions (DKC62, local), but it is "P1197"',
    );
  });

  it('change nothing when they are refused', () => {
    const policy = createPolicy({ ...FARM, baseline: { action: 'local', reward: 'per-call' } });
    toldSeason(policy);
    const before = policy.snapshot();
    for (const reward of [-1, Number.NaN, { min: 7, max: 6 }]) {
      expect(() => policy.decide(FORECAST, { baseline: { reward } })).toThrow('HR_INPUT');
    }
    expect(() => policy.decide(FORECAST)).toThrow('HR_INPUT_KIND');
    expect(() => policy.decide(FORECAST, { baseline: { action: 'none', reward: 8 } })).toThrow();
    expect(policy.snapshot()).toBe(before);
  });

  it('must be finite where the baseline is unknown, too', () => {
    const policy = createPolicy(UNKNOWN);
    const before = policy.snapshot();
    for (const reward of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => policy.decide(FORECAST, { baseline: { reward } })).toThrow(
        'baseline.reward must be a finite number',
      );
    }
    expect(policy.snapshot()).toBe(before);
  });

  it('debit the most and credit the least of an interval', () => {
    const policy = createPolicy(FARM);
    const { margin } = policy.decide(FORECAST, { baseline: { reward: { min: 6, max: 10 } } });
    expect(margin.ifProposed).toBeCloseTo(2 - 0.8 * 10, 9);
    expect(margin.before).toBe(0);
    expect(policy.margin()).toBeCloseTo(0.2 * 6, 9);
  });
});

describe('messages about earlier decisions', () => {
  it('are answered with what became of them, and repeated ones change nothing', () => {
    const policy = createPolicy(FARM);
    const { id } = policy.decide(FORECAST);
    expect(policy.correct(id, 9)).toBe('no-reward-yet');
    expect(policy.observe(id, 9.5)).toBe('recorded');
    const after = policy.snapshot();
    expect(policy.observe(id, 9.5)).toBe('repeated');
    expect(policy.observe(id, 9.6)).toBe('contradiction');
    expect(policy.correct(id, 9.5)).toBe('repeated');
    expect(policy.confirm(id)).toBe('repeated');
    expect(policy.fellBack(id, { reason: 'unrelated' })).toBe('already-played');
    for (const unknown of ['d2', 'd0', 'x', '__proto__', '']) {
      expect(policy.observe(unknown, 9)).toBe('unknown-decision');
      expect(policy.confirm(unknown)).toBe('unknown-decision');
      expect(policy.cancel(unknown, { reason: 'unrelated' })).toBe('unknown-decision');
      expect(policy.correct(unknown, 9)).toBe('unknown-decision');
    }
    expect(policy.snapshot()).toBe(after);
  });

  it('never take rewards that cannot be added up, however noisy they are declared to be', () => {
    const policy = createPolicy({ ...FARM, reward: { ...FARM.reward, noiseScale: 1 } });
    const { id } = policy.decide(FORECAST);
    const before = policy.snapshot();
    expect(() => policy.observe(id, 1e308)).toThrow('reward must be a finite number, at most');
    expect(policy.snapshot()).toBe(before);
    expect(policy.observe(id, 25)).toBe('recorded');
    expect(() => policy.correct(id, -1e308)).toThrow('HR_INPUT_RANGE');
  });

  it('never clip a reward: one outside the declared range is refused', () => {
    const policy = createPolicy(FARM);
    const { id } = policy.decide(FORECAST);
    const before = policy.snapshot();
    expect(() => policy.observe(id, 20.5)).toThrow(
      'reward must lie in its declared range, 2 to 20, but it is 20.5.',
    );
    expect(() => policy.observe(id, 1.99)).toThrow('HR_INPUT_RANGE');
    expect(() => policy.observe(id, Number.NaN)).toThrow('HR_INPUT_NOT_FINITE');
    expect(policy.snapshot()).toBe(before);
    const noisy = createPolicy({ ...FARM, reward: { ...FARM.reward, noiseScale: 0.5 } });
    expect(noisy.observe(noisy.decide(FORECAST).id, 20.5)).toBe('recorded');
  });

  it('give the same state in any order, bit for bit', () => {
    const roundCount = 40;
    const play = (order: readonly number[], definition: PolicyDefinition) => {
      const policy = createPolicy(definition);
      season(policy, 30);
      const ids = Array.from({ length: roundCount }, () => policy.decide(FORECAST).id);
      for (const i of order) policy.observe(ids[i]!, 8 + (i % 5));
      return [policy.decide(FORECAST), policy.snapshot()];
    };
    const forward = Array.from({ length: roundCount }, (_, i) => i);
    for (const definition of [FARM, UNKNOWN]) {
      const reference = play(forward, definition);
      fc.assert(
        fc.property(fc.shuffledSubarray(forward, { minLength: roundCount }), (order) => {
          const [receipt, snapshot] = play(order, definition);
          expect(receipt).toEqual(reference[0]);
          expect(stateOf(snapshot as string)).toEqual(stateOf(reference[1] as string));
        }),
        { numRuns: 20 },
      );
    }
  });

  it('that correct a reward lead to the state the right one would have led to', () => {
    const play = (definition: PolicyDefinition, first: number, corrected?: number) => {
      const policy = createPolicy(definition);
      season(policy, 60);
      const receipt = policy.decide(FORECAST);
      policy.observe(receipt.id, first);
      if (corrected !== undefined) expect(policy.correct(receipt.id, corrected)).toBe('recorded');
      const next = policy.decide(FORECAST);
      return [policy.margin(), ...next.bounds.flatMap(({ predicted, low }) => [predicted, low])];
    };
    for (const definition of [FARM, UNKNOWN, { ...FARM, promise: 'observed' as const }]) {
      const right = play(definition, 9);
      const mended = play(definition, 18, 9);
      const wrong = play(definition, 18);
      expect(Math.abs(mended[0]! - right[0]!)).toBeLessThanOrEqual(
        1e-6 + Math.abs(wrong[0]! - right[0]!),
      );
      for (const i of [1, 3, 5]) expect(mended[i]!).toBeCloseTo(right[i]!, 3);
    }
  });

  it('never raise the budget by lying downwards: a lower correction never adds to it', () => {
    const policy = createPolicy(FARM);
    const receipts = season(policy, 80);
    const before = policy.margin();
    const mine = receipts.filter(({ chosenBy }) => chosenBy === 'learner');
    for (const { id } of mine.slice(0, 20)) policy.correct(id, 2);
    expect(policy.margin()).toBeLessThan(before);
  });
});

describe('unconfirmed decisions', () => {
  const definition: PolicyDefinition = { ...FARM, execution: 'confirm' };
  const afterBaselineRounds = (roundCount: number) => {
    const policy = createPolicy(definition);
    policy.safeMode = true;
    for (let round = 0; round < roundCount; round++) policy.confirm(policy.decide(FORECAST).id);
    policy.safeMode = false;
    return policy;
  };

  it('of the baseline earn nothing until they are confirmed; a reward confirms', () => {
    const policy = createPolicy(definition);
    const ids = [1, 2, 3].map(() => policy.decide(FORECAST).id);
    expect(policy.margin()).toBe(0);
    expect(policy.confirm(ids[0]!)).toBe('recorded');
    expect(policy.margin()).toBeCloseTo(1.6, 9);
    expect(policy.observe(ids[1]!, 8)).toBe('recorded');
    expect(policy.margin()).toBeCloseTo(3.2, 9);
    expect(policy.cancel(ids[2]!, { reason: 'unrelated' })).toBe('recorded');
    expect(policy.margin()).toBeCloseTo(3.2, 9);
    expect(policy.observe(ids[2]!, 8)).toBe('not-played');
    expect(policy.cancel(ids[2]!, { reason: 'unrelated' })).toBe('repeated');
    expect(policy.confirm(ids[2]!)).toBe('not-played');
  });

  it('of the learner are debited at once, and given back only if they never took place', () => {
    const policy = afterBaselineRounds(6);
    const receipts = [1, 2].map(() => policy.decide(FORECAST));
    expect(receipts.map(({ chosenBy }) => chosenBy)).toEqual(['learner', 'learner']);
    expect(receipts[1]!.margin.before).toBeCloseTo(receipts[0]!.margin.before - 4.4, 9);
    const held = policy.margin();
    expect(policy.cancel(receipts[0]!.id, { reason: 'unrelated' })).toBe('recorded');
    expect(policy.margin()).toBeCloseTo(held + 4.4, 9);
    expect(policy.fellBack(receipts[1]!.id, { reason: 'unrelated' })).toBe('recorded');
    expect(policy.margin()).toBeCloseTo(held + 8.8 + 1.6, 9);
  });

  it('cannot be spent twice: decisions in flight share one budget', () => {
    const policy = afterBaselineRounds(6);
    const inFlight = Array.from({ length: 50 }, () => policy.decide(FORECAST));
    const proposals = inFlight.filter(({ chosenBy }) => chosenBy === 'learner');
    expect(proposals).toHaveLength(Math.floor((6 * 1.6) / 4.4));
    expect(policy.margin()).toBeGreaterThanOrEqual(0);
  });

  it('stay lost for ever where a coin was flipped', () => {
    const policy = createPolicy({ ...UNKNOWN, execution: 'confirm' });
    for (let round = 0; round < 40; round++) {
      const { id } = policy.decide(FORECAST);
      policy.observe(id, 8);
    }
    const receipt = policy.decide(FORECAST);
    expect(receipt.coin).not.toBeNull();
    const held = policy.margin();
    expect(policy.cancel(receipt.id, { reason: 'unrelated' })).toBe('recorded');
    expect(policy.margin()).toBe(held);
  });
});

describe('a snapshot', () => {
  const definitions: PolicyDefinition[] = [
    FARM,
    UNKNOWN,
    { ...UNKNOWN, promise: 'observed' },
    { ...FARM, promise: 'observed' },
    { ...FARM, proposer: { kind: 'thompson' } },
    { ...FARM, execution: 'confirm', proposer: { kind: 'greedy' } },
  ];

  it('in steps is of the moment it was asked for, whatever happens before it is written', () => {
    for (const definition of definitions) {
      const policy = createPolicy(definition);
      season(policy, 300);
      const open = Array.from({ length: 300 }, () => policy.decide(FORECAST).id);
      const now = policy.snapshot();
      const steps = policy.snapshotInSteps();
      let step = steps.next();
      for (const id of open) {
        if (step.done === true) break;
        policy.observe(id, 9);
        policy.correct(id, 8.5);
        policy.confirm(policy.decide(FORECAST).id);
        policy.fellBack(policy.decide(FORECAST).id, { reason: 'unrelated' });
        policy.correct('d17', 9);
        step = steps.next();
      }
      expect(step.value?.join('')).toBe(now);
      expect(policy.snapshot()).not.toBe(now);
    }
  });

  it('continues bit for bit, with decisions open, for every kind of book', () => {
    for (const definition of definitions) {
      const policy = createPolicy(definition);
      season(policy, 40);
      const open = policy.decide(FORECAST);
      const copy = restorePolicy(policy.snapshot());
      expect(copy.snapshot()).toBe(policy.snapshot());
      expect(copy.pendingCount).toBe(policy.pendingCount);
      expect(copy.observe(open.id, 9)).toBe(policy.observe(open.id, 9));
      expect(season(copy, 40, 9)).toEqual(season(policy, 40, 9));
      expect(copy.snapshot()).toBe(policy.snapshot());
    }
  });

  it('that is damaged anywhere is refused', () => {
    const policy = createPolicy(FARM);
    season(policy, 5);
    const snapshot = policy.snapshot();
    fc.assert(
      fc.property(fc.nat(snapshot.length - 1), (position) => {
        const other = snapshot[position] === '1' ? '2' : '1';
        const damaged = snapshot.slice(0, position) + other + snapshot.slice(position + 1);
        expect(() => restorePolicy(damaged)).toThrow('HR_FILE');
      }),
    );
    expect(() => restorePolicy(snapshot.slice(0, -1))).toThrow('its checksum does not fit');
    expect(() => restorePolicy('')).toThrow('a snapshot must be unchanged text');
    expect(() => restorePolicy(snapshot.replace('policy/2', 'policy/9'))).toThrow('policy/9');
  });
});

describe('other promises', () => {
  it('an absolute one takes rewards below zero, a relative one refuses them with the remedy', () => {
    const trading: PolicyDefinition = {
      ...FARM,
      baseline: { action: 'local', reward: -1 },
      reward: { min: -5, max: 5 },
    };
    expect(() => createPolicy(trading)).toThrow(
      'with a relative promise the baseline reward must be at least 0, but it is -1. Where rewards can be negative, use the absolute form: allowedLossPerRound. [HR_INPUT_RANGE]',
    );
    const { allowedShortfall: _share, ...rest } = trading;
    const policy = createPolicy({ ...rest, allowedLossPerRound: 0.5, reserve: 3 });
    const receipt = policy.decide(FORECAST);
    expect(receipt.margin).toMatchObject({ before: 3 });
    expect(receipt.margin.ifProposed).toBeCloseTo(3 - 5 + 1 + 0.5, 9);
    expect(receipt.promise.text).toContain(
      'at most 0.5 a round and 3 once below what the baseline would earn',
    );
  });

  it('at checkpoints lets the rest of the window repair', () => {
    const everyRound = createPolicy(FARM).decide(FORECAST);
    const windowed = createPolicy({ ...FARM, window: 10 }).decide(FORECAST);
    // Nine more rounds with the baseline earn at least 0.2 · 2 each.
    expect(windowed.margin.ifProposed - everyRound.margin.ifProposed).toBeCloseTo(9 * 0.4, 9);
    expect(windowed.promise.text).toMatch(/^After every 10 rounds/);
  });

  it('about observed rewards counts what was seen, and only that', () => {
    const policy = createPolicy({ ...FARM, promise: 'observed' });
    const first = policy.decide(FORECAST);
    expect(policy.margin()).toBeCloseTo(0.2 * 2, 9);
    policy.observe(first.id, 10);
    expect(policy.margin()).toBeCloseTo(0.2 * 10, 9);
  });
});

describe('what is known of the baseline', () => {
  it('may come from a log, if its mean is declared to stay the same', () => {
    const rewards = Array.from({ length: 200 }, (_, i) => 7 + (i % 5) / 2);
    const logged = {
      ...FARM,
      baseline: { action: 'local', log: { rewards, link: 'same-mean' } },
    } as const;
    const receipt = createPolicy(logged).decide(FORECAST);
    const { min, max } = receipt.baseline.reward!;
    expect(min).toBeGreaterThan(7);
    expect(min).toBeLessThan(8);
    expect(max).toBeGreaterThan(8);
    expect(max).toBeLessThan(9);
    expect(receipt.promise.certificate).toBe('betting');
    const both = { ...logged, baseline: { ...logged.baseline, reward: 8 } };
    expect(() => createPolicy(both)).toThrow('only one of baseline.reward and baseline.log');
  });

  it('shares the failure probability between the interval of a log and the book', () => {
    const rewards = Array.from({ length: 200 }, (_, i) => 7 + (i % 5) / 2);
    const half = FARM.failureProbability! / 2;
    const interval = logInterval({ rewards, floor: 2, ceiling: 20, failureProbability: half });
    const log = { rewards, link: 'same-mean' } as const;
    const logged = createPolicy({ ...FARM, baseline: { action: 'local', log } });
    const declared = createPolicy({
      ...FARM,
      baseline: { action: 'local', reward: interval },
      failureProbability: half,
    });
    const margins = (policy: Policy) => season(policy, 120).map(({ margin }) => margin);
    expect(margins(logged)).toEqual(margins(declared));
  });

  it('buys trials at once where the linear model is trusted', () => {
    const trusted: PolicyDefinition = {
      ...FARM,
      actions: [
        { name: 'early', attributes: { maturity: 90 } },
        { name: 'middle', attributes: { maturity: 100 } },
        { name: 'local', attributes: { maturity: 110 } },
      ],
      baseline: { action: 'local', reward: 8, weightNormBound: 12 },
      reward: { min: 0, max: 20 },
    };
    const play = (definition: PolicyDefinition) => {
      const policy = createPolicy(definition);
      const random = seededRandom(3);
      const receipts = Array.from({ length: 40 }, () => {
        const receipt = policy.decide({ temperature: 15 + 10 * random(), rain: 400 * random() });
        policy.observe(receipt.id, 8 + random());
        return receipt;
      });
      expect(restorePolicy(policy.snapshot()).snapshot()).toBe(policy.snapshot());
      return receipts.filter(({ chosenBy }) => chosenBy === 'baseline').length;
    };
    const { weightNormBound: _bound, ...plain } = trusted.baseline;
    expect(play(trusted)).toBeLessThanOrEqual(play({ ...trusted, baseline: plain }));
  });
});

describe('safe mode', () => {
  it('plays the baseline until it is switched off, and survives a snapshot', () => {
    const policy = createPolicy(FARM);
    season(policy, 60);
    policy.safeMode = true;
    const receipt = restorePolicy(policy.snapshot()).decide(FORECAST);
    expect(receipt).toMatchObject({ action: 'local', reason: 'safe-mode', chosenBy: 'baseline' });
    expect(rederive(receipt).action).toBe('local');
    policy.safeMode = false;
    expect(policy.decide(FORECAST).chosenBy).toBe('learner');
  });

  it('tells what is thought of the situation at hand, not of the one that was scored before', () => {
    const learnt = createPolicy(UNKNOWN);
    season(learnt, 60);
    const [told, asked] = [restorePolicy(learnt.snapshot()), restorePolicy(learnt.snapshot())];
    told.decide({ temperature: 12, rain: 30 });
    for (const policy of [told, asked]) policy.safeMode = true;
    expect(told.decide(FORECAST).bounds).toEqual(asked.decide(FORECAST).bounds);
  });
});

describe('a definition', () => {
  const withActions = (actions: PolicyDefinition['actions']) => ({ ...FARM, actions });

  it.each([
    [{ ...FARM, baseline: { action: 'x' } }, 'baseline.action must be one of the actions'],
    [withActions(['local', 'local']), 'repeats "local"'],
    [withActions([]), 'actions must be a list of different names, but it is empty'],
    [
      withActions(['local', { name: 'b', attributes: { a: 2 } }]),
      'must all be names, or all have attributes',
    ],
    [
      withActions([
        { name: 'local', attributes: { a: 2 } },
        { name: 'b', attributes: {} },
      ]),
      'every action must have the attribute a',
    ],
    [{ ...FARM, reward: { min: 3, max: 3 } }, 'reward.min must be below reward.max'],
    [
      { ...FARM, allowedLossPerRound: 2 },
      'exactly one of allowedShortfall and allowedLossPerRound must be given, but it is both',
    ],
    [{ ...FARM, allowedShortfall: 1.5 }, 'allowedShortfall must be greater than 0'],
    [{ ...FARM, failureProbability: 0 }, 'failureProbability'],
    [{ ...FARM, context: { t: { min: 3, max: 3 } } }, 'context.t.min must be below its max'],
    [{ ...FARM, seed: 1.5 }, 'seed must be a whole number'],
    [{ ...FARM, reward: { min: 0, max: 1e101 } }, 'reward.max must be a finite number, at most'],
    [{ ...FARM, reward: { min: -1e101, max: 20 } }, 'reward.min must be a finite number, at most'],
    [{ ...FARM, reward: { min: 0, max: '20' } }, 'reward.max must be a finite number'],
    [{ ...FARM, reward: { ...FARM.reward, noiseScale: 1e101 } }, 'reward.noiseScale must be'],
    [{ ...FARM, reward: { ...FARM.reward, deviationScale: 1e101 } }, 'reward.deviationScale must'],
    [{ ...FARM, reserve: 1e101 }, 'reserve must be a finite number, at most'],
    [
      { ...FARM, reward: { min: 0, max: 1e-101 } },
      'reward.max - reward.min must be at least 1e-100',
    ],
    [{ ...FARM, reward: { ...FARM.reward, deviationScale: 1e-101 } }, 'reward.deviationScale must'],
    [
      { ...FARM, baseline: { ...FARM.baseline, weightNormBound: 1e-101 } },
      'baseline.weightNormBound must be at least 1e-100',
    ],
    [{ ...FARM, size: { typical: 1e-101 } }, 'size.typical must be at least 1e-100'],
    [{ ...FARM, failureProbability: 1e-101 }, 'failureProbability must be at least 1e-100'],
    [{ ...FARM, split: { plotNoise: { scale: 1e101 } } }, 'split.plotNoise.scale must be a finite'],
    [
      { ...FARM, split: { plotNoise: { scale: 1e-101 } } },
      'split.plotNoise.scale must be at least',
    ],
    [
      { ...FARM, split: { plotNoise: { scale: 1, checkScale: 1e101 } } },
      'split.plotNoise.checkScale must be a finite',
    ],
    [
      { ...FARM, memory: { halfLife: 0.0009, unit: 'rewards' } },
      'memory.halfLife must be greater than 0.001',
    ],
    [
      { ...FARM, allowedShortfall: undefined, allowedLossPerRound: 1e101 },
      'allowedLossPerRound must be a finite number, at most',
    ],
    [{ ...FARM, shortfall: 3 }, 'the definition must hold only the fields actions, baseline'],
    [{ ...FARM, reward: undefined }, 'reward must be an object, but it is undefined'],
    [{ ...FARM, baseline: undefined }, 'baseline must be an object'],
    [{ ...FARM, actions: 'local' }, 'actions must be a list of names, but it is "local"'],
    [
      { ...FARM, proposer: { kind: 'foo' } },
      'proposer.kind must be "optimistic" or "thompson" or "greedy", but it is "foo"',
    ],
    [{ ...FARM, proposer: { kind: 'greedy', boldness: -1 } }, 'proposer.boldness'],
    [{ ...FARM, promise: 'foo' }, 'promise must be "expected" or "observed"'],
    [{ ...FARM, execution: 'foo' }, 'execution must be "assume" or "confirm"'],
    [{ ...UNKNOWN, baseline: { action: 'local', coin: 'foo' } }, 'baseline.coin must be'],
    [
      { ...FARM, baseline: { action: 'local', reward: 21 } },
      'baseline.reward must lie in the range of rewards, 2 to 20',
    ],
    [
      { ...FARM, baseline: { action: 'local', reward: { min: 9, max: 8 } } },
      'lower end first, but it is 9 to 8',
    ],
    [{ ...UNKNOWN, window: 5 }, 'window must be left out unless there is a declared baseline'],
    [{ ...FARM, window: 5, execution: 'confirm' }, 'window must be left out unless'],
    [
      { ...UNKNOWN, reward: { ...FARM.reward, deviationScale: 2 } },
      'reward.deviationScale must be left out',
    ],
    [
      { ...FARM, promise: 'observed', reward: { ...FARM.reward, noiseScale: 2 } },
      'the noise scale must be 0',
    ],
    [{ ...FARM, promise: 'observed', reward: { min: -2, max: 20 } }, 'use the absolute form'],
    [
      { ...FARM, features: { kind: 'per-action', actionCount: 2, contextDimension: 2 } as const },
      'made for 2',
    ],
    [{ ...FARM, ridgePenalty: 0 }, 'ridgePenalty must be greater than 0'],
  ])('is refused with the reason, made or described (case %#)', (definition, message) => {
    expect(() => createPolicy(definition as PolicyDefinition)).toThrow(message);
    expect(() => describePolicy(definition as PolicyDefinition)).toThrow(message);
  });

  it.each([
    FARM,
    UNKNOWN,
    { ...FARM, promise: 'observed' },
    { ...FARM, baseline: { ...FARM.baseline, weightNormBound: 12 } },
    { ...FARM, actions: [{ name: 'local', attributes: { a: 2 } }] },
    { ...FARM, context: { season: { categories: ['wet', 'dry', 'cold'] } } },
    { ...FARM, period: 10, reserve: 3 },
  ] satisfies PolicyDefinition[])('is described as its receipts say it (case %#)', (definition) => {
    const policy = createPolicy(definition);
    const context = 'season' in definition.context ? { season: 'wet' } : FORECAST;
    const { promise, dimension } = describePolicy(definition);
    expect(promise).toEqual(policy.preview(context).promise);
    expect(dimension).toBe(policy.weights().weights.length);
  });

  it('may give actions attributes, which carry learning from one action to another', () => {
    const policy = createPolicy({
      ...FARM,
      actions: [
        { name: 'early', attributes: { maturity: 90 } },
        { name: 'middle', attributes: { maturity: 100 } },
        { name: 'local', attributes: { maturity: 110 } },
      ],
    });
    policy.safeMode = true;
    for (let round = 0; round < 10; round++) policy.observe(policy.decide(FORECAST).id, 18);
    const [early, middle, local] = policy.decide(FORECAST).bounds;
    expect(local!.predicted).toBeGreaterThan(middle!.predicted);
    expect(middle!.predicted).toBeGreaterThan(early!.predicted);
  });

  it('may bring its own feature map', () => {
    const features = {
      kind: 'polynomial',
      actionVectors: [
        [1, 0],
        [0, 1],
        [1, 1],
      ],
      contextDimension: 2,
    } as const;
    expect(season(createPolicy({ ...FARM, features }), 20)).toHaveLength(20);
  });
});

/** The state without the order in which settled decisions will one day be forgotten. */
function stateOf(snapshot: string): unknown {
  const { settled: _, ...state } = JSON.parse(snapshot.slice(snapshot.indexOf('\n') + 1));
  return state;
}

describe('receipts', () => {
  it('are not made for sizes that are nearly nothing, at which the books would stop', () => {
    const policy = createPolicy({ ...UNKNOWN, size: { typical: 4 }, promise: 'observed' });
    for (const size of [1e-100, 1e100, 3, 1e-100]) policy.decide(FORECAST, { size });
    const before = policy.snapshot();
    for (const size of [1e-101, 1e-310, 5e-324]) {
      expect(() => policy.decide(FORECAST, { size })).toThrow('size must be at least 1e-100');
    }
    expect(policy.snapshot()).toBe(before);
  });

  it('name size, group and site where the call named them, and only there', () => {
    const policy = createPolicy({
      actions: ['new', 'local'],
      baseline: { action: 'local', reward: 6 },
      context: {},
      reward: { min: 2, max: 10 },
      allowedShortfall: 0.3,
      size: { typical: 4 },
    });
    const terms = { size: 3, group: 'May', site: 'north' };
    expect(policy.preview({}, terms)).toMatchObject(terms);
    expect(policy.decide({}, terms)).toMatchObject(terms);
    const plain = policy.decide({});
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['size']));
    expect([plain.size, plain.group, plain.site]).toEqual([undefined, undefined, undefined]);
  });
});

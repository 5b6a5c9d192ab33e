import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HedgerowError } from '../../base/errors.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { growPolicy } from './grow-policy.ts';
import { createPolicy, type DecideOptions, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { policyGrowth } from './policy-growth.ts';
import type { Receipt } from './receipt.ts';
import { anyDivided, anyStep, anyWhole, margins, type Step, take } from './testing/season-life.ts';
import type { ContextValue } from './variables.ts';

const TODAY = ['new', 'other', 'local'];

/** The same step for a policy that has more actions: it may not play them. */
function amongTodays(step: Step): Step {
  if (step.kind !== 'decide') return step;
  const situations = step.situations.map((situation) => ({ allowed: TODAY, ...situation }));
  return { ...step, situations };
}

function withActions(definition: PolicyDefinition, names: readonly string[]): PolicyDefinition {
  return { ...definition, actions: [...definition.actions, ...names] };
}

describe('a policy that grows', () => {
  it.each([
    ['whole', anyWhole],
    ['divided', anyDivided],
  ])(
    'goes on as if it had not, and as if it had been that large from the start (%s)',
    (_name, anyDefinition) => {
      const life = fc.array(anyStep, { minLength: 8, maxLength: 40 });
      fc.assert(
        fc.property(anyDefinition, life, fc.nat(40), fc.nat(40), (definition, steps, one, two) => {
          const larger = withActions(definition, ['newer']);
          const largest = withActions(larger, ['newest', 'last']);
          const small = createPolicy(definition);
          const large = createPolicy(largest);
          let grown = createPolicy(definition);
          let present = definition;
          steps.forEach((step, i) => {
            const before = present;
            if (i === one % steps.length && present === definition) present = larger;
            if (i === two % steps.length && present === larger) present = largest;
            if (present !== before) grown = growPolicy(grown, present);
            const [expected, same, answer] = [small, large, grown].map((policy) =>
              take(policy, definition, amongTodays(step)),
            );
            expect(answer).toBe(expected);
            expect(answer).toBe(same);
            expect(margins(grown)).toEqual(margins(small));
            expect(grown.revision).toBe(small.revision);
            expect(grown.pendingCount).toBe(small.pendingCount);
          });
          const restored = restorePolicy(grown.snapshot());
          expect(restored.snapshot()).toBe(grown.snapshot());
          expectSameBeliefs(growPolicy(grown, largest), large);
        }),
        { numRuns: 40 },
      );
    },
  );
});

/** Weights of all features, new ones included, to twelve digits. */
function expectSameBeliefs(one: Policy, other: Policy): void {
  const [a, b] = [one.weights(), other.weights()];
  expect(a.observationCount).toBe(b.observationCount);
  expect(a.weights.map(({ name }) => name)).toEqual(b.weights.map(({ name }) => name));
  a.weights.forEach(({ estimate, low, high }, i) => {
    const wanted = b.weights[i]!;
    for (const [got, expected] of [
      [estimate, wanted.estimate],
      [low, wanted.low],
      [high, wanted.high],
    ] as const) {
      expect(Math.abs(got - expected)).toBeLessThan(1e-12 * (1 + Math.abs(expected)));
    }
  });
}

const FARM: PolicyDefinition = {
  actions: ['usual', 'early'],
  baseline: { action: 'usual', reward: 5 },
  context: { warmth: { min: 0, max: 1 }, field: { categories: ['north', 'south'] } },
  reward: { min: 0, max: 10 },
  allowedShortfall: 0.2,
};
const MORE_CONTEXT: PolicyDefinition['context'] = {
  warmth: { min: 0, max: 1 },
  field: { categories: ['north', 'south', 'west'] },
  rain: { min: -300, max: 300 },
};
const WITHOUT_CONTEXT: PolicyDefinition = { ...FARM, context: {} };
const WITH_ATTRIBUTES: PolicyDefinition = {
  ...FARM,
  actions: [
    { name: 'usual', attributes: { maturity: 90 } },
    { name: 'early', attributes: { maturity: 110 } },
  ],
};
const WITH_INTERCEPT: PolicyDefinition = {
  ...FARM,
  features: {
    kind: 'kronecker',
    actionVectors: [
      [1, 0.5],
      [0.3, 2],
    ],
    lift: { kind: 'identity', contextDimension: 3 },
  },
};
const WITH_PRIOR: PolicyDefinition = {
  ...WITH_INTERCEPT,
  prior: {
    weights: [1, 2, 3, 0.5, 0.25, -1],
    precision: tied(6),
    noiseVariance: 0.5,
    offset: 2,
  },
};

/** A precision in which each feature has to do with the next. */
function tied(dimension: number): number[] {
  return Array.from({ length: dimension ** 2 }, (_, at) => {
    const distance = Math.abs(Math.floor(at / dimension) - (at % dimension));
    return distance === 0 ? 4 : distance === 1 ? 0.75 : 0;
  });
}

/** The precision of features that have moved, with 3 for each that is new. */
function moved(places: readonly number[], dimension: number): number[] {
  const before = tied(places.length);
  return Array.from({ length: dimension ** 2 }, (_, at) => {
    const [i, j] = [Math.floor(at / dimension), at % dimension].map((k) => places.indexOf(k!));
    if (i! >= 0 && j! >= 0) return before[i! * places.length + j!]!;
    return Math.floor(at / dimension) === at % dimension ? 3 : 0;
  });
}

/** With one action, one attribute, one category and one variable more: a map of 3 × 5 features. */
const LARGER_MAP: PolicyDefinition = {
  ...FARM,
  actions: ['usual', 'early', 'late'],
  context: MORE_CONTEXT,
  features: {
    kind: 'kronecker',
    actionVectors: [
      [1, 0.5, 0],
      [0.3, 2, 0],
      [1, 1, 4],
    ],
    lift: { kind: 'identity', contextDimension: 5 },
  },
};
const PLACES = [0, 1, 2, 5, 6, 7];
const LARGER_PRIOR: PolicyDefinition = {
  ...LARGER_MAP,
  prior: {
    weights: [1, 2, 3, 9, 9, 0.5, 0.25, -1, 9, 9, 9, 9, 9, 9, 9],
    precision: moved(PLACES, 15),
    noiseVariance: 0.5,
    offset: 2,
  },
};
const NEW_BASELINE: PolicyDefinition['baseline'] = { action: 'usual' };

const CASES: [string, PolicyDefinition, PolicyDefinition][] = [
  ['features of its own', FARM, { ...withActions(FARM, ['late']), context: MORE_CONTEXT }],
  [
    'no variables',
    WITHOUT_CONTEXT,
    { ...withActions(WITHOUT_CONTEXT, ['late']), context: { rain: { min: -300, max: 300 } } },
  ],
  [
    'attributes',
    WITH_ATTRIBUTES,
    {
      ...WITH_ATTRIBUTES,
      actions: [...WITH_ATTRIBUTES.actions, { name: 'late', attributes: { maturity: 95 } }],
      context: MORE_CONTEXT,
    },
  ],
  ['a constant beside the features', WITH_INTERCEPT, LARGER_MAP],
  ['a prior', WITH_PRIOR, LARGER_PRIOR],
  [
    'a coin',
    { ...WITH_PRIOR, baseline: NEW_BASELINE, seed: 7 },
    { ...LARGER_PRIOR, baseline: NEW_BASELINE, seed: 7 },
  ],
  [
    'divided decisions and a prior',
    { ...WITH_PRIOR, baseline: NEW_BASELINE, split: { drop: 3 }, seed: 7 },
    { ...LARGER_PRIOR, baseline: NEW_BASELINE, split: { drop: 3 }, seed: 7 },
  ],
];

/** With a model of terms, as a farm has it: what is new stands at the end, whatever coordinate it has. */
const TERMS: PolicyDefinition = {
  ...FARM,
  baseline: NEW_BASELINE,
  split: { drop: 3 },
  seed: 7,
  features: {
    kind: 'terms',
    actionVectors: [
      [1, 0],
      [0, 1],
    ],
    contextDimension: 3,
    terms: [
      [null, null],
      [0, null],
      [1, null],
      [1, 0],
      [null, 1],
      [null, 2],
    ],
  },
  prior: {
    ...WITH_PRIOR.prior!,
    seasonVariance: [0.4, 0.1, 0.1, 0, 0, 0],
    guard: { level: 1.5, action: 0.5 },
  },
};
const MORE_TERMS: PolicyDefinition = {
  ...TERMS,
  actions: ['usual', 'early', 'late'],
  context: MORE_CONTEXT,
  words: { action: 'hybrid', subject: 'field' },
  features: {
    kind: 'terms',
    actionVectors: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    contextDimension: 5,
    terms: [
      [null, null],
      [0, null],
      [1, null],
      [1, 0],
      [null, 1],
      [null, 2],
      [2, null],
      [null, 3],
      [1, 4],
    ],
  },
  prior: {
    weights: [...WITH_PRIOR.prior!.weights, 0, 0, 0.5],
    precision: upperTriangle(moved([0, 1, 2, 3, 4, 5], 9), 9),
    noiseVariance: 0.5,
    offset: 2,
    seasonVariance: [0.4, 0.1, 0.1, 0, 0, 0, 0.1, 0.3, 0.2],
    guard: { level: 2, action: 0.5 },
  },
};
CASES.push(['divided decisions, learnt as one', TERMS, MORE_TERMS]);

function upperTriangle(matrix: readonly number[], dimension: number): number[] {
  return matrix.filter((_, at) => at % dimension >= Math.floor(at / dimension));
}

/** A situation of before, as both definitions want to be told of it. */
function situation(definition: PolicyDefinition, warmth: number): ContextValue {
  const all = { warmth, field: warmth < 0.5 ? 'north' : 'south', rain: 0 };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => Object.hasOwn(definition.context, name)),
  );
}

/** What of a receipt must be the same in every bit; the context is told in other coordinates. */
function essence({ context, explanation, change, ...rest }: Receipt): unknown {
  return rest;
}

describe.each(CASES)('a policy with %s', (_name, small, large) => {
  const allowed = ['usual', 'early'];

  function tell(policy: Policy, { id, action, parts }: Receipt, value: number): void {
    const reward = action === 'early' ? 6 + value : 5 + value;
    const told = { check: 5 + value, ...(parts?.length === 2 ? { try: reward } : {}) };
    policy.observe(id, parts === undefined ? reward : told);
  }

  it('takes every decision as before, and as if it had always been larger', () => {
    const random = seededRandom(5);
    const [before, always] = [createPolicy(small), createPolicy(large)];
    let after = createPolicy(small);
    const pending: [Receipt, number][] = [];
    for (let round = 0; round < 60; round++) {
      if (round === 31) after = growPolicy(after.snapshot(), large);
      const [warmth, value] = [random(), random() - 0.5];
      const isGrown = round >= 31;
      const options: DecideOptions = {
        allowed,
        ...(round % 5 === 0 ? { site: 'hill' } : {}),
        ...(round % 2 === 0 ? { proposal: 'early' } : {}),
      };
      const receipt = before.decide(situation(small, warmth), options);
      const same = after.decide(situation(isGrown ? large : small, warmth), options);
      expect(essence(same)).toEqual(essence(receipt));
      expect(essence(always.decide(situation(large, warmth), options))).toEqual(essence(receipt));
      pending.push([receipt, value]);
      // The last ones wait, over the growth and at the end.
      if (pending.length <= 7) continue;
      const [due, dueValue] = pending.shift()!;
      for (const policy of [before, after, always]) tell(policy, due, dueValue);
      expect(after.margin()).toBe(before.margin());
      expect(after.margin('hill')).toBe(before.margin('hill'));
    }
    expect(after.pendingCount).toBe(7);
    expect(after.weights().observationCount).toBeGreaterThan(20);
    expectSameBeliefs(after, always);
    // New actions are looked at from now on.
    const { bounds } = after.preview(situation(large, 0.3));
    expect(bounds.map(({ action }) => action)).toEqual(['usual', 'early', 'late']);
    expect(bounds).toEqual(restorePolicy(after.snapshot()).preview(situation(large, 0.3)).bounds);
  });
});

describe('growth', () => {
  it('is told: what is new', () => {
    expect(policyGrowth(FARM, { ...withActions(FARM, ['late']), context: MORE_CONTEXT })).toEqual({
      actions: ['late'],
      variables: ['rain'],
      categories: { field: ['west'] },
      features: 3 * 6 - 2 * 4,
    });
  });

  it('lets new actions have floors, and what no promise rests on differ', () => {
    const larger: PolicyDefinition = {
      ...withActions(FARM, ['late']),
      reward: { min: 0, max: 10, unit: 't/ha', floors: { late: 2 } },
      proposer: { kind: 'thompson', boldness: 1 },
      memory: { halfLife: 8, unit: 'groups' },
      seed: 5,
    };
    const policy = growPolicy(createPolicy(FARM), larger);
    expect(policy.decide(situation(FARM, 0.5)).bounds).toHaveLength(3);
  });

  it('lets the range of a variable differ where no feature hangs on it', () => {
    const context = { ...FARM.context, warmth: { min: -1, max: 2 } };
    const policy = growPolicy(createPolicy(WITH_INTERCEPT), { ...WITH_INTERCEPT, context });
    expect(policy.decide({ warmth: 1.5, field: 'north' }).sequence).toBe(1);
    expect(() => policyGrowth(FARM, { ...FARM, context })).toThrow(
      'features must hold those of today, unchanged and in their order, but it is a map without usual · warmth. Features made by default change with the range of a variable, and with the range that attributes span: keep both, or declare `features`. Otherwise begin anew. [HR_GROWTH]',
    );
  });

  it('lets the usual baseline be another where any call may name another', () => {
    const unknown = { ...FARM, baseline: NEW_BASELINE };
    const other = { ...withActions(unknown, ['late']), baseline: { action: 'late' } };
    const policy = growPolicy(createPolicy(unknown), other);
    expect(policy.decide(situation(FARM, 0.5)).baseline.action).toBe('late');
    const perCall = { ...FARM, baseline: { action: 'usual', reward: 'per-call' as const } };
    policyGrowth(perCall, { ...perCall, baseline: { action: 'early', reward: 'per-call' } });
  });

  it('lets a prior tie what is new to what was there: two hybrids with a parent in common', () => {
    // With one feature more, tied to all others; without it, what is left of the precision of the others.
    const ties = [0.5, -0.2, 0.3, 0.1, 0.4, -0.1];
    const own = 2;
    const all = moved([0, 1, 2, 3, 4, 5], 7);
    for (const [i, tie] of [...ties, own].entries()) all[i * 7 + 6] = all[6 * 7 + i] = tie;
    const alone = tied(6).map(
      (entry, at) => entry - (ties[Math.floor(at / 6)]! * ties[at % 6]!) / own,
    );
    const features = TERMS.features as Extract<PolicyDefinition['features'], { kind: 'terms' }>;
    const small = { ...TERMS, prior: { ...TERMS.prior!, precision: alone } };
    const large: PolicyDefinition = {
      ...withActions(TERMS, ['late']),
      features: {
        ...features,
        actionVectors: [...features.actionVectors, [0.5, 2]],
        terms: [...features.terms, [0, 0]],
      },
      prior: {
        ...TERMS.prior!,
        weights: [...TERMS.prior!.weights, 3],
        precision: all,
        seasonVariance: [...TERMS.prior!.seasonVariance!, 0.2],
      },
    };
    // It was never warm, so the new feature, warmth for the usual action, was 0 in all that was measured.
    const [before, always] = [createPolicy(small), createPolicy(large)];
    for (let round = 0; round < 20; round++) {
      const options = { allowed: ['usual', 'early'], proposal: 'early' };
      const context = { warmth: 0, field: round % 2 === 0 ? 'north' : 'south' };
      const { id, parts } = before.decide(context, options);
      always.decide(context, options);
      const told = { check: 5 + (round % 3), ...(parts!.length === 2 ? { try: 7 } : {}) };
      for (const policy of [before, always]) policy.observe(id, told);
    }
    expectSameBeliefs(growPolicy(before, large), always);
  });

  it('begins with nothing but what is asked: the policy before is not touched', () => {
    const policy = createPolicy(FARM);
    const before = policy.snapshot();
    growPolicy(policy, withActions(FARM, ['late'])).decide(situation(FARM, 0.5));
    expect(policy.snapshot()).toBe(before);
  });

  it('refuses a snapshot that is older than what is known', () => {
    const policy = createPolicy(FARM);
    expect(() => growPolicy(policy, FARM, { notBefore: 1 })).toThrow('of revision 1 or later');
  });
});

/** Everything that a promise or what was learnt rests on: another value is another policy. */
const CHANGES: readonly (readonly [string, PolicyDefinition, PolicyDefinition])[] = [
  ['reward.min', FARM, { ...FARM, reward: { min: 1, max: 10 } }],
  ['reward.max', FARM, { ...FARM, reward: { min: 0, max: 9 } }],
  ['reward.noiseScale', FARM, { ...FARM, reward: { min: 0, max: 10, noiseScale: 0.1 } }],
  ['reward.deviationScale', FARM, { ...FARM, reward: { min: 0, max: 10, deviationScale: 1 } }],
  ['reward.floors.early', FARM, { ...FARM, reward: { min: 0, max: 10, floors: { early: 1 } } }],
  ['allowedShortfall', FARM, { ...FARM, allowedShortfall: 0.3 }],
  ['failureProbability', FARM, { ...FARM, failureProbability: 0.05 }],
  ['promise', FARM, { ...FARM, promise: 'observed' }],
  ['reserve', FARM, { ...FARM, reserve: 3 }],
  ['window', FARM, { ...FARM, window: 3 }],
  ['period', FARM, { ...FARM, period: 9 }],
  ['budgetMax', FARM, { ...FARM, budgetMax: 30 }],
  ['execution', FARM, { ...FARM, execution: 'confirm' }],
  ['size.typical', FARM, { ...FARM, size: { typical: 4 } }],
  ['seed', FARM, { ...FARM, seed: 4 }],
  ['ridgePenalty', FARM, { ...FARM, ridgePenalty: 4 }],
  ['baseline.reward', FARM, { ...FARM, baseline: { action: 'usual', reward: 4 } }],
  ['baseline.action', FARM, { ...FARM, baseline: { action: 'early', reward: 5 } }],
  ['baseline.coin', FARM, { ...FARM, baseline: { action: 'usual', reward: 5, coin: 'played' } }],
  ['actions[1]', FARM, { ...FARM, actions: ['usual', 'late', 'early'] }],
  ['actions[1]', FARM, { ...FARM, actions: ['usual'] }],
  ['context.field.categories[0]', FARM, withFields(['south', 'north'])],
  ['context.field.categories[1]', FARM, withFields(['north'])],
  [
    'whether context.field has categories',
    FARM,
    { ...FARM, context: { ...FARM.context, field: { min: 0, max: 1 } } },
  ],
  ['context[0]', FARM, { ...FARM, context: { rain: { min: 0, max: 3 }, ...FARM.context } }],
  ['whether there is a prior', WITH_INTERCEPT, WITH_PRIOR],
  [
    'prior.noiseVariance',
    WITH_PRIOR,
    { ...WITH_PRIOR, prior: { ...WITH_PRIOR.prior!, noiseVariance: 1 } },
  ],
  [
    'prior.seasonVariance',
    TERMS,
    { ...TERMS, prior: { ...TERMS.prior!, seasonVariance: [0.5, 0.1, 0.1, 0, 0, 0] } },
  ],
  ['split', TERMS, { ...TERMS, split: { drop: 4 } }],
  ['prior.offset', WITH_PRIOR, { ...WITH_PRIOR, prior: { ...WITH_PRIOR.prior!, offset: 1 } }],
];

function withFields(categories: readonly string[]): PolicyDefinition {
  return { ...FARM, context: { ...FARM.context, field: { categories } } };
}

describe('growth is refused, with rule, what came and remedy', () => {
  it.each(CHANGES)('where %s changes', (field, before, after) => {
    const policy = createPolicy(before);
    const snapshot = policy.snapshot();
    const refused = errorOf(() => growPolicy(policy, after));
    expect(refused.code).toBe('HR_GROWTH');
    expect(refused.message).toContain(`${field} must stay `);
    expect(policy.snapshot()).toBe(snapshot);
  });

  it('and says so in words', () => {
    expect(() => policyGrowth(FARM, { ...FARM, reward: { min: 1, max: 10 } })).toThrow(
      'reward.min must stay 0 while a policy goes on, but it is 1. The promise rests on it: to change it begin anew, with a promise of its own. [HR_GROWTH]',
    );
    expect(() => policyGrowth(FARM, { ...FARM, actions: ['usual'] })).toThrow(
      'actions[1] must stay "early" while a policy goes on, but it is absent. Nothing is taken away or moved: append what is new, and use `allowed` for what is not to be played. Otherwise begin anew. [HR_GROWTH]',
    );
  });

  it('where a linear model is trusted: what is proved is about its features', () => {
    const trusting = { ...FARM, baseline: { action: 'usual', reward: 5, weightNormBound: 9 } };
    expect(() => policyGrowth(trusting, withActions(trusting, ['late']))).toThrow(
      'a policy that is to grow must not trust a linear model (baseline.weightNormBound), but it is one that does.',
    );
  });

  it('where the features of today are not all there', () => {
    const outside = { name: 'late', attributes: { maturity: 130 } };
    const wider = { ...WITH_ATTRIBUTES, actions: [...WITH_ATTRIBUTES.actions, outside] };
    expect(() => policyGrowth(WITH_ATTRIBUTES, wider)).toThrow('but it is a map without maturity.');
  });

  it('where a prior says another thing of features of today', () => {
    const changed = [...LARGER_PRIOR.prior!.weights];
    changed[5] = 0.6;
    const prior = { ...LARGER_PRIOR.prior!, weights: changed };
    expect(() => policyGrowth(WITH_PRIOR, { ...LARGER_PRIOR, prior })).toThrow(
      'prior must say of the features of today, by themselves, what it said, but it is another one.',
    );
    // Something new that is tied to them without making up for it.
    const precision = [...LARGER_PRIOR.prior!.precision];
    precision[3] = precision[3 * 15] = 0.5;
    const knotted = { ...LARGER_PRIOR.prior!, precision };
    expect(() => policyGrowth(WITH_PRIOR, { ...LARGER_PRIOR, prior: knotted })).toThrow(
      'by themselves',
    );
  });

  it('where a definition makes no sense, as ever', () => {
    const odd = { ...FARM, actions: ['usual', 'early', 'early'] };
    expect(errorOf(() => policyGrowth(FARM, odd)).code).toBe('HR_INPUT_KIND');
  });
});

function errorOf(act: () => unknown): HedgerowError {
  try {
    act();
  } catch (error) {
    if (error instanceof HedgerowError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

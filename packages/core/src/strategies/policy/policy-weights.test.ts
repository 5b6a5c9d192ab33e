import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createPolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const FARM: PolicyDefinition = {
  actions: ['P1197', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: { temperature: { min: 5, max: 35 }, soil: { categories: ['sand', 'clay'] } },
  reward: { min: 2, max: 20, unit: 't/ha' },
  allowedShortfall: 0.5,
  seed: 7,
};

const namesOf = (definition: PolicyDefinition) =>
  createPolicy(definition)
    .weights()
    .weights.map(({ name }) => name);

describe('the weights of a policy', () => {
  it('are named after actions and variables', () => {
    expect(namesOf(FARM)).toEqual([
      'P1197 · level',
      'P1197 · temperature',
      'P1197 · soil = sand',
      'P1197 · soil = clay',
      'local · level',
      'local · temperature',
      'local · soil = sand',
      'local · soil = clay',
    ]);
    expect(namesOf({ ...FARM, context: {} })).toEqual(['P1197 · level', 'local · level']);
  });

  it('are named after attributes where actions have them', () => {
    const actions = [
      { name: 'early', attributes: { maturity: 90, level: 1 } },
      { name: 'local', attributes: { maturity: 110, level: 2 } },
    ];
    const definition = { ...FARM, actions, context: { temperature: { min: 5, max: 35 } } };
    expect(namesOf(definition)).toEqual([
      'level',
      'temperature',
      'maturity',
      'maturity · temperature',
      'level',
      'level · temperature',
    ]);
    const { weights } = createPolicy(definition).weights();
    // What is expected at the start belongs to the constant, not to an attribute of that name.
    expect(weights.map(({ estimate }) => estimate)).toEqual([8, 0, 0, 0, 0, 0]);
    expect(namesOf({ ...definition, context: {} })).toEqual(['level', 'maturity', 'level']);
  });

  it('are numbered where the policy brings its own features', () => {
    const features = { kind: 'per-action', actionCount: 2, contextDimension: 3 } as const;
    const { weights } = createPolicy({ ...FARM, features }).weights();
    expect(weights.map(({ name }) => name)[7]).toBe('feature 8');
    expect(weights.map(({ estimate }) => estimate)).toEqual(new Array(8).fill(0));
  });

  it('end with a level of all actions where those features leave out the constant', () => {
    const contextWeights = [
      [1, 0],
      [0, 1],
      [1, 1],
    ];
    const actionFactors = [
      [1, 2],
      [2, 1],
    ];
    const features = { kind: 'hadamard', actionFactors, contextWeights } as const;
    const policy = createPolicy({ ...FARM, features });
    expect(policy.weights().weights.map(({ name }) => name)).toEqual([
      'feature 1',
      'feature 2',
      'level',
    ]);
    const [, , level] = policy.weights().weights;
    expect(level!.estimate).toBe(8);
    // A quarter of the range is the deviation of a weight; the constant is three tenths of that.
    expect(level!.high - level!.estimate).toBeCloseTo(2 * 0.3 * (18 / 4), 9);
  });

  it('start at what is declared, with the doubt that the range of rewards leaves', () => {
    const { observationCount, weights } = createPolicy(FARM).weights();
    expect(observationCount).toBe(0);
    const [level, temperature] = weights;
    // A quarter of the range is one deviation.
    expect(level).toMatchObject({ estimate: 8, low: 8 - 9, high: 8 + 9 });
    expect(temperature).toMatchObject({ estimate: 0, low: -9, high: 9 });
  });

  it('find the truth, and their intervals shrink around it', () => {
    const policy = createPolicy({ ...FARM, context: { temperature: { min: 5, max: 35 } } });
    const random = seededRandom(3);
    for (let round = 0; round < 400; round++) {
      const temperature = 5 + 30 * random();
      const { id, action } = policy.decide({ temperature });
      const slope = (temperature - 20) / 15;
      const reward = action === 'P1197' ? 11 + 3 * slope : 8;
      policy.observe(id, reward + random() - 0.5);
    }
    const { observationCount, weights } = policy.weights();
    expect(observationCount).toBe(400);
    const truth = [11, 3, 8, 0];
    weights.forEach(({ name, estimate, low, high }, i) => {
      expect(Math.abs(estimate - truth[i]!), name).toBeLessThan(0.3);
      expect(low).toBeLessThan(truth[i]!);
      expect(high).toBeGreaterThan(truth[i]!);
      expect(high - low).toBeLessThan(1);
    });
  });

  it('say the same as the bounds of a receipt, along one feature alone', () => {
    const policy = createPolicy({ ...FARM, context: { temperature: { min: 5, max: 35 } } });
    for (const reward of [9, 8.5, 8]) policy.observe(policy.decide({ temperature: 25 }).id, reward);
    // Safe mode, because a declared baseline reward would be a hint for the model.
    policy.safeMode = true;
    const { bounds } = policy.preview({ temperature: 20 });
    const { weights } = policy.weights();
    // In the middle of the range an action's features are its level alone.
    for (const [row, level] of [
      [0, weights[0]!],
      [1, weights[2]!],
    ] as const) {
      expect(level.estimate).toBeCloseTo(bounds[row]!.predicted, 12);
      expect(Math.max(2, level.low)).toBeCloseTo(bounds[row]!.low, 12);
      expect(Math.min(20, level.high)).toBeCloseTo(bounds[row]!.high, 12);
    }
  });
});

/**
 * Where a prior says how weights stray from season to season, levels and differences are one posterior:
 * the closed form of a mixed model, whatever the order in which harvests come.
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition, PriorDefinition } from './policy-definition.ts';
import type { Receipt } from './receipt.ts';

const WEIGHTS = [7, 0.4, 0.5, -0.3, 0.1];
const SEASON_VARIANCE = [2.5, 0, 0.3, 0.3, 0];
const NOISE = 1.4;
/** Bayesian precision: positive definite, with some features known together. */
const PRECISION = [
  [3, 0.2, 0.1, 0.3, 0],
  [0.2, 4, 0, 0.1, 0.2],
  [0.1, 0, 2, 0.4, 0],
  [0.3, 0.1, 0.4, 2.5, 0],
  [0, 0.2, 0, 0, 3],
];
const ACTIONS = ['usual', 'new', 'other'];
const ATTRIBUTES = [
  [0, 0],
  [1, 0],
  [0.5, 1],
];

const PRIOR: PriorDefinition = {
  weights: WEIGHTS,
  precision: PRECISION.flatMap((row, i) => row.slice(i).map((entry) => NOISE * entry)),
  noiseVariance: NOISE,
  offset: 1,
  seasonVariance: SEASON_VARIANCE,
  guard: { level: 1.5, action: 0.5 },
};

const FARM: PolicyDefinition = {
  actions: ACTIONS,
  baseline: { action: 'usual' },
  context: { warmth: { min: -20, max: 20, seen: { min: -1, max: 1, step: 2 } } },
  features: {
    kind: 'terms',
    actionVectors: ATTRIBUTES,
    contextDimension: 1,
    terms: [
      [null, null],
      [null, 0],
      [0, null],
      [1, null],
      [0, 0],
    ],
  },
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.2,
  split: { drop: 2 },
  size: { typical: 10 },
  prior: PRIOR,
  seed: 4,
};

function featuresOf(action: string, warmth: number): number[] {
  const [first, second] = ATTRIBUTES[ACTIONS.indexOf(action)]!;
  return [1, warmth, first!, second!, first! * warmth];
}

interface Row {
  readonly place: string;
  readonly features: readonly number[];
  reward: number;
}

/** Λ + ΨᵀV⁻¹Ψ and its estimate, with V written out whole and inverted by elimination. */
function closedForm(rows: readonly Row[]) {
  const size = rows.length;
  const covariance = rows.map((a, i) =>
    rows.map((b, j) => {
      const shared = a.place === b.place ? product(SEASON_VARIANCE, a.features, b.features) : 0;
      return shared + (i === j ? NOISE : 0);
    }),
  );
  const inverse = inverted(covariance);
  const precision = PRECISION.map((row, k) =>
    row.map((entry, l) => {
      let sum = entry;
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) {
          sum += rows[i]!.features[k]! * inverse[i]![j]! * rows[j]!.features[l]!;
        }
      }
      return sum;
    }),
  );
  const right = PRECISION.map((row, k) => {
    let sum = row.reduce((total, entry, l) => total + entry * WEIGHTS[l]!, 0);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        sum += rows[i]!.features[k]! * inverse[i]![j]! * (rows[j]!.reward - PRIOR.offset!);
      }
    }
    return sum;
  });
  const covarianceOfWeights = inverted(precision);
  const weights = covarianceOfWeights.map((row) =>
    row.reduce((sum, entry, l) => sum + entry * right[l]!, 0),
  );
  return { precision, weights, covarianceOfWeights };
}

function product(...factors: (readonly number[])[]): number {
  return factors[0]!.reduce(
    (sum, _, i) => sum + factors.reduce((all, factor) => all * factor[i]!, 1),
    0,
  );
}

function inverted(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < size; k++) {
    const pivot = rows[k]![k]!;
    rows[k] = rows[k]!.map((entry) => entry / pivot);
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      const factor = rows[i]![k]!;
      rows[i] = rows[i]!.map((entry, j) => entry - factor * rows[k]![j]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

/** Two seasons of three fields, one of them in three blocks; returns all parts in the order of decisions. */
function partsOf(receipts: readonly Receipt[], warmths: readonly number[], season: string) {
  return receipts.flatMap((receipt, i) =>
    receipt.parts!.map(({ role, action }) => ({
      id: receipt.id,
      role,
      row: {
        place: `${season}/${PLACES[i]}`,
        features: featuresOf(action, warmths[i]!),
        reward: 0,
      } satisfies Row,
    })),
  );
}

const PLACES = ['north', 'south', 'east', 'east', 'east'];

function plan(policy: Policy, season: string, warmths: readonly number[]) {
  const situation = (i: number, blocks = 1) => ({
    context: { warmth: warmths[i]! },
    size: 12,
    blocks,
    proposal: i === 1 ? 'other' : 'new',
  });
  const { receipts } = policy.decideTogether([situation(0), situation(1), situation(2, 3)], {
    group: season,
  });
  return partsOf(receipts, [...warmths, warmths[2]!, warmths[2]!], season);
}

function expectPosterior(policy: Policy, rows: readonly Row[]): void {
  const known = closedForm(rows);
  const { weights, precision, noiseVariance, offset } = policy.exportPrior();
  expect(noiseVariance).toBe(NOISE);
  expect(offset).toBe(1);
  weights.forEach((weight, i) => {
    expect(weight).toBeCloseTo(known.weights[i]!, 10);
  });
  known.precision.flat().forEach((entry, at) => {
    expect(precision[at]! / NOISE).toBeCloseTo(entry, 9);
  });
}

describe('one model', () => {
  it.each([1, 2, 3, 4])('is the closed form, in any order and with corrections (%i)', (seed) => {
    const random = seededRandom(seed);
    let policy = createPolicy(FARM);
    const heard: Row[] = [];
    const told: { id: string; role: string; row: Row }[] = [];
    for (const season of ['2027', '2028']) {
      const warmths = [0, 1, 2].map(() => 2 * random() - 1);
      const parts = plan(policy, season, warmths);
      expect(parts.filter(({ role }) => role === 'try').length).toBeGreaterThan(2);
      const order = parts.map((part) => [random(), part] as const).sort((a, b) => a[0] - b[0]);
      for (const [, { id, role, row }] of order) {
        if (random() < 0.15) continue;
        row.reward = 12 * random() + 2;
        expect(policy.observe(id, { [role]: row.reward })).toBe('recorded');
        heard.push(row);
        told.push({ id, role, row });
        if (random() < 0.3) policy.preview({ warmth: 0 }, { size: 1 });
        if (random() < 0.3) policy = restorePolicy(policy.snapshot());
        if (random() < 0.5) {
          const wrong = told[Math.floor(random() * told.length)]!;
          wrong.row.reward = 12 * random() + 2;
          expect(policy.correct(wrong.id, { [wrong.role]: wrong.row.reward })).toBe('recorded');
        }
        expectPosterior(policy, heard);
      }
    }
  });

  it.each([
    [1e12, 1e-6],
    [2.5, 1e-20],
  ])('learns where seasons stray by %d and measurements by %d', (seasonVariance, noiseVariance) => {
    const precision = [3, 4, 2, 2.5, 3].map((entry) => entry * noiseVariance);
    const straying = WEIGHTS.map(() => seasonVariance);
    const prior = { ...PRIOR, precision, noiseVariance, seasonVariance: straying };
    const policy = createPolicy({ ...FARM, prior });
    for (const { id, role } of plan(policy, '2027', [0, 1, 2])) policy.observe(id, { [role]: 8 });
    plan(policy, '2028', [0, 1, 2]);
    for (const weight of policy.exportPrior().weights) expect(weight).toBeGreaterThan(-1);
  });

  it('is left in every bit by a preview, also where the try was learnt before its check', () => {
    const policy = createPolicy(FARM);
    const parts = plan(policy, '2027', [0, 1, 2]);
    const { id } = parts.find(({ role }) => role === 'try')!;
    policy.observe(id, { try: 9 });
    plan(policy, '2028', [0, 1, 2]);
    policy.observe(id, { check: 8 });
    plan(policy, '2029', [0, 1, 2]);
    policy.correct(id, { check: 7 });
    const before = policy.snapshot();
    policy.preview({ warmth: 0 }, { size: 1 });
    expect(policy.snapshot()).toBe(before);
  });

  it('says the same in receipts as in what it exports, before and after harvests', () => {
    const policy = createPolicy(FARM);
    const rows: Row[] = [];
    for (const season of ['2027', '2028', '2029']) {
      expectReceipt(policy, rows, 0.4);
      for (const { id, role, row } of plan(policy, season, [0.2, -0.7, 0.9])) {
        row.reward = role === 'try' ? 9.5 : 7.25;
        policy.observe(id, { [role]: row.reward });
        rows.push(row);
      }
    }
    expectReceipt(policy, rows, 0.4);
    // Predictions of a plan are those of a single question, whatever else is planned.
    const alone = policy.preview({ warmth: 0.3 }, { size: 5 }).bounds;
    const together = policy.previewTogether(
      [0.9, -0.5, 0.3].map((warmth) => ({ context: { warmth }, size: 5 })),
    );
    expect(together.receipts[2]!.bounds).toEqual(alone);
  });

  it('doubts more outside of what was seen, and says what is', () => {
    const policy = createPolicy(FARM);
    const inside = policy.preview({ warmth: 0.9 }, { size: 1 });
    const outside = policy.preview({ warmth: -7 }, { size: 1 });
    expect(inside).not.toHaveProperty('outside');
    expect(outside.outside).toEqual([{ variable: 'warmth', value: -7, min: -1, max: 1 }]);
    expectReceipt(policy, [], -7, 3);
  });

  it('counts a good year for all as a good year, not as a good action', () => {
    const policy = createPolicy(FARM);
    const predictions = () => {
      const { bounds } = policy.preview({ warmth: 0 }, { size: 1 });
      return bounds.map(({ predicted }) => predicted);
    };
    const before = predictions();
    for (const { id, role } of plan(policy, '2027', [0, 0, 0])) {
      policy.observe(id, { [role]: 14 });
    }
    const [usual, fresh] = predictions().map((predicted, i) => predicted - before[i]!);
    expect(usual!).toBeGreaterThan(1);
    expect(Math.abs(fresh! - usual!)).toBeLessThan(usual! / 5);
  });

  it('works without divided decisions: each counts less by what its season strays', () => {
    const { split: _split, ...whole } = FARM;
    const policy = createPolicy({ ...whole, reserve: 500 });
    const rows: Row[] = [];
    for (let round = 0; round < 6; round++) {
      const warmth = round / 5;
      const { id, action } = policy.decide({ warmth }, { size: 2 });
      const row = { place: String(round), features: featuresOf(action, warmth), reward: 6 + round };
      policy.observe(id, round === 3 ? 1 : row.reward);
      if (round === 3) policy.correct(id, row.reward);
      rows.push(row);
    }
    policy.preview({ warmth: 0 }, { size: 1 });
    expectPosterior(policy, rows);
    expectReceipt(policy, rows, 0.4);
  });

  it.each([
    [{ seasonVariance: [1, 2] }, 'prior.seasonVariance'],
    [{ seasonVariance: [1, 1, 1, 1, -1] }, 'prior.seasonVariance[4]'],
    [{ seasonVariance: 3 }, 'prior.seasonVariance'],
    [{ seasonVariance: undefined }, 'prior.guard'],
    [{ guard: { level: -1, action: 0 } }, 'prior.guard.level'],
    [{ guard: { level: 1 } }, 'prior.guard.action'],
    [{ precision: [1, 2, 3] }, 'prior.precision'],
  ])('refuses %j', (change, field) => {
    const prior = JSON.parse(JSON.stringify({ ...PRIOR, ...change }));
    expect(() => createPolicy({ ...FARM, prior })).toThrow(field);
  });

  it.each([
    [{ min: 2, max: 1, step: 1 }, 'context.warmth.seen'],
    [{ min: 0, max: 1, step: 0 }, 'context.warmth.seen.step'],
  ])('refuses seen: %j', (seen, field) => {
    const context = { warmth: { min: 0, max: 1, seen } };
    expect(() => createPolicy({ ...FARM, context })).toThrow(field);
  });
});

/** Receipts against the closed form: levels, differences, and what a season adds. */
function expectReceipt(policy: Policy, rows: readonly Row[], warmth: number, far = 0): void {
  const { weights, covarianceOfWeights } = closedForm(rows);
  const { bounds } = policy.preview({ warmth }, { size: 1 });
  const deviationOf = (features: readonly number[], guard: number) => {
    const known = features.map((f, i) => f * product(covarianceOfWeights[i]!, features));
    const strays = product(SEASON_VARIANCE, features, features);
    return Math.sqrt(known.reduce((sum, part) => sum + part, 0) + strays + (guard * far) ** 2);
  };
  const usual = featuresOf('usual', warmth);
  for (const { action, predicted, outlook } of bounds) {
    const features = featuresOf(action, warmth);
    expect(predicted).toBeCloseTo(1 + product(weights, features), 9);
    const width = 2 * EIGHT_OF_TEN * deviationOf(features, Math.hypot(1.5, 0.5));
    const { low, high, beside } = outlook!;
    if (low > 0 && high < 20) expect(high - low).toBeCloseTo(width, 9);
    const difference = features.map((feature, i) => feature - usual[i]!);
    expect(beside.predicted).toBeCloseTo(product(weights, difference), 9);
    const doubt = action === 'usual' ? 0 : deviationOf(difference, Math.SQRT2 * 0.5);
    expect(beside.high - beside.low).toBeCloseTo(2 * EIGHT_OF_TEN * doubt, 9);
    expect(beside.chance > 0.5).toBe(beside.predicted > 0);
  }
}

const EIGHT_OF_TEN = 1.2815515655446004;

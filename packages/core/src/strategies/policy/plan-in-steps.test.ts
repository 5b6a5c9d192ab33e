/**
 * A plan that is made in steps is the same plan, bit for bit, whatever other policies of the same engine do between them.
 */
import { expect, it } from 'vitest';
import { createEngine } from '../../model/kernel/create-engine.ts';
import { createPolicy, type Policy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const WHOLE: PolicyDefinition = {
  actions: ['P1197', 'DKC62', 'local'],
  baseline: { action: 'local', reward: { min: 7, max: 9 } },
  context: { temperature: { min: 5, max: 35 }, rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.25,
  size: { unit: 'ha', typical: 4 },
  seed: 5,
};
const NAMED: PolicyDefinition = { ...WHOLE, period: 'named' };
const DIVIDED: PolicyDefinition = { ...WHOLE, baseline: { action: 'local' }, split: {}, seed: 3 };

const SITUATIONS = Array.from({ length: 9 }, (_, i) => ({
  context: {
    temperature: { kind: 'normal', mean: 12 + i, sd: 2.5 } as const,
    rain: 40 * i,
  },
  size: 1.5 + i,
  site: i % 2 === 0 ? 'north' : 'south',
}));

interface Life {
  readonly policy: Policy;
  readonly period: { readonly period?: string };
}

function begin(definition: PolicyDefinition, engine = createEngine()): Life {
  const policy = createPolicy(definition, { engine });
  const period = definition.period === 'named' ? { period: 'first' } : {};
  const { receipts } = policy.decideTogether(SITUATIONS, { group: '2026', ...period });
  for (const { id, parts } of receipts) {
    policy.observe(id, parts === undefined ? 9.5 : { try: 9.5, check: 8 });
  }
  return { policy, period };
}

it.each([
  ['of whole decisions', WHOLE],
  ['that begins a period', NAMED],
  ['of divided decisions', DIVIDED],
])('a plan %s', (_name, definition) => {
  const options = { group: '2027', ...(definition === NAMED ? { period: 'second' } : {}) };
  const alone = begin(definition).policy;
  const shown = alone.previewTogether(SITUATIONS, options);
  const plan = alone.decideTogether(SITUATIONS, options);

  const engine = createEngine();
  const { policy } = begin(definition, engine);
  const other = begin(WHOLE, engine).policy;
  const interleaved = (steps: ReturnType<Policy['decideTogetherInSteps']>) => {
    let count = 0;
    for (;;) {
      const step = steps.next();
      if (step.done === true) return { count, plan: step.value };
      count += 1;
      const { id } = other.decide({ temperature: 18, rain: 90 + count }, { size: 2 });
      other.observe(id, 9);
      // Makes the engine's memory grow.
      createPolicy(WHOLE, { engine });
    }
  };
  const before = policy.snapshot();
  const preview = interleaved(policy.previewTogetherInSteps(SITUATIONS, options));
  expect(preview.plan).toEqual(shown);
  expect(preview.count).toBeGreaterThanOrEqual(2 * SITUATIONS.length);
  expect(policy.snapshot()).toBe(before);

  const decided = interleaved(policy.decideTogetherInSteps(SITUATIONS, options));
  expect(decided.plan).toEqual(plan);
  expect(decided.count).toBeGreaterThanOrEqual(2 * SITUATIONS.length);
  expect(policy.snapshot()).toBe(alone.snapshot());
});

it.each([
  ['of whole decisions', NAMED],
  ['of divided decisions', DIVIDED],
])('a preview %s that is broken off at any step leaves nothing behind', (_name, definition) => {
  const { policy } = begin(definition);
  const before = policy.snapshot();
  const options = { group: '2027', ...(definition === NAMED ? { period: 'second' } : {}) };
  for (let count = 0; ; count++) {
    const steps = policy.previewTogetherInSteps(SITUATIONS, options);
    let isDone = false;
    for (let taken = 0; taken <= count && !isDone; taken++) isDone = steps.next().done === true;
    steps.return(undefined as never);
    expect(policy.snapshot()).toBe(before);
    if (isDone) break;
  }
});

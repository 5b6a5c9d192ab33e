import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createPolicy, type HedgerowError, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { callOf, IN_HTTP, refusing } from './refused-input.ts';

const DEFINITION: PolicyDefinition = {
  actions: ['usual', 'bundle'],
  baseline: { action: 'usual', reward: 'per-call' },
  context: { rain: { min: 0, max: 400 }, size: { min: 0, max: 9 } },
  reward: { min: 3, max: 20 },
  allowedShortfall: 0.3,
};

function refusal(work: () => unknown, part: Parameters<typeof refusing>[0]) {
  try {
    refusing(part, work);
  } catch (error) {
    const { field, message } = error as HedgerowError & { field?: string };
    return { field, message };
  }
  throw new Error('Nothing was refused.');
}

describe('the field of a refusal', () => {
  const ofDefinition = (change: object, at: 'definition' | 'policy' = 'definition') =>
    refusal(() => createPolicy({ ...DEFINITION, ...change }), { kind: 'definition', at }).field;

  it('is the path in the request that puts a definition, or brings it along', () => {
    expect(ofDefinition({ reward: { min: 30, max: 20 } })).toMatch(
      /^definition\.reward\.(min|max)$/,
    );
    expect(ofDefinition({ allowedShortfall: 1.5 }, 'policy')).toBe('policy.allowedShortfall');
    expect(ofDefinition({ baseline: { action: 'other' } })).toBe('definition.baseline.action');
    expect(ofDefinition({ reserv: 4 })).toBe('definition.reserv');
    expect(ofDefinition({ actions: 4 })).toBe('definition.actions');
  });

  it('is the variable of a context, whatever it is called, or the part of a call', () => {
    const policy = createPolicy(DEFINITION);
    const baseline = { reward: 10 };
    const ofCall = (context: object, options: object = { baseline }) =>
      refusal(() => policy.decide(context as never, options), callOf(policy)).field;
    expect(ofCall({ size: 4 })).toBe('context.rain');
    expect(ofCall({ rain: 'wet', size: 4 })).toBe('context.rain');
    expect(ofCall({ rain: 3, size: 4 }, {})).toBe('baseline.reward');
    expect(ofCall({ rain: 3, size: 4 }, { baseline, size: 3 })).toBe('size');
  });
});

describe('the remedy of a refusal', () => {
  it('is to send something, and no function of the library', () => {
    const policy = createPolicy(DEFINITION);
    const { message } = refusal(
      () => policy.decide({ size: 4 } as never, { baseline: { reward: 10 } }),
      callOf(policy),
    );
    expect(message).toContain('send { "kind": "uniform", "min": …, "max": … }');
  });

  it('is known for sentences that the core still says', () => {
    const core = path.resolve(import.meta.dirname, '../../../core/src');
    const text = readdirSync(core, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(path.join(core, file), 'utf8'))
      .join('\n');
    for (const [library] of IN_HTTP) expect(text).toContain(library);
  });
});

/**
 * An option that is not in the grid must say why: the check of a definition itself tells which fields
 * there are, and each of them has a factor that moves it, or a reason.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { FIELD_FACTORS, UNTESTED_FIELDS } from './factors.ts';

const EXAMPLE = {
  actions: ['a'],
  baseline: { action: 'a' },
  context: {},
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.1,
};

/** Gives one part of a definition a field that nobody knows, and reads which ones are known. */
function knownFields(part: string, definition: unknown): string[] {
  let message = '';
  try {
    createPolicy(definition as PolicyDefinition);
  } catch (error) {
    message = (error as Error).message;
  }
  const [, list = ''] = /must hold only the fields ([\w, ]+), but/.exec(message) ?? [];
  expect(list, `the check does not list the fields of ${part}: ${message}`).not.toBe('');
  return list.split(', ').map((field) => (part === '' ? field : `${part}.${field}`));
}

const fields = [
  ...knownFields('', { ...EXAMPLE, novel: 1 }),
  ...knownFields('baseline', { ...EXAMPLE, baseline: { action: 'a', novel: 1 } }),
  ...knownFields('reward', { ...EXAMPLE, reward: { min: 0, max: 1, novel: 1 } }),
  ...knownFields('proposer', { ...EXAMPLE, proposer: { kind: 'greedy', novel: 1 } }),
  ...knownFields('exploration', { ...EXAMPLE, exploration: { share: 0.1, novel: 1 } }),
  ...knownFields('size', { ...EXAMPLE, size: { typical: 1, novel: 1 } }),
  ...knownFields('split', { ...EXAMPLE, split: { novel: 1 } }),
  ...knownFields('split.plotNoise', { ...EXAMPLE, split: { plotNoise: { scale: 1, novel: 1 } } }),
  ...knownFields('prior', { ...EXAMPLE, prior: { novel: 1 } }),
  ...knownFields('memory', { ...EXAMPLE, memory: { novel: 1 } }),
  ...knownFields('baseline.log', {
    ...EXAMPLE,
    baseline: { action: 'a', log: { rewards: [], link: 'same-mean', novel: 1 } },
  }),
];

describe('every field of a definition', () => {
  it('was read from the check', () => {
    expect(fields).toContain('allowedShortfall');
    expect(fields).toContain('baseline.coin');
    expect(fields).toContain('reward.noiseScale');
  });

  it.each(fields)('%s is a factor of the grid, or has a reason not to be', (field) => {
    const isTested = Object.hasOwn(FIELD_FACTORS, field);
    const isExplained = Object.hasOwn(UNTESTED_FIELDS, field);
    expect(isTested !== isExplained, `${field} is in neither list, or in both`).toBe(true);
  });

  it('and nothing is listed that is no field', () => {
    const listed = [...Object.keys(FIELD_FACTORS), ...Object.keys(UNTESTED_FIELDS)];
    expect(listed.filter((field) => !fields.includes(field))).toEqual([]);
  });
});

/**
 * Nothing that can be called or declared is without a row in the table of reports.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { expect, it } from 'vitest';
import {
  BASELINE_FIELDS,
  CALLS,
  DEFINITION_FIELDS,
  REWARD_FIELDS,
  SPLIT_FIELDS,
} from './report-table.ts';

const WHOLE: PolicyDefinition = {
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: 1 },
  context: {},
  reward: { min: 0, max: 2 },
  allowedShortfall: 0.1,
};
const DIVIDED: PolicyDefinition = { ...WHOLE, baseline: { action: 'b' }, split: {} };

/** What importing a state is called; a policy that is asked through its public type has no such call. */
const INNER = ['constructor', 'importState'];

it.each([
  ['whole', WHOLE],
  ['divided', DIVIDED],
])('every call of a policy of %s decisions has a row', (_name, definition) => {
  const policy = createPolicy(definition);
  const called = Object.getOwnPropertyNames(Object.getPrototypeOf(policy));
  const unknown = called.filter((name) => !(name in CALLS) && !INNER.includes(name));
  expect(unknown).toEqual([]);
});

/** The fields that a policy lists where it refuses one that it does not know. */
function listedFields(definition: unknown): string[] {
  try {
    createPolicy(definition as PolicyDefinition);
  } catch (error) {
    const listed = /must hold only the fields (.*?)(?:, but| \[)/.exec(String(error));
    return listed?.[1]?.split(', ').sort() ?? [];
  }
  return [];
}

const NOVEL = { novel: 1 };

it.each<[string, object, object]>([
  ['the definition', DEFINITION_FIELDS, { ...WHOLE, ...NOVEL }],
  ['baseline', BASELINE_FIELDS, { ...WHOLE, baseline: { ...WHOLE.baseline, ...NOVEL } }],
  ['reward', REWARD_FIELDS, { ...WHOLE, reward: { ...WHOLE.reward, ...NOVEL } }],
  ['split', SPLIT_FIELDS, { ...DIVIDED, split: NOVEL }],
])('the rows of %s are the fields that a policy knows', (_name, rows, definition) => {
  expect(listedFields(definition)).toEqual(Object.keys(rows).sort());
});

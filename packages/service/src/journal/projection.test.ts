/**
 * The table of decisions is what the entries say, however they are cut into batches.
 */
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { decisionId, parseDecisionId } from './decision-id.ts';
import type { EntryBody } from './entry.ts';
import { EMPTY_HEAD, sealEntries } from './entry-hash.ts';
import type { DecisionRow, StoredEntry } from './journal.ts';
import { decisionSpokenOf, projectEntries, updateRow } from './projection.ts';
import { created, decided, entry, rewarded } from './testing/sample-entries.ts';

const DECISIONS = 3;

function tableOf(batches: readonly (readonly StoredEntry[])[]): Map<string, DecisionRow> {
  const table = new Map<string, DecisionRow>();
  for (const batch of batches) {
    const { inserts, updates } = projectEntries(batch);
    for (const row of inserts) table.set(row.id, row);
    for (const update of updates) table.set(update.id, updateRow(table.get(update.id)!, update));
  }
  return table;
}

const outcome: fc.Arbitrary<EntryBody> = fc
  .record({
    kind: fc.constantFrom('confirmed', 'fell-back', 'voided', 'rewarded', 'corrected'),
    decision: fc.integer({ min: 1, max: DECISIONS }).map((sequence) => `maize.1.${sequence}`),
    value: fc.integer({ min: -3, max: 3 }),
  })
  .map((record) => ({ ...record, previous: 0, reason: '', isLearnt: true }) as EntryBody);

test.prop([fc.array(outcome, { maxLength: 12 }), fc.array(fc.nat(14), { maxLength: 6 })])(
  'a chain cut into any batches leads to the same table',
  (outcomes, cuts) => {
    const chain = sealEntries('maize', EMPTY_HEAD, [
      ...[1, 2, 3].map((sequence) => decided({ sequence })),
      ...outcomes.map((body, index) => entry(body, index)),
    ]);
    const places = [0, ...cuts.sort((a, b) => a - b), chain.length];
    const batches = places.slice(1).map((end, index) => chain.slice(places[index], end));
    const singly = tableOf(chain.map((one) => [one]));
    expect(tableOf([chain])).toEqual(singly);
    expect(tableOf(batches)).toEqual(singly);
  },
);

describe('projectEntries', () => {
  test('updates each line at most once in a batch', () => {
    const chain = sealEntries('maize', EMPTY_HEAD, [
      rewarded('maize.1.1', 1),
      entry({ kind: 'voided', decision: 'maize.1.2', reason: 'unrelated', isLearnt: true }),
      entry({ kind: 'confirmed', decision: 'maize.1.1', isLearnt: true }),
    ]);
    const { updates, inserts } = projectEntries(chain);
    expect(inserts).toEqual([]);
    expect(updates.map(({ id }) => id)).toEqual(['maize.1.1', 'maize.1.2']);
  });

  test('a reward does not take back what was said before', () => {
    const chain = sealEntries('maize', EMPTY_HEAD, [
      decided({ sequence: 1 }),
      entry({ kind: 'fell-back', decision: 'maize.1.1', reason: 'unrelated', isLearnt: true }),
      rewarded('maize.1.1', 4),
    ]);
    expect(projectEntries(chain).inserts[0]).toMatchObject({ state: 'fell-back', reward: 4 });
  });

  test('entries about the policy change no line', () => {
    const chain = sealEntries('maize', EMPTY_HEAD, [
      created(),
      entry({ kind: 'mode-changed', mode: 'shadow', reason: '' }),
    ]);
    expect(projectEntries(chain)).toMatchObject({ inserts: [], updates: [] });
    expect(decisionSpokenOf(created().body)).toBeNull();
  });

  test('a decision in the chain of another policy is refused', () => {
    const chain = sealEntries('wheat', EMPTY_HEAD, [decided({ policy: 'maize', sequence: 1 })]);
    expect(() => projectEntries(chain)).toThrow('"maize.1.1" is at position 1 of wheat');
  });

  test('a decision made twice in one batch is refused', () => {
    const twice = [decided({ sequence: 1 }), decided({ sequence: 1 })];
    const chain = sealEntries('maize', EMPTY_HEAD, twice);
    expect(() => projectEntries(chain)).toThrow('maize.1.1 was made twice');
  });
});

describe('parseDecisionId', () => {
  test('reads what decisionId writes', () => {
    const name = { policy: 'My-policy_2', generation: 12, sequence: 345 };
    expect(parseDecisionId(decisionId(name))).toEqual(name);
  });

  test.each([
    'maize.1',
    'maize.0.1',
    'maize.1.01',
    'maize.1.1.1',
    '.1.1',
    '-a.1.1',
    'maize.1.1\n',
    `maize.1.${'9'.repeat(16)}`,
    `${'a'.repeat(65)}.1.1`,
  ])('takes no other spelling: %j', (text) => {
    expect(parseDecisionId(text)).toBeNull();
  });
});

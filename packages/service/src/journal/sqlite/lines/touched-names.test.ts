/**
 * What a thread has written of: it must never call a name untouched of which lines wait, and keep no more names than wait, or not many more.
 */
import { expect, it } from 'vitest';
import { createDice } from '../../../faults/testing/dice.ts';
import type { PackedBatch } from '../writing/packed-batch.ts';
import { nameOfDecision, TouchedNames } from './touched-names.ts';
import { LINE_COLUMNS } from './waiting-lines.ts';

const HASH = 'a'.repeat(64);

/** A batch with the decision of each entry after the head. */
function batchOf(head: number, sequences: readonly number[]): PackedBatch {
  const rows = sequences.map((sequence) => {
    const row: (string | number | null)[] = LINE_COLUMNS.map(() => null);
    row[LINE_COLUMNS.indexOf('generation')] = 1;
    row[LINE_COLUMNS.indexOf('sequence')] = sequence;
    return row;
  });
  const next = head + sequences.length;
  return {
    policy: 'maize',
    head: { version: head, hash: HASH },
    next: { version: next, hash: HASH },
    entries: [],
    rows,
    updates: [],
    told: [],
    archivedAt: undefined,
  };
}

it('knows all names that were written of after what is settled, however often others were let go', () => {
  const dice = createDice(5);
  let [settled, version, looks] = [0, 0, 0];
  const touched = new TouchedNames(() => {
    looks += 1;
    return settled;
  });
  for (let step = 0; step < 4000; step++) {
    const size = 1 + dice.below(9);
    touched.note(
      batchOf(
        version,
        Array.from({ length: size }, (_, i) => version + 1 + i),
      ),
    );
    version += size;
    if (dice.below(4) === 0) settled = Math.max(settled, version - dice.below(600));
    const one = 1 + dice.below(version);
    const isUntouched = touched.isUntouched('maize', nameOfDecision(1, one), { settled, version });
    // A batch has one version; those of its names that are settled with it are untouched.
    if (isUntouched) expect(one).toBeLessThanOrEqual(settled + 9);
    if (one <= settled - 9) expect(isUntouched).toBe(true);
  }
  // About once for as many names as there are then, and not with every batch.
  expect(looks).toBeGreaterThan(10);
  expect(looks).toBeLessThan(200);
});

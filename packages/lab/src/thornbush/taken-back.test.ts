/**
 * A round whose coin was shown may be cancelled afterwards, and the caller who cancels knows how it fell. The
 * guarantee holds by both readings: the round stays in the total as issued, or it leaves it.
 */
import { describe, expect, it } from 'vitest';
import { upperLimit } from '../measures/clopper-pearson.ts';
import type { Cell } from './factors.ts';
import { librarySubject } from './library-subject.ts';
import { playLine } from './line-tally.ts';
import { EXAMPLE_CELL } from './testing/example-cell.ts';
import type { TakenBack } from './true-slack.ts';

const CELL: Cell = {
  ...EXAMPLE_CELL,
  promise: 'observed',
  baseline: 'unknown-policy',
  terms: 'shortfall-0.3',
  floor: 'positive',
  outcome: 'void',
};

async function brokenOf(takenBack: TakenBack): Promise<{ count: number; runCount: number }> {
  const { brokenCount, runCount } = await playLine({
    cell: CELL,
    adversary: 'ebb',
    size: { runCount: 50, roundCount: 200 },
    createSubject: librarySubject,
    takenBack,
  });
  return { count: brokenCount, runCount };
}

describe('rounds that are cancelled by their coin', () => {
  it.each(['stays', 'leaves'] as const)(
    'break nothing if the round %s (95 % confidence)',
    async (takenBack) => {
      const limit = upperLimit({ ...(await brokenOf(takenBack)), confidence: 0.95 });
      expect(limit).toBeLessThan(0.1);
    },
  );
});

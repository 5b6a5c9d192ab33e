/**
 * Why a round whose coin was shown stays in the promise as issued, even if it is cancelled afterwards:
 * if it left, a caller who cancels by the coin would break the promise, and no book could prevent that.
 */
import { describe, expect, it } from 'vitest';
import { lowerLimit, upperLimit } from '../measures/clopper-pearson.ts';
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
  it('would break the promise if they left it (99.9 % confidence)', async () => {
    const limit = lowerLimit({ ...(await brokenOf('leaves')), confidence: 0.999 });
    expect(limit).toBeGreaterThan(0.1);
  });

  it('do not break it as they stay (95 % confidence)', async () => {
    const limit = upperLimit({ ...(await brokenOf('stays')), confidence: 0.95 });
    expect(limit).toBeLessThan(0.1);
  });
});

/**
 * The grid tested by itself: policies that were told something else than what they are judged by must
 * be noticed, each within a few runs of one line, at 99.9 % confidence.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { lowerLimit } from '../measures/clopper-pearson.ts';
import type { AdversaryName } from './adversaries.ts';
import { cellNumbers } from './cell-range.ts';
import type { Cell } from './factors.ts';
import { librarySubject } from './library-subject.ts';
import { playLine } from './line-tally.ts';
import { EXAMPLE_CELL } from './testing/example-cell.ts';

interface Lie {
  readonly lie: string;
  readonly cell: Cell;
  readonly adversary: AdversaryName;
  readonly told: (definition: PolicyDefinition) => PolicyDefinition;
}

const LIES: readonly Lie[] = [
  {
    lie: 'a larger share may be lost',
    cell: EXAMPLE_CELL,
    adversary: 'drain',
    told: (definition) => ({ ...definition, allowedShortfall: 0.3 }),
  },
  {
    lie: 'something may be lost once',
    cell: { ...EXAMPLE_CELL, baseline: 'unknown-policy', outcome: 'in-flight' },
    adversary: 'drain',
    told: (definition) => ({ ...definition, reserve: 2 }),
  },
  {
    lie: 'the promise may fail almost always',
    cell: { ...EXAMPLE_CELL, terms: 'loss-per-round' },
    adversary: 'lucky',
    told: (definition) => ({ ...definition, failureProbability: 0.99 }),
  },
  {
    lie: 'the baseline earns less than it does',
    cell: { ...EXAMPLE_CELL, terms: 'loss-per-round' },
    adversary: 'drain',
    told: (definition) => ({ ...definition, baseline: { action: 'b', reward: 0.3 } }),
  },
  {
    lie: 'rewards hardly stray from what is expected',
    cell: { ...EXAMPLE_CELL, terms: 'loss-per-round', reserve: 'some' },
    adversary: 'lucky',
    told: (definition) => ({ ...definition, reward: { min: 0, max: 1, deviationScale: 0.02 } }),
  },
  {
    lie: 'proposals have a floor that they have not',
    cell: { ...EXAMPLE_CELL, baseline: 'unknown-played' },
    adversary: 'drain',
    told: (definition) => ({ ...definition, reward: { min: 0, max: 1, floors: { y: 0.6 } } }),
  },
  {
    lie: 'only the end of a window counts',
    cell: { ...EXAMPLE_CELL, terms: 'loss-per-round', execution: 'assume' },
    adversary: 'drain',
    told: (definition) => ({ ...definition, window: 20 }),
  },
];

describe('the grid notices a policy that was told that', () => {
  it.each(LIES)('$lie', async ({ cell, adversary, told }) => {
    const { brokenCount, runCount } = await playLine({
      cell,
      adversary,
      size: { runCount: 40, roundCount: 200 },
      createSubject: (options) =>
        librarySubject({ ...options, definition: told(options.definition) }),
    });
    const limit = lowerLimit({ count: brokenCount, runCount, confidence: 0.999 });
    expect(limit).toBeGreaterThan(cellNumbers(cell).failureProbability);
  });
});

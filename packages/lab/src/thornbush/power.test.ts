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
import type { Subject, SubjectOptions } from './subject.ts';
import { EXAMPLE_CELL } from './testing/example-cell.ts';

interface Lie {
  readonly lie: string;
  readonly cell: Cell;
  readonly adversary: AdversaryName;
  readonly told: (definition: PolicyDefinition) => PolicyDefinition;
  /** 80 unless more are needed: a promise that breaks in one run of five shows later than in each. */
  readonly runCount?: number;
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
    runCount: 300,
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
  {
    lie: 'a larger share of divided decisions may be lost',
    cell: { ...EXAMPLE_CELL, split: 'shares' },
    adversary: 'drain',
    told: (definition) => ({ ...definition, allowedShortfall: 0.3 }),
  },
  {
    lie: 'tries stay closer to their checks than they do',
    cell: { ...EXAMPLE_CELL, split: 'declared', site: 'three', asking: 'together' },
    adversary: 'drain',
    told: (definition) => ({ ...definition, split: { ...definition.split, drop: 0.1 } }),
  },
  {
    lie: 'parts of fields hardly err',
    cell: { ...EXAMPLE_CELL, split: 'plot-noise', reserve: 'some', baseline: 'interval' },
    adversary: 'lucky',
    told: (definition) => ({
      ...definition,
      split: { strips: 10, plotNoise: { scale: 0.001 } },
      failureProbability: 0.9,
    }),
  },
];

/** A policy that is not told which decisions share a weather. */
async function forgetfulSubject(options: SubjectOptions): Promise<Subject> {
  const subject = await librarySubject(options);
  const { decide } = subject;
  subject.decide = ({ group: _group, ...request }) => decide.call(subject, request);
  return subject;
}

describe('the grid notices a policy that is not told', () => {
  it('which decisions share a weather', async () => {
    const cell: Cell = { ...EXAMPLE_CELL, group: 'of-ten', reserve: 'some', execution: 'assume' };
    const line = { cell, adversary: 'lucky', size: { runCount: 60, roundCount: 1000 } } as const;
    const { brokenCount, runCount } = await playLine({ ...line, createSubject: forgetfulSubject });
    const limit = lowerLimit({ count: brokenCount, runCount, confidence: 0.999 });
    expect(limit).toBeGreaterThan(cellNumbers(cell).failureProbability);
  });
});

describe('the grid notices a policy that was told that', () => {
  it.each(LIES)('$lie', async ({ cell, adversary, told, runCount = 80 }) => {
    const { brokenCount } = await playLine({
      cell,
      adversary,
      size: { runCount, roundCount: 200 },
      createSubject: (options) =>
        librarySubject({ ...options, definition: told(options.definition) }),
    });
    const limit = lowerLimit({ count: brokenCount, runCount, confidence: 0.999 });
    expect(limit).toBeGreaterThan(cellNumbers(cell).failureProbability);
  });
});

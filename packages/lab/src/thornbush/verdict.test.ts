/**
 * The verdict over made-up counts: what is within δ, what is not, and what fails without statistics.
 */
import { describe, expect, it } from 'vitest';
import type { LineTally } from './line-tally.ts';
import { EXAMPLE_CELL } from './testing/example-cell.ts';
import { judge } from './verdict.ts';

function tally(changes: Partial<LineTally>): LineTally {
  return {
    cell: EXAMPLE_CELL,
    adversary: 'lucky',
    runCount: 100,
    brokenCount: 0,
    wrongCount: 0,
    faultyCount: 0,
    faults: [],
    learnerCount: 50,
    roundCount: 1000,
    ...changes,
  };
}

describe('the verdict', () => {
  it('accepts as many broken runs as δ explains', () => {
    const verdict = judge([tally({ brokenCount: 10 })]);
    expect(verdict.isFailed).toBe(false);
    // Seventeen factors and the adversary, the cell, and the line.
    expect(verdict.pools.length).toBe(Object.keys(EXAMPLE_CELL).length + 3);
    expect(1 - verdict.confidence).toBeCloseTo(0.001 / verdict.pools.length, 12);
  });

  it('refuses more, and says how often it is at least', () => {
    const verdict = judge([tally({ brokenCount: 40 }), tally({ adversary: 'bait' })]);
    expect(verdict.isFailed).toBe(true);
    const line = verdict.pools.find(({ kind, isFailed }) => kind === 'line' && isFailed)!;
    expect(line.brokenCount).toBe(40);
    expect(line.lower).toBeGreaterThan(0.1);
    expect(line.lower).toBeLessThan(0.4);
    // Together with a line that kept its promise, the cell is at 40 of 200.
    const [pooled] = verdict.pools.filter(({ kind }) => kind === 'cell');
    expect(pooled).toMatchObject({ brokenCount: 40, runCount: 200 });
  });

  it('finds in the pool what no line shows alone', () => {
    const adversaries = ['lucky', 'bait', 'drain', 'rare-loss', 'rare-win'] as const;
    const lines = adversaries.map((adversary) => tally({ adversary, runCount: 4, brokenCount: 2 }));
    const { pools } = judge(lines);
    expect(pools.filter(({ kind, isFailed }) => kind === 'line' && isFailed)).toEqual([]);
    expect(pools.some(({ kind, isFailed }) => kind === 'level' && isFailed)).toBe(true);
  });

  it('does not count friendly runs against the promise', () => {
    expect(judge([tally({ adversary: 'friendly', brokenCount: 100 })]).pools).toEqual([]);
  });

  it('refuses a fault, and a learner that never plays', () => {
    expect(judge([tally({ faultyCount: 1, faults: ['odd'] })]).isFailed).toBe(true);
    expect(judge([tally({ adversary: 'friendly' })]).isFailed).toBe(false);
    expect(judge([tally({ adversary: 'friendly', learnerCount: 0 })]).isFailed).toBe(true);
  });
});

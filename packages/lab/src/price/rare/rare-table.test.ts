import { describe, expect, it } from 'vitest';
import { RARE_CELLS } from './rare-cells.ts';
import { isRareRowFailed, rareRow, rareTable } from './rare-table.ts';
import { type RareTrial, runRareCell } from './run-rare-cell.ts';

function trial(changes: Partial<RareTrial>): RareTrial {
  return {
    refusedRounds: 100,
    ownRounds: 0,
    hasGivenUp: false,
    shareAtEnd: 1,
    isPromiseBroken: false,
    isPlayedBroken: false,
    ...changes,
  };
}

describe('a row of the report on rare rewards', () => {
  const [cell] = RARE_CELLS;

  it('stands beside the least of any gate', () => {
    const row = rareRow(cell!, 5000, [trial({}), trial({ refusedRounds: 140 })]);
    expect([row.refusedRounds, row.standardError]).toEqual([120, 20]);
    expect(row.fewestRounds).toBeCloseTo(58.8, 1);
    expect(row.ratio).toBeCloseTo(120 / row.fewestRounds, 12);
    const lines = rareTable([row], 1).split('\n');
    expect(lines[3]).toMatch(/^number +0\.5 → 0\.6 +5000 +120 ± 20 +59 +2\.04 /);
  });

  it('leaves out trials in which the learner gave up, and counts them', () => {
    const gone = trial({ refusedRounds: 3, ownRounds: 4000, hasGivenUp: true, shareAtEnd: 0 });
    const row = rareRow(cell!, 5000, [trial({}), gone]);
    expect([row.refusedRounds, row.givenUp, row.ownRounds]).toEqual([100, 1, 2000]);
    expect(rareRow(cell!, 5000, [gone]).refusedRounds).toBe(3);
  });

  it('fails the check when the promise breaks too often', () => {
    const rowOf = (broken: number) =>
      rareRow(
        cell!,
        5000,
        Array.from({ length: 20 }, (_, i) => trial({ isPromiseBroken: i < broken })),
      );
    expect([0, 1, 3].map((broken) => isRareRowFailed(rowOf(broken)))).toEqual([false, false, true]);
  });
});

describe('a trial of rare rewards', () => {
  it('counts every round once, whatever is told of the baseline', () => {
    for (const [cellIndex, cell] of RARE_CELLS.entries()) {
      if (cell.baselineReward !== 0.2) continue;
      const task = { cellIndex, seed: 1, firstTrial: 0, trialCount: 1, roundCount: 400 };
      const [result] = runRareCell(cell, task);
      expect(result!.refusedRounds).toBeGreaterThan(9);
      expect(result!.refusedRounds + result!.ownRounds).toBeLessThanOrEqual(400);
      expect(result!.isPromiseBroken).toBe(false);
    }
  });
});

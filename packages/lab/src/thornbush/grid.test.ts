/**
 * A first look at every cell that needs no service: each library cell against every adversary, each
 * restored one against two. The verdict of a sound policy fails once in a thousand grids, and these runs
 * are always the same ones. The cells over HTTP are looked at where the service is known, in the command;
 * `npm run thornbush` plays all of them long enough for the statistics to speak.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createGrid } from './grid.ts';
import { librarySubject, restoredSubject } from './library-subject.ts';
import { lineName } from './line-name.ts';
import { lineSize } from './line-size.ts';
import { type LineTally, playLine, quickLinesOf } from './line-tally.ts';
import { judge } from './verdict.ts';

/** On a machine with other work, all cells may take minutes. */
const PATIENCE_MS = 400_000;

const grid = createGrid();

describe('every cell of the grid', () => {
  const tallies: LineTally[] = [];

  beforeAll(async () => {
    for (const line of quickLinesOf(grid.rows)) {
      const { way } = line.cell;
      if (way === 'service') continue;
      const createSubject = way === 'library' ? librarySubject : restoredSubject;
      const size = lineSize(line, { isQuick: true });
      tallies.push(await playLine({ ...line, size, createSubject }));
    }
  }, PATIENCE_MS);

  it('is played', () => {
    const cells = grid.rows.filter(({ way }) => way !== 'service');
    expect(new Set(tallies.map(({ cell }) => cell)).size).toBe(cells.length);
  });

  it('shows no fault', () => {
    const faulty = tallies.filter(({ faultyCount }) => faultyCount > 0);
    expect(faulty.map((tally) => `${lineName(tally)}: ${tally.faults.join('; ')}`)).toEqual([]);
  });

  it('keeps its promise as often as it must', () => {
    const failed = judge(tallies).pools.filter(({ isFailed }) => isFailed);
    expect(failed).toEqual([]);
  });

  it('is alive at every level, if the world is friendly', () => {
    const shares = judge(tallies).liveness.filter(({ learnerShare }) => learnerShare !== null);
    expect(shares.filter(({ learnerShare }) => learnerShare === 0)).toEqual([]);
  });
});

describe('the combinations of the grid', () => {
  it('refuses only what a definition or a policy refuses', () => {
    const pairs = grid.refused.filter(({ length }) => length === 2);
    expect(pairs).toContainEqual(['promise=observed', 'noise=some']);
    expect(pairs).toContainEqual(['execution=assume', 'outcome=void']);
    expect(pairs).toContainEqual(['split=whole', 'outcome=otherwise']);
    expect(pairs).toContainEqual(['window=every-fifth', 'size=spread']);
    expect(pairs.length).toBeLessThan(100);
    expect(grid.covered.length).toBeGreaterThan(1500);
  });
});

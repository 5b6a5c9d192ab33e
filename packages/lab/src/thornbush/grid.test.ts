/**
 * A first look at every cell that needs no service: each library cell against every adversary, each
 * restored one against two. The verdict of a sound policy fails once in a thousand grids, and these runs
 * are always the same ones. The cells over HTTP are looked at where the service is known, in the command;
 * `npm run thornbush` plays all of them long enough for the statistics to speak.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cellDefinition } from './cell-definition.ts';
import { FACTORS, FIELD_FACTORS } from './factors.ts';
import { createGrid } from './grid.ts';
import { librarySubject, restoredSubject } from './library-subject.ts';
import { lineName } from './line-name.ts';
import { lineSize } from './line-size.ts';
import { type LineTally, playLine, quickLinesOf } from './line-tally.ts';
import { pairsOf, SERVICE_FACTORS, SERVICE_ROWS, servicePlays } from './service-levels.ts';
import { judge } from './verdict.ts';

/** On a machine with other work, all cells may take minutes. */
const PATIENCE_MS = 400_000;

const grid = createGrid();
const { rows } = grid;

function fieldOf(definition: PolicyDefinition, path: string): unknown {
  let value: unknown = definition;
  for (const name of path.split('.'))
    value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

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

describe('the grid', () => {
  const moved = Object.keys(FIELD_FACTORS).filter((field) => field !== 'baseline.action');
  it.each(moved)('%s really takes several values over the cells', (field) => {
    const log = [1, 0];
    const values = rows.map((cell) =>
      JSON.stringify(fieldOf(cellDefinition({ cell, log, seed: 1 }), field)),
    );
    expect(new Set(values).size).toBeGreaterThan(1);
  });

  it('meets every level of every factor', () => {
    for (const [factor, levels] of Object.entries(FACTORS)) {
      const met = new Set(rows.map((cell) => cell[factor as keyof typeof FACTORS]));
      expect([...met].sort()).toEqual([...levels].sort());
    }
  });

  it.each(FACTORS.way)('meets every level through the way in %s', (way) => {
    const cells = rows.filter((cell) => cell.way === way);
    for (const [factor, levels] of Object.entries(FACTORS)) {
      if (factor === 'way') continue;
      const met = new Set(cells.map((cell) => cell[factor as keyof typeof FACTORS]));
      expect([...met].sort(), factor).toEqual([...levels].sort());
    }
  });
});

describe('what a service can be told', () => {
  const cells = rows.filter(({ way }) => way === 'service');
  const plays = servicePlays(cells);

  it('each level meets each level of every other factor', () => {
    const met = new Set(plays.flatMap(pairsOf));
    const wanted = Object.entries(SERVICE_FACTORS).flatMap(([name, levels]) =>
      levels.flatMap((level) =>
        Object.entries(FACTORS).flatMap(([factor, values]) =>
          factor === 'way' ? [] : values.map((value) => `${name}=${level} ${factor}=${value}`),
        ),
      ),
    );
    expect(wanted.filter((pair) => !met.has(pair))).toEqual([]);
  });

  it('every cell over HTTP is played, and hardly one twice', () => {
    expect(new Set(plays.map(({ cell }) => cell)).size).toBe(cells.length);
    expect(plays.length).toBeLessThan(1.2 * cells.length);
  });

  it('each pair of levels of a service is met, but for a minute that passes in threads', () => {
    const names = Object.keys(SERVICE_FACTORS) as (keyof typeof SERVICE_FACTORS)[];
    const missing = names.flatMap((one, i) =>
      names
        .slice(i + 1)
        .flatMap((other) =>
          SERVICE_FACTORS[one].flatMap((level) =>
            SERVICE_FACTORS[other]
              .filter(
                (beside) =>
                  !SERVICE_ROWS.some((row) => row[one] === level && row[other] === beside),
              )
              .map((beside) => `${level} ${beside}`),
          ),
        ),
    );
    expect(missing).toEqual(['two-threads a-minute']);
  });
});

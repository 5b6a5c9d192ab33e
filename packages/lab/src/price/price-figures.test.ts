/**
 * The figures of the reports about the price of safety: what they say, and that every name has room.
 */
import { describe, expect, test } from 'vitest';
import { expectFittingLabels } from '../plots/testing/fitting-labels.ts';
import { RARE_CELLS } from './rare/rare-cells.ts';
import { rareFigure } from './rare/rare-figure.ts';
import type { RareRow } from './rare/rare-table.ts';
import { SEASON_CELL_NAMES } from './seasons/season-cells.ts';
import { seasonFigure } from './seasons/season-figure.ts';
import type { SeasonRow } from './seasons/season-row.ts';
import { COMPARED_NAMES } from './worlds/world-experiment.ts';
import { worldFigure } from './worlds/world-figure.ts';
import type { WorldRow } from './worlds/world-rows.ts';

const about = (mean: number) => ({ mean, standardError: 2 });

describe('worlds', () => {
  const row = (world: string, difference: number): WorldRow => ({
    world,
    ...{ allowedShortfall: 0.1, trials: 9, rounds: 100, seed: 1, hedgeRegret: about(1000) },
    expectedDifference: about(difference),
    realisedDifference: about(-1),
  });

  test('every world has room, and those where hedge is behind are counted', async () => {
    const rows = COMPARED_NAMES.map((world, index) => row(world, index === 3 ? 6.1 : -1298));
    const figure = worldFigure(rows);
    expect(figure.title).toBe(`hedge is behind Algorithm 1 in 1 of ${rows.length} comparisons`);
    const svg = await expectFittingLabels(figure);
    expect(svg).toContain(`${COMPARED_NAMES[3]}, α = 0.1`);
    expect(svg).toContain('6.1 ± 2');
    // Without any spread the sign alone is shown.
    const still = { ...row('log', 0), expectedDifference: { mean: -3, standardError: 0 } };
    await expectFittingLabels(worldFigure([still]));
  });
});

test('rare rewards: times the least of any gate', async () => {
  const rows = RARE_CELLS.map(
    (cell, index): RareRow => ({
      ...cell,
      ...{ trials: 60, refusedRounds: 200 + index, standardError: 5, ownRounds: 0, givenUp: 0 },
      ...{ fewestRounds: 100, ratio: 2 + index / 100, shareAtEnd: 1, playedBroken: 0 },
      broken: index === 2 ? 30 : 0,
    }),
  );
  const figure = rareFigure(rows);
  expect(figure.title).toContain('needs 2 to 2.04 times');
  const svg = await expectFittingLabels(figure);
  // The row whose promise was broken in half of the trials is red.
  expect(svg.match(/fill="#ad4a00"/g)?.length).toBe(2);
});

describe('seasons', () => {
  const row = (name: string): SeasonRow => ({
    name,
    ...{ isSound: true, trials: 50, promises: 50, triedShare: {}, gainSoFar: [], broken: 0 },
    ...{ wrong: 0, leastMargin: about(1), limit: null, isBehind: false },
    gain: { 3: { mean: 0.1, standardError: 0.01 }, 5: { mean: -1.2345, standardError: 0.01 } },
    reference: null,
  });

  test('every row has room, beside its reference', async () => {
    const rows = SEASON_CELL_NAMES.map(row);
    const gain = { 5: { mean: 0.777, standardError: 0.01 } };
    const reference = { name: '', trials: 9, triedShare: {}, gain, broken: 0, wrong: 0 };
    rows[0] = { ...rows[0]!, reference, isBehind: true };
    const figure = seasonFigure(rows)!;
    expect(figure.title).toBe(
      `1 of ${rows.length} rows fall behind the reference or break a promise`,
    );
    expect(figure.subtitle).toContain('mean of 5 seasons');
    const values = JSON.stringify(figure.specification);
    expect(values).toContain('"gain":777');
    await expectFittingLabels(figure);
  });

  test('there is none where too few seasons were played', () => {
    expect(seasonFigure([{ ...row('range'), gain: {} }])).toBeNull();
  });
});

/**
 * The verdict of the grid as pictures: every level has room, and what failed is red.
 */
import { expect, test } from 'vitest';
import { expectFittingLabels } from '../plots/testing/fitting-labels.ts';
import { ADVERSARIES } from './adversaries.ts';
import { FACTORS } from './factors.ts';
import { gridFigures } from './grid-figure.ts';
import type { Pool, Verdict } from './verdict.ts';

const LEVELS = [
  ...Object.entries(FACTORS).flatMap(([factor, levels]) => levels.map((one) => `${factor}=${one}`)),
  ...Object.keys(ADVERSARIES).map((name) => `adversary=${name}`),
];

function pool(name: string, failureProbability: number, brokenCount = 0): Pool {
  const rates = { lower: brokenCount > 0 ? 0.5 : 0, upper: 0.6 };
  const counts = { runCount: 123_456, brokenCount, wrongCount: 0 };
  const isFailed = rates.lower > failureProbability;
  return { kind: 'level', name, failureProbability, ...counts, ...rates, isFailed };
}

function verdict(pools: readonly Pool[], share = 0.5): Verdict {
  const liveness = LEVELS.map((level) => ({ level, learnerShare: share }));
  return { confidence: 0.9999991, pools, faulty: [], liveness, isFailed: false };
}

test('every level has room in a picture for each failure probability, and in one of liveness', async () => {
  const pools = LEVELS.flatMap((name) => [pool(name, 0.1), pool(name, 0.3)]);
  const line: Pool = { ...pool('only a row', 0.1), kind: 'line' };
  const figures = gridFigures(verdict([...pools, line]));
  expect(figures.map(({ id }) => id)).toEqual([
    'thornbush-broken-0.1',
    'thornbush-broken-0.3',
    'thornbush-liveness',
  ]);
  expect(figures[0]!.title).toBe(
    '10 % of runs may be broken: no level breaks its promise too often',
  );
  expect(figures[0]!.subtitle).toContain('99.99991 %');
  const [first] = await Promise.all(figures.map(expectFittingLabels));
  expect(first).not.toContain('only a row');
  // In the order of the table, so that levels of a factor stand together.
  const at = (name: string) => first!.indexOf(`>${name}<`);
  expect(at('baseline=equations')).toBeGreaterThan(0);
  expect(at('baseline=equations')).toBeLessThan(at('baseline=number'));
});

test('levels that failed, or where the learner never plays, are counted and red', () => {
  const found = verdict([pool('split=whole', 0.1, 9), pool('split=blocks', 0.1)], 0);
  const [broken, liveness] = gridFigures(found);
  expect(broken!.title).toContain('1 levels break their promise');
  expect(JSON.stringify(broken!.specification)).toContain('#d55e00');
  expect(liveness!.title).toContain(`at ${LEVELS.length} levels the learner never plays`);
  const nobody = { ...found, pools: [], liveness: [{ level: 'a=b', learnerShare: null }] };
  expect(gridFigures(nobody)).toEqual([]);
});

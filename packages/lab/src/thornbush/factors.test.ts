/**
 * An option that is not in the grid must say why: the check of a definition itself tells which fields
 * there are, and each of them has a factor that moves it, or a reason.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { cellDefinition } from './cell-definition.ts';
import { FACTORS, FIELD_FACTORS, UNTESTED_FIELDS } from './factors.ts';
import { createGrid } from './grid.ts';
import { pairsOf, SERVICE_FACTORS, SERVICE_ROWS, servicePlays } from './service-levels.ts';

const EXAMPLE = {
  actions: ['a'],
  baseline: { action: 'a' },
  context: {},
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.1,
};

/** Gives one part of a definition a field that nobody knows, and reads which ones are known. */
function knownFields(part: string, definition: unknown): string[] {
  let message = '';
  try {
    createPolicy(definition as PolicyDefinition);
  } catch (error) {
    message = (error as Error).message;
  }
  const [, list = ''] = /must hold only the fields ([\w, ]+), but/.exec(message) ?? [];
  expect(list, `the check does not list the fields of ${part}: ${message}`).not.toBe('');
  return list.split(', ').map((field) => (part === '' ? field : `${part}.${field}`));
}

const fields = [
  ...knownFields('', { ...EXAMPLE, novel: 1 }),
  ...knownFields('baseline', { ...EXAMPLE, baseline: { action: 'a', novel: 1 } }),
  ...knownFields('reward', { ...EXAMPLE, reward: { min: 0, max: 1, novel: 1 } }),
  ...knownFields('proposer', { ...EXAMPLE, proposer: { kind: 'greedy', novel: 1 } }),
  ...knownFields('exploration', { ...EXAMPLE, exploration: { share: 0.1, novel: 1 } }),
  ...knownFields('size', { ...EXAMPLE, size: { typical: 1, novel: 1 } }),
  ...knownFields('split', { ...EXAMPLE, split: { novel: 1 } }),
  ...knownFields('split.plotNoise', { ...EXAMPLE, split: { plotNoise: { scale: 1, novel: 1 } } }),
  ...knownFields('prior', { ...EXAMPLE, prior: { novel: 1 } }),
  ...knownFields('memory', { ...EXAMPLE, memory: { novel: 1 } }),
  ...knownFields('baseline.log', {
    ...EXAMPLE,
    baseline: { action: 'a', log: { rewards: [], link: 'same-mean', novel: 1 } },
  }),
];

const { rows } = createGrid();

function fieldOf(definition: PolicyDefinition, path: string): unknown {
  let value: unknown = definition;
  for (const name of path.split('.'))
    value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

describe('every field of a definition', () => {
  it('was read from the check', () => {
    expect(fields).toContain('allowedShortfall');
    expect(fields).toContain('baseline.coin');
    expect(fields).toContain('reward.noiseScale');
  });

  it.each(fields)('%s is a factor of the grid, or has a reason not to be', (field) => {
    const isTested = Object.hasOwn(FIELD_FACTORS, field);
    const isExplained = Object.hasOwn(UNTESTED_FIELDS, field);
    expect(isTested !== isExplained, `${field} is in neither list, or in both`).toBe(true);
  });

  it('and nothing is listed that is no field', () => {
    const listed = [...Object.keys(FIELD_FACTORS), ...Object.keys(UNTESTED_FIELDS)];
    expect(listed.filter((field) => !fields.includes(field))).toEqual([]);
  });

  const moved = Object.keys(FIELD_FACTORS).filter((field) => field !== 'baseline.action');
  it.each(moved)('%s really takes several values over the cells', (field) => {
    const log = [1, 0];
    const values = rows.map((cell) =>
      JSON.stringify(fieldOf(cellDefinition({ cell, log, seed: 1 }), field)),
    );
    expect(new Set(values).size).toBeGreaterThan(1);
  });
});

describe('the grid', () => {
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

/**
 * A whole reproduction of the maize half with tiny numbers, on one thread and on two.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExperiment } from '../../experiments/parse-experiment.ts';
import { unbalancedTags } from '../../reports/testing/unbalanced-tags.ts';
import { playExperiment } from '../../runner/play-experiment.ts';
import { type MaizeSize, maizeExperiment } from './maize-experiment.ts';
import { type MaizeReproduction, reproduceMaize } from './reproduce-maize.ts';

const TINY: MaizeSize = { rounds: 40, trials: 3, seed: 5 };
const place = mkdtempSync(path.join(tmpdir(), 'hedgerow-reproduce-maize-'));
const folder = path.join(place, 'maize');

function reproduce(changes: Partial<Parameters<typeof reproduceMaize>[0]> = {}) {
  const command = 'hedgerow reproduce --data maize --output maize';
  return reproduceMaize({ folder, size: TINY, command, workerCount: 2, ...changes });
}

let reproduction: MaizeReproduction;
const told: number[] = [];

beforeAll(async () => {
  reproduction = await reproduce({ onProgress: ({ doneCount }) => told.push(doneCount) });
});

afterAll(() => rmSync(place, { recursive: true }));

describe('a reproduction of the maize half', () => {
  it('runs all cells and tells how far it is', () => {
    expect(reproduction.summary.cells).toHaveLength(30);
    expect(told.at(-1)).toBe(90);
    expect(reproduction.agreement).toBeNull();
    expect(reproduction.isAsExpected).toBe(true);
    expect(reproduction.claims).toHaveLength(10);
  });

  it('is an experiment of the ordinary format', () => {
    const experiment = maizeExperiment(TINY);
    expect(checkExperiment(experiment)).toEqual(experiment);
  });

  it('gives the same numbers in this very thread, differences included', () => {
    expect(playExperiment(maizeExperiment(TINY))).toEqual(reproduction.summary);
    expect(reproduction.summary.differences).toHaveLength(8);
  });

  it('writes a report that stands alone, its figures and its numbers', () => {
    const html = readFileSync(reproduction.files.html, 'utf8');
    expect(unbalancedTags(html)).toEqual([]);
    expect(html).not.toMatch(/https?:\/\/|<script/);
    expect(html).toContain('hedgerow reproduce --data maize --output maize');
    expect(html).toContain('no yield model');
    expect(html).toContain('lies below that floor');
    expect(reproduction.files.pictures).toHaveLength(9);
    const markdown = readFileSync(reproduction.files.markdown, 'utf8');
    for (const [, link] of markdown.matchAll(/\]\((figures[^)]+)\)/g)) {
      expect(existsSync(path.join(folder, link!))).toBe(true);
    }
    for (const name of ['claims.json', 'agreement.json', 'summary.json']) {
      expect(() => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))).not.toThrow();
    }
  });

  it('stops when it is told to, and goes on from there', async () => {
    const stopped = path.join(place, 'stopped');
    await expect(reproduce({ folder: stopped, signal: AbortSignal.abort() })).rejects.toThrow();
    const interruption = new AbortController();
    const run = reproduce({
      folder: stopped,
      signal: interruption.signal,
      onProgress: ({ doneCount }) => {
        if (doneCount >= 9) interruption.abort();
      },
    });
    await expect(run).rejects.toThrow(/abort/i);
    expect(existsSync(path.join(stopped, 'report.html'))).toBe(false);
    const told: number[] = [];
    const resumed = await reproduce({
      folder: stopped,
      onProgress: ({ doneCount }) => told.push(doneCount),
    });
    expect(resumed.summary).toEqual(reproduction.summary);
    expect(told[0]).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(90);
  });

  it('leaves folders of others alone', async () => {
    const foreign = path.join(place, 'foreign');
    mkdirSync(foreign);
    writeFileSync(path.join(foreign, 'thesis.txt'), 'years of work');
    await expect(reproduce({ folder: foreign })).rejects.toThrow(/nothing was overwritten/);
    expect(readFileSync(path.join(foreign, 'thesis.txt'), 'utf8')).toBe('years of work');
  });
});

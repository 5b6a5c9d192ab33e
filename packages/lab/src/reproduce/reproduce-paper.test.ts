/**
 * A whole reproduction with tiny numbers: it runs, writes everything, resumes, and respects folders.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unbalancedTags } from '../reports/testing/unbalanced-tags.ts';
import type { PaperSize } from './paper-experiments.ts';
import { paperSettings, type Reproduction, reproducePaper } from './reproduce-paper.ts';

const TINY: PaperSize = {
  rounds: 60,
  trials: 3,
  seed: 5,
  stressRounds: 40,
  stressTrials: 3,
  longRounds: 80,
  longTrials: 3,
};
const place = mkdtempSync(path.join(tmpdir(), 'hedgerow-reproduce-'));
const folder = path.join(place, 'paper');

function reproduce(changes: Partial<Parameters<typeof reproducePaper>[0]> = {}) {
  return reproducePaper({
    folder,
    size: TINY,
    command: 'hedgerow reproduce --output paper',
    workerCount: 2,
    ...changes,
  });
}

let reproduction: Reproduction;
const told: string[] = [];

beforeAll(async () => {
  reproduction = await reproduce({
    listenTo: (experiment) => {
      told.push(paperSettings(experiment));
      return () => {};
    },
  });
});

afterAll(() => rmSync(place, { recursive: true }));

describe('a reproduction', () => {
  it('runs all experiments and says which', () => {
    expect(told.map((line) => line.split(':')[0])).toEqual([
      'paper',
      'half',
      'free',
      'stress',
      'long',
      'long-half',
      'long-quarter',
      'offset',
    ]);
    expect(told[3]).toMatch(/\(3 trials of 40 rounds\)$/);
    expect(reproduction.summaries.paper.cells).toHaveLength(36);
  });

  it('does not compare runs of another length, and takes no offence', () => {
    expect(reproduction.agreement).toBeNull();
    expect(reproduction.isAsExpected).toBe(true);
    expect(reproduction.claims).toHaveLength(12);
  });

  it('writes a report that stands alone, and its figures', () => {
    const html = readFileSync(reproduction.files.html, 'utf8');
    expect(unbalancedTags(html)).toEqual([]);
    expect(html).not.toMatch(/https?:\/\/|<script/);
    expect(html).toContain('hedgerow reproduce --output paper');
    expect(reproduction.files.pictures).toHaveLength(10);
    for (const picture of reproduction.files.pictures) expect(existsSync(picture)).toBe(true);
    const markdown = readFileSync(reproduction.files.markdown, 'utf8');
    for (const [, link] of markdown.matchAll(/\]\((figures[^)]+)\)/g)) {
      expect(existsSync(path.join(folder, link!))).toBe(true);
    }
  });

  it('takes what is finished when it is run again, and writes the same bytes', async () => {
    const before = readFileSync(reproduction.files.html, 'utf8');
    const played: number[] = [];
    await reproduce({ listenTo: () => () => played.push(1) });
    expect(played).toEqual([]);
    expect(readFileSync(reproduction.files.html, 'utf8')).toBe(before);
  });

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort();
    await expect(reproduce({ folder: path.join(place, 'stopped'), signal })).rejects.toThrow();
    expect(existsSync(path.join(place, 'stopped', 'report.html'))).toBe(false);
  });

  it('leaves folders and files of others alone', async () => {
    const foreign = path.join(place, 'foreign');
    mkdirSync(foreign);
    writeFileSync(path.join(foreign, 'thesis.txt'), 'years of work');
    await expect(reproduce({ folder: foreign })).rejects.toThrow(
      /must be a new or empty folder.*holds "thesis\.txt".*nothing was overwritten.*HR_FILE/,
    );
    const file = path.join(foreign, 'thesis.txt');
    await expect(reproduce({ folder: file })).rejects.toThrow(/but it is a file/);
    expect(readFileSync(file, 'utf8')).toBe('years of work');
  });
});

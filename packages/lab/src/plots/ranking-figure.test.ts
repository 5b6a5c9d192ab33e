import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rankingFigure } from './ranking-figure.ts';
import { writePicture } from './write-picture.ts';

const PICTURE = rankingFigure({
  id: 'maize-DEH1',
  title: 'Try B73/PHN82 in DEH1',
  subtitle: 'Beside B73/MO17.',
  unit: 't/ha',
  rows: [
    { hybrid: 'B73/PHN82', expected: 14.13, low: 10.1, high: 18.2, marks: ['to try'] },
    { hybrid: 'LH195/PHZ51', expected: 10.4, low: 6.4, high: 14.4, marks: [] },
    { hybrid: 'B73/MO17', expected: 9.86, low: 5.8, high: 13.9, marks: ['usual'] },
  ],
});

describe('the picture of a ranking', () => {
  it('shows every hybrid, and which is to be tried and which is usual', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hedgerow-ranking-'));
    try {
      const file = path.join(folder, 'ranking.svg');
      await writePicture(PICTURE, file);
      const svg = await readFile(file, 'utf8');
      for (const text of ['B73/PHN82', 'LH195/PHZ51', 'B73/MO17', '14.1  to try', '9.9  usual']) {
        expect(svg).toContain(`>${text}<`);
      }
      await writePicture(PICTURE, path.join(folder, 'ranking.png'));
      const png = await readFile(path.join(folder, 'ranking.png'));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('refuses other kinds of files', async () => {
    await expect(writePicture(PICTURE, 'ranking.gif')).rejects.toThrow(/\.svg or \.png/);
  });
});

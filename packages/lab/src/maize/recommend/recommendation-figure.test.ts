import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { independent, normal } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { vectorModel } from '../world/testing/maize-vectors.ts';
import { recommend } from './recommend.ts';
import { recommendationFigure } from './recommendation-figure.ts';
import { seasonOf } from './season.ts';
import { writePicture } from './write-picture.ts';

const model = vectorModel();
const weather = independent([normal(22.5, 0.8), normal(20.7, 0.8)]);
const season = seasonOf(model, { field: 'DEH1', weather });
const { answer } = recommend(null, { model, season, declared: { reserve: 8 } });

describe('the picture of a recommendation', () => {
  it('shows every hybrid, and which are recommended and usual', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hedgerow-maize-'));
    try {
      const file = path.join(folder, 'ranking.svg');
      await writePicture(recommendationFigure(answer), file);
      const svg = await readFile(file, 'utf8');
      for (const hybrid of model.hybrids) expect(svg).toContain(`>${hybrid}<`);
      expect(svg).toContain('14.1  recommended');
      expect(svg).toContain('9.9  usual');
      await writePicture(recommendationFigure(answer), path.join(folder, 'ranking.png'));
      const png = await readFile(path.join(folder, 'ranking.png'));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('refuses other kinds of files', async () => {
    await expect(writePicture(recommendationFigure(answer), 'ranking.gif')).rejects.toThrow(
      /\.svg or \.png/,
    );
  });
});

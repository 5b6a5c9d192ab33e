/**
 * Writes a figure to a file, as SVG or PNG by the ending of its name.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import type { Figure } from './figure.ts';
import { renderPng, renderSvg } from './render.ts';

/** Refuses a name that ends in neither .svg nor .png. */
export function requirePictureName(file: string): void {
  if (['.svg', '.png'].includes(path.extname(file).toLowerCase())) return;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'the name of a picture must end in .svg or .png',
    received: JSON.stringify(file),
  });
}

/** Draws the figure and writes it. */
export async function writePicture(figure: Figure, file: string): Promise<void> {
  requirePictureName(file);
  const svg = await renderSvg(figure.specification);
  const content = file.toLowerCase().endsWith('.png') ? renderPng(svg) : svg;
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${file} must be a file that can be written`,
      received: `not: ${(error as Error).message}`,
    });
  }
}

/**
 * Reads a fitted maize model from a file: the one that comes with the lab, or the user's own.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HedgerowError } from '@hedgerow/core';
import type { MaizeModel } from './maize-model.ts';
import { parseMaizeModel } from './maize-model-schema.ts';

/** The model that comes with the lab: strict data, both scalings min-max, penalties inside the sum. */
export const SHIPPED_MODEL_FILE: string = fileURLToPath(
  new URL('../../../models/maize-strict.json', import.meta.url),
);

/** Returns a model that comes with the lab, by its name. */
export function readShippedModel(name: string): MaizeModel {
  return readMaizeModel(fileURLToPath(new URL(`../../../models/${name}.json`, import.meta.url)));
}

/** Returns the model in a file; the shipped one if none is named. */
export function readMaizeModel(file: string = SHIPPED_MODEL_FILE): MaizeModel {
  return parseMaizeModel(file, readText(file));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${file} must be a file that can be read`,
      received: `not: ${(error as Error).message}`,
    });
  }
}

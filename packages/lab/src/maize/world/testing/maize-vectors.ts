/**
 * Reads the vectors about maize: worlds, trajectories and rows made by an independent program.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StrategyKind } from '@hedgerow/core/research';
import type { MeanAndError } from '../../../measures/mean-and-error.ts';
import type { ReferenceMeasure } from '../../../reproduce/reference.ts';
import type { MaizeMap } from '../maize-features.ts';
import type { MaizeModel } from '../maize-model.ts';
import type { MaizeGenerator } from '../maize-world.ts';
import { readMaizeModel } from '../read-maize-model.ts';

const FOLDER = new URL('../../../../../../vectors/', import.meta.url);

/** Values that the world file says its own coefficients lead to. */
export interface MaizeChecks {
  readonly rewardsAtCentre: readonly (readonly number[])[];
  readonly bestAtCentre: readonly number[];
  readonly sixteenthAtCentre: readonly number[];
  readonly contexts: readonly CheckedContext[];
}

export interface CheckedContext {
  readonly field: string;
  readonly temperatureC: number;
  readonly radiation: number;
  readonly scaledContinuous: readonly number[];
  readonly latentContext: readonly number[];
  readonly rewards: readonly number[];
  readonly best: number;
  readonly sixteenth: number;
  readonly hiddenVarianceIfForecastSdIsSiteSd: readonly number[];
  readonly phiHadamardOfBest: readonly number[];
  readonly phiOuterNormOfBest: number;
}

export interface Trajectory {
  readonly map: MaizeMap;
  readonly algorithm: StrategyKind;
  readonly allowedShortfall: number;
  readonly weightNormBound: number;
  readonly featureNormBound: number;
  readonly inputs: readonly (readonly number[])[];
  readonly expected: readonly (readonly number[])[];
}

type ReferenceMeans = Readonly<Record<ReferenceMeasure, MeanAndError>>;

interface RowOf {
  readonly map: MaizeMap;
  readonly generator: MaizeGenerator;
  readonly allowedShortfall: number | null;
}

export interface MaizeRows {
  readonly rows: readonly (RowOf & ReferenceMeans & { readonly algorithm: StrategyKind })[];
  readonly sound: readonly (RowOf & ReferenceMeans)[];
  readonly pairedDifferences: readonly (RowOf & {
    readonly expectedRegret: MeanAndError;
    readonly oracleRegret: MeanAndError;
  })[];
}

/** Returns the model of a file of vectors, with its checks. */
export function vectorModel(
  name: 'maize-world' | 'maize-world-standardised' = 'maize-world',
): MaizeModel & { readonly checks: MaizeChecks } {
  const file = fileURLToPath(new URL(`${name}.json`, FOLDER));
  return readMaizeModel(file) as MaizeModel & { readonly checks: MaizeChecks };
}

/** Returns the five trajectories. */
export function trajectories(): readonly Trajectory[] {
  return readJson<{ trajectories: Trajectory[] }>('maize-trajectories.json').trajectories;
}

/** Returns the rows of reference. */
export function maizeRows(): MaizeRows {
  return readJson<MaizeRows>('maize-rows.json');
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Content;
}

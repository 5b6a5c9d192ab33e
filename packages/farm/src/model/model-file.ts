/**
 * A yield model as text: read with care, written so that people can compare two of them.
 *
 * A file comes from somebody's disk. Before anything is computed with it every list must have the length
 * that the others ask for, every name must be there once, every number must be one, and the precision must
 * be positive definite: a damaged file is refused here and not found out by a strange recommendation.
 */
import { HedgerowError } from '@hedgerow/core';
import { featuresOf } from './design.ts';
import type { MixedModel, VarianceName } from './mixed-model.ts';
import { factorInPlace, unpackUpper } from './symmetric-matrix.ts';

const KIND = 'hedgerow-mixed-model/1';
/** Numbers are written with so many digits; predictions are good to ten. */
const DIGITS = 14;

const VARIANCE_NAMES: readonly VarianceName[] = [
  'weather',
  'hybrid',
  'parent',
  'field',
  'region',
  'parentWeather',
  'fieldYear',
  'parentFieldYear',
  'hybridFieldYear',
  'plot',
];

/** Returns the text of a model: indented, with lists of numbers on one line. */
export function mixedModelText(model: MixedModel): string {
  const short = {
    ...model,
    weights: rounded(model.weights),
    precisionUpper: rounded(model.precisionUpper),
  };
  const text = JSON.stringify(short, null, 1);
  return `${text.replace(/\[[^[\]{}"]*\]/g, (list) => list.replace(/\s+/g, ' '))}\n`;
}

function rounded(values: readonly number[]): number[] {
  return values.map((value) => Number(value.toPrecision(DIGITS)));
}

/** Returns the model in a text; `name` is what the user calls it. */
export function parseMixedModel(name: string, text: string): MixedModel {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unfit(name, `no JSON: ${(error as Error).message}`);
  }
  return readMixedModel(name, value);
}

/** Returns plain data as a model, or refuses it and says what is wrong. */
export function readMixedModel(name: string, value: unknown): MixedModel {
  const fault = faultOf(value);
  if (fault !== null) throw unfit(name, fault);
  return value as MixedModel;
}

function unfit(name: string, fault: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${name} must hold a yield model of the kind ${KIND}`,
    received: `not: ${fault}`,
    remedy: 'Fit it again from the trials.',
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** The first fault found, in an order in which each check may rely on those before. */
function faultOf(value: unknown): string | null {
  if (!isRecord(value)) return 'it is not an object';
  if (value.kind !== KIND) return `its kind is ${JSON.stringify(value.kind)}`;
  return (
    faultOfTexts(value) ??
    faultOfNames(value) ??
    faultOfCovariates(value.covariates) ??
    faultOfFields(value) ??
    faultOfVariances(value) ??
    faultOfData(value) ??
    faultOfBeliefs(value as unknown as MixedModel)
  );
}

function faultOfTexts({ crop, unit, range, guard }: Fields): string | null {
  if (!isText(crop) || !isText(unit)) return 'crop and unit must be texts';
  if (!isRecord(range) || !isNumber(range.min) || !isNumber(range.max) || range.min >= range.max) {
    return 'range must have a min below its max';
  }
  const isGuard = isRecord(guard) && isAmount(guard.level) && isAmount(guard.action);
  return isGuard ? null : 'guard must have a level and an action of at least 0';
}

function faultOfNames({ hybrids, parents, fields, regions }: Fields): string | null {
  if (!areNames(parents) || parents.length === 0) return 'parents must be different names';
  if (!areNames(regions)) return 'regions must be different names';
  if (!areNamed(hybrids) || hybrids.length === 0) return 'hybrids must have different names';
  if (!areNamed(fields)) return 'fields must have different names';
  const known = new Set(parents);
  const orphan = hybrids.find(
    (one) =>
      !Array.isArray(one.parents) ||
      one.parents.length === 0 ||
      !one.parents.every((parent) => known.has(parent)),
  );
  return orphan === undefined
    ? null
    : `the parents of ${String(orphan.name)} are not among parents`;
}

function faultOfCovariates(covariates: unknown): string | null {
  if (!areNamed(covariates)) return 'covariates must have different names';
  for (const one of covariates) {
    const { seen } = one;
    const isSeen =
      isRecord(seen) && isNumber(seen.min) && isNumber(seen.max) && seen.min <= seen.max;
    const isScaled = isNumber(one.centre) && isNumber(one.scale) && one.scale > 0;
    const isTold = typeof one.unit === 'string' && typeof one.movesLevel === 'boolean';
    if (!isSeen || !isScaled || !isTold || !isAmount(one.yearDeviation)) {
      return `the covariate ${one.name} lacks centre, scale, seen, unit, movesLevel or yearDeviation`;
    }
  }
  return null;
}

function faultOfFields({ fields, regions, covariates }: Fields): string | null {
  const names = (covariates as { name: string }[]).map(({ name }) => name);
  const known = new Set<unknown>(regions as string[]);
  for (const { name, region, covariates: means } of fields as Fields[]) {
    if (region !== null && !known.has(region)) return `the region of ${String(name)} is not known`;
    if (!isRecord(means) || !names.every((one) => isNumber(means[one]))) {
      return `the field ${String(name)} lacks a covariate`;
    }
  }
  return null;
}

function faultOfVariances({ variances, held, residual, regions }: Fields): string | null {
  if (!isRecord(variances)) return 'variances are missing';
  for (const name of VARIANCE_NAMES) {
    const variance = variances[name];
    const mayBeZero = name === 'region' && (regions as string[]).length === 0;
    if (!isAmount(variance) || (variance === 0 && !mayBeZero))
      return `variances.${name} must be positive`;
  }
  const isHeld = (one: unknown) =>
    isRecord(one) && VARIANCE_NAMES.includes(one.variance as VarianceName) && isText(one.reason);
  if (!Array.isArray(held) || !held.every(isHeld)) return 'held must name variances and reasons';
  return residual === undefined || isResidual(residual)
    ? null
    : 'residual must name variances and their degrees';
}

function isResidual(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.variances)) return false;
  const areKnown = value.variances.every((name) => VARIANCE_NAMES.includes(name));
  return areKnown && isNumber(value.degrees) && value.degrees > 0;
}

function faultOfData({ data, accuracy }: Fields): string | null {
  if (!isRecord(data)) return 'data are missing';
  const counts = ['rows', 'plots', 'cells', 'fieldYears', 'filledCovariates'];
  if (!counts.every((name) => isAmount(data[name]))) return 'data must hold counts';
  if (!Array.isArray(data.years) || !data.years.every(isNumber))
    return 'data.years must be numbers';
  if (accuracy === null) return null;
  const isTold =
    isRecord(accuracy) && Array.isArray(accuracy.schemes) && Array.isArray(accuracy.reliability);
  return isTold ? null : 'accuracy must be null or hold schemes and reliability';
}

function faultOfBeliefs(model: MixedModel): string | null {
  const size = featuresOf(model).length;
  const { weights, precisionUpper } = model;
  const packed = (size * (size + 1)) / 2;
  if (!areNumbers(weights) || weights.length !== size) return `weights must be ${size} numbers`;
  if (!areNumbers(precisionUpper) || precisionUpper.length !== packed) {
    return `precisionUpper must be ${packed} numbers`;
  }
  try {
    factorInPlace(unpackUpper(precisionUpper, size), size);
    return null;
  } catch {
    return 'precisionUpper is not positive definite';
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isAmount(value: unknown): value is number {
  return isNumber(value) && value >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function areNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isNumber);
}

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
}

function areNamed(value: unknown): value is (Fields & { name: string })[] {
  if (!Array.isArray(value) || !value.every(isRecord)) return false;
  return areNames(value.map(({ name }) => name));
}

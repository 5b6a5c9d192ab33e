/**
 * What a model file must hold before anything is computed with it: all coefficients, in sizes that fit.
 *
 * Other fields (provenance, error, checks) are kept as they are and not looked at.
 */
import { HedgerowError } from '@hedgerow/core';
import { z } from 'zod';
import { type MaizeModel, NUMBER_COORDINATES } from './maize-model.ts';

const names = z.array(z.string().min(1)).min(1);
const rows = z.array(z.array(z.number()).min(1)).min(1);
const numbers = z.array(z.number()).length(NUMBER_COORDINATES);
const spread = z.number().min(0);
const bound = z.looseObject({ D: z.number().positive() });

const heldOut = z.looseObject({
  fieldYears: z.number().positive(),
  withinFieldYear: z.number().positive().nullable(),
});
const crossValidation = z.looseObject({ fit: heldOut }).nullish();

const schema = z.looseObject({
  format: z.literal('hedgerow-maize-world/1'),
  yieldScaling: z.looseObject({ min: z.number(), max: z.number() }),
  contextOrder: names,
  contextScaling: z.looseObject({ offset: numbers, scale: numbers }),
  hybrids: names,
  fields: names,
  W: rows,
  V: rows,
  sites: z.array(
    z.looseObject({
      field: z.string(),
      sand: z.number(),
      silt: z.number(),
      clay: z.number(),
      temperatureC: z.number(),
      temperatureSd: spread,
      radiation: z.number(),
      radiationSd: spread,
      photoperiodH: z.number(),
    }),
  ),
  features: z.looseObject({ outer: bound, hadamard: bound, kronecker: bound }),
  fit: z.looseObject({ report: z.looseObject({ crossValidation }).optional() }).optional(),
});

/** Returns the model that a text holds, or refuses it and says what is wrong. */
export function parseMaizeModel(name: string, text: string): MaizeModel {
  const parsed = schema.safeParse(readJson(name, text));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw unfit(name, `${path.join('.') || 'the whole'}: ${message}`);
  }
  const model = parsed.data as MaizeModel;
  const fault = faultOfSizes(model);
  if (fault !== null) throw unfit(name, fault);
  return model;
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unfit(name, (error as Error).message);
  }
}

function faultOfSizes({ W, V, contextOrder, hybrids, fields, sites }: MaizeModel): string | null {
  const latentCount = V[0]!.length;
  if (W.length !== contextOrder.length) return 'W needs one row for each name in contextOrder';
  if (V.length !== hybrids.length) return 'V needs one row for each hybrid';
  if ([...W, ...V].some((row) => row.length !== latentCount)) return 'rows of W and V differ';
  if (contextOrder.length !== NUMBER_COORDINATES + fields.length) {
    return 'contextOrder needs six numbers and one name for each field';
  }
  const inOrder = sites.length === fields.length && sites.every((s, i) => s.field === fields[i]);
  return inOrder ? null : 'sites need the order of fields';
}

function unfit(name: string, fault: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${name} must hold a maize model of the format hedgerow-maize-world/1`,
    received: `not: ${fault}`,
  });
}

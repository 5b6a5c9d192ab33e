/**
 * The yield model of a table that was read; a page and a command fit the same table alike.
 */
import { fitMixedModel } from '../model/fit-mixed-model.ts';
import type { MixedModel } from '../model/mixed-model.ts';
import { mixedModelText, parseMixedModel } from '../model/model-file.ts';
import type { TrialReport } from '../tables/read-trials.ts';

export interface TrialSource {
  /** Where the table comes from, for people. */
  readonly source: string;
  /** Between which yields lie, if it is declared. */
  readonly range?: { readonly min: number; readonly max: number };
}

/** Fits the rows of a report; throws what cannot be fitted. */
export function modelOfTrials(
  { rows, crop, unit, covariates }: TrialReport,
  { source, range }: TrialSource,
): MixedModel {
  const model = fitMixedModel(rows, {
    crop: crop.name,
    unit,
    covariates: covariates.map((one) => ({ name: one.name, unit: one.unit ?? '' })),
    ...(range && { range }),
    source,
  });
  // As its file would say it: whether it was kept in one makes no difference of a bit.
  return parseMixedModel(source, mixedModelText(model));
}

/**
 * What a farm starts from: the trials that come with hedgerow, trials of one's own, or nothing.
 */
import { type MixedModel, modelOfTrials, type TrialReport } from '@hedgerow/farm';
import type { FarmDraft } from './farm-draft.ts';

export type CropModel =
  | { readonly kind: 'none' }
  | { readonly kind: 'shipped' | 'own'; readonly model: MixedModel };

/** The model of four years of maize trials in North America, loaded when it is asked for. */
export async function shippedModel(): Promise<MixedModel> {
  const { default: model } = await import('@hedgerow/farm/models/maize-g2f.json');
  return model as unknown as MixedModel;
}

/** Fits trials of one's own; throws what cannot be fitted. */
export function fittedModel(report: TrialReport): MixedModel {
  return modelOfTrials(report, { source: 'trials of your own' });
}

/** The model itself, if there is one. */
export function modelIn(chosen: CropModel): MixedModel | null {
  return chosen.kind === 'none' ? null : chosen.model;
}

/** Of yields. */
export function unitOf(model: CropModel): string {
  return model.kind === 'none' ? 't/ha' : model.model.unit;
}

/** What the model knows enters the draft: no hybrid is chosen for anybody. */
export function draftFor(model: CropModel, draft: FarmDraft): FarmDraft {
  if (model.kind === 'none') return { ...draft, hybrids: [] };
  const known = model.model.hybrids.map(({ name }) => name);
  return { ...draft, hybrids: draft.hybrids.filter((name) => known.includes(name)) };
}

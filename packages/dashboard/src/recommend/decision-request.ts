/**
 * From an outlook to the question that the policy of the service is asked, and whether it can answer it.
 */
import type { DecisionRequest, ShownDefinition } from '@hedgerow/client';
import { type MaizeModel, maizePolicyDefinition } from '@hedgerow/lab/recommend';
import type { FieldOutlook } from './field-outlook.ts';

/** Name of the policy of the service. */
export const MAIZE_POLICY = 'maize';

/** Returns the request: the model's best is proposed, the usual hybrid is the baseline. */
export function requestFor({ form, best, usualYield, dayLength }: FieldOutlook): DecisionRequest {
  const { temperature, radiation } = form;
  return {
    context: {
      sand: form.sand,
      silt: form.silt,
      clay: form.clay,
      temperature: { kind: 'normal', mean: temperature.mean, sd: temperature.deviation },
      radiation: { kind: 'normal', mean: radiation.mean, sd: radiation.deviation },
      dayLength,
      field: form.field,
    },
    baseline: { action: form.usual, reward: usualYield },
    proposal: best.hybrid,
  };
}

/** Returns why a policy cannot answer such requests; null if it can. */
export function misfitOf(model: MaizeModel, definition: ShownDefinition): string | null {
  const wanted = maizePolicyDefinition(model, model.hybrids[0]!);
  const names = definition.actions.map((action) =>
    typeof action === 'string' ? action : action.name,
  );
  if (model.hybrids.some((hybrid) => !names.includes(hybrid))) {
    return 'its actions are not the hybrids of the fitted model';
  }
  const variables = Object.keys(definition.context).sort().join(', ');
  if (variables !== Object.keys(wanted.context).sort().join(', ')) {
    return `it asks for ${variables}, which is not what this form knows`;
  }
  const { field } = definition.context;
  const fields = field !== undefined && 'categories' in field ? field.categories : [];
  if (model.fields.some((name) => !fields.includes(name))) {
    return 'its fields are not those of the fitted model';
  }
  return definition.baseline.reward === 'per-call'
    ? null
    : 'it does not ask what the usual hybrid is expected to yield';
}

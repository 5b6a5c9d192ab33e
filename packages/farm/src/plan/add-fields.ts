/**
 * Fields that come later.
 *
 * The policy of a farm knows the fields of the trials, and one that stands for any field of which nothing is
 * known (begin-farm.ts). A field that comes later is as little known as that one: mean 0 and the same
 * precision, beside everything else. So only the definition is needed to add it, not the model that it was
 * made of; and a definition that only adds keeps books and learning.
 */
import { HedgerowError, type PolicyDefinition } from '@hedgerow/core';
import { ANOTHER_FIELD } from './another-field.ts';
import { featureOf, widenedPrior } from './widen-prior.ts';

/** Returns the definition with more fields; those that it knows by name stay what they are. */
export function withFields(
  definition: PolicyDefinition,
  names: readonly string[],
): PolicyDefinition {
  const { context, features, prior } = definition;
  const known = categoriesOf(definition);
  const fresh = [...new Set(names)].filter((name) => !known.includes(name));
  if (fresh.length === 0) return definition;
  const template = known.indexOf(ANOTHER_FIELD);
  if (features?.kind !== 'standardised' || features.map.kind !== 'terms' || prior === undefined) {
    throw notAFarm('features of terms and a prior');
  }
  if (template < 0) throw notAFarm(`a field named ${ANOTHER_FIELD}`);
  const { contextDimension, terms } = features.map;
  const coordinate = contextDimension - known.length + template;
  const at = terms.findIndex(([attribute, one]) => attribute === null && one === coordinate);
  const zeros = fresh.map(() => 0);
  return {
    ...definition,
    context: { ...context, field: { categories: [...known, ...fresh] } },
    features: {
      ...features,
      centre: [...features.centre, ...zeros],
      scale: [...features.scale, ...fresh.map(() => 1)],
      map: {
        ...features.map,
        contextDimension: contextDimension + fresh.length,
        terms: [...terms, ...fresh.map((_, i) => [null, contextDimension + i] as const)],
      },
    },
    prior: widenedPrior(
      prior,
      fresh.map(() => featureOf(prior, at)),
    ),
  };
}

function categoriesOf({ context }: PolicyDefinition): readonly string[] {
  const entries = Object.entries(context);
  const [name, variable] = entries.at(-1) ?? ['', null];
  if (name === 'field' && variable !== null && 'categories' in variable) return variable.categories;
  throw notAFarm('the field as the last variable of its context');
}

function notAFarm(what: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `a definition to which fields are added must have ${what}`,
    received: 'one without',
    remedy: 'Make it with beginFarm.',
  });
}

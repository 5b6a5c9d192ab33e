/**
 * Hands the whole list of fields to the service, which keeps it in its journal. On the way every field
 * gets what the crop model knows of its place, and the policy learns the names of new fields.
 */
import type { Client, Subject } from '@hedgerow/client';
import { ANOTHER_FIELD, withFields } from '@hedgerow/farm';
import type { Farm } from '../data/use-farm.ts';
import { shippedModel } from '../setup/crop-model.ts';
import { FIELD_VARIABLE, weatherVariables } from './field-variables.ts';
import { isMadeOf, withPlaceNotes } from './place-notes.ts';

export async function keepFields(
  client: Client,
  farm: Farm,
  fields: readonly Subject[],
): Promise<void> {
  const { view, revision } = farm;
  await nameFields(client, farm, fields);
  await client.putSubjects(view.id, { subjects: await placed(farm, fields), revision });
}

/**
 * As long as nothing is decided, the policy may begin anew with the names of its fields. Later it would lose
 * what it has proved: a field that comes then counts as one of which nothing is known.
 */
async function nameFields(
  client: Client,
  { view }: Farm,
  fields: readonly Subject[],
): Promise<void> {
  const variable = view.definition.context[FIELD_VARIABLE];
  if (variable === undefined || !('categories' in variable)) return;
  const known = variable.categories;
  const fresh = fields.map(({ name }) => name).filter((name) => !known.includes(name));
  if (fresh.length === 0 || view.counts.decisions > 0 || !known.includes(ANOTHER_FIELD)) return;
  const { definition } = await client.definition(view.id);
  await client.define(view.id, {
    definition: withFields(definition, fresh),
    reason: `Fields entered: ${fresh.join(', ')}`.slice(0, 500),
  });
}

async function placed({ view }: Farm, fields: readonly Subject[]): Promise<readonly Subject[]> {
  if (weatherVariables(view.definition).length === 0) return fields;
  const model = await shippedModel().catch(() => null);
  if (model === null || !isMadeOf(view.definition, model)) return fields;
  return fields.map((field) => withPlaceNotes(field, model));
}

/** Returns the list after new lines came: same names take the place of the old, others are added. */
export function mergedFields(old: readonly Subject[], fresh: readonly Subject[]): Subject[] {
  const byName = new Map([...old, ...fresh].map((field) => [field.name, field]));
  return [...byName.values()];
}

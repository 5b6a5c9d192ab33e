/**
 * Hands the whole list of fields to the service, which keeps it in its journal. On the way the policy learns
 * the names of new fields.
 */
import type { Client, Subject } from '@hedgerow/client';
import { ANOTHER_FIELD, withFields } from '@hedgerow/farm';
import type { Farm } from '../data/use-farm.ts';
import { FIELD_VARIABLE } from './field-variables.ts';

const REASON_LENGTH_MAX = 500;

export async function keepFields(
  client: Client,
  farm: Farm,
  fields: readonly Subject[],
): Promise<void> {
  const { view, revision } = farm;
  await nameFields(client, farm, fields);
  await client.putSubjects(view.id, { subjects: fields, revision });
}

/**
 * A definition that only adds keeps what is proved and learnt. Where the service would begin anew instead,
 * nothing is changed once something was decided: a new field then counts as one of which nothing is known.
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
  if (fresh.length === 0 || !known.includes(ANOTHER_FIELD)) return;
  const { definition } = await client.definition(view.id);
  const request = {
    definition: withFields(definition, fresh),
    reason: `Fields entered: ${fresh.join(', ')}`.slice(0, REASON_LENGTH_MAX),
  };
  const { change } = await client.previewDefinition(view.id, request);
  if (change === 'grown' || view.counts.decisions === 0) await client.define(view.id, request);
}

/** Returns the list after new lines came: same names take the place of the old, others are added. */
export function mergedFields(old: readonly Subject[], fresh: readonly Subject[]): Subject[] {
  const byName = new Map([...old, ...fresh].map((field) => [field.name, field]));
  return [...byName.values()];
}

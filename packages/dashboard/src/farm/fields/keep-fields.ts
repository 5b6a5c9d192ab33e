/**
 * Hands the whole list of fields to the service, which keeps it in its journal.
 */
import type { Client, Subject } from '@hedgerow/client';
import type { Farm } from '../data/use-farm.ts';

export async function keepFields(
  client: Client,
  { view, revision }: Farm,
  fields: readonly Subject[],
): Promise<void> {
  await client.putSubjects(view.id, { subjects: fields, revision });
}

/** Returns the list after new lines came: same names take the place of the old, others are added. */
export function mergedFields(old: readonly Subject[], fresh: readonly Subject[]): Subject[] {
  const byName = new Map([...old, ...fresh].map((field) => [field.name, field]));
  return [...byName.values()];
}

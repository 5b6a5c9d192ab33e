/**
 * The schemas that have a name of their own in the OpenAPI document.
 *
 * A registry of our own, not the global one of the library: two servers in one process, or another
 * user of the library, must not meet in it.
 */
import { z } from 'zod';

export interface SchemaMeta {
  readonly id?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

type Registry = ReturnType<typeof z.registry<SchemaMeta>>;

export const schemaRegistry: Registry = z.registry<SchemaMeta>();

/** Gives a schema a name, under which the OpenAPI document holds it once, and returns it. */
export function named<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  meta: SchemaMeta = {},
): Schema {
  schemaRegistry.add(schema, { ...schemaRegistry.get(schema), ...meta, id });
  return schema;
}

/** Tells more about a schema in the OpenAPI document, where it stands, and returns it. */
export function described<Schema extends z.ZodType>(schema: Schema, meta: SchemaMeta): Schema {
  schemaRegistry.add(schema, meta);
  return schema;
}

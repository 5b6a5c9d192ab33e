/**
 * Makes values that fit a JSON schema, by chance: the part of JSON Schema that our own OpenAPI document
 * uses, and nothing more.
 */
import fc from 'fast-check';

export interface JsonSchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

export interface SchemaArbitraryOptions {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Names that mean something to the service, mixed in among random ones. */
  readonly names: readonly string[];
}

const DEPTH_MAX = 3;

/** Returns an arbitrary of values that fit. */
export function schemaArbitrary(
  schema: JsonSchema,
  options: SchemaArbitraryOptions,
  depth = 0,
): fc.Arbitrary<unknown> {
  const within = (inner: JsonSchema, deeper = 0) => schemaArbitrary(inner, options, depth + deeper);
  if (schema.$ref !== undefined) return within(options.schemas[schema.$ref.split('/').at(-1)!]!, 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    return fc.oneof(...shallow(branches, depth).map((branch) => within(branch)));
  }
  switch (schema.type) {
    case 'string':
      return textArbitrary(schema, options.names);
    case 'integer':
      return wholeArbitrary(schema);
    case 'number':
      return numberArbitrary();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(within(schema.items!, 1), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'object':
      return objectArbitrary(schema, options, depth);
    default:
      throw new Error(`No values are known for the schema ${JSON.stringify(schema)}.`);
  }
}

/** Deep inside only branches that hold no others are taken, so that values end. */
function shallow(branches: readonly JsonSchema[], depth: number): readonly JsonSchema[] {
  if (depth < DEPTH_MAX) return branches;
  const flat = branches.filter((branch) => !JSON.stringify(branch).includes('$ref'));
  return flat.length > 0 ? flat : branches;
}

function textArbitrary(schema: JsonSchema, names: readonly string[]): fc.Arbitrary<string> {
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  const random = fc.string({ minLength: schema.minLength ?? 0, maxLength: 12, unit: 'grapheme' });
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, random);
}

function wholeArbitrary({ minimum = -9e15, maximum = 9e15 }: JsonSchema): fc.Arbitrary<number> {
  const near = { min: Math.max(minimum, -3), max: Math.min(maximum, 40) };
  return fc.oneof(fc.integer(near), fc.constantFrom(minimum, maximum));
}

function numberArbitrary(): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 10 }) },
    { weight: 3, arbitrary: fc.double({ min: -10, max: 400, noNaN: true }) },
    fc.constantFrom(0, -0, 0.2, 1e-300, -1e300, 1.7976931348623157e308),
  );
}

function objectArbitrary(
  schema: JsonSchema,
  options: SchemaArbitraryOptions,
  depth: number,
): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = false } = schema;
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      schemaArbitrary(inner, options, depth + 1),
    ]),
  );
  const record = fc.record(known, { requiredKeys: [...required], noNullPrototype: true });
  if (typeof additionalProperties === 'boolean') return record;
  const more = fc.dictionary(
    fc.constantFrom(...options.names),
    schemaArbitrary(additionalProperties, options, depth + 1),
    { maxKeys: 3, noNullPrototype: true },
  );
  return fc.tuple(more, record).map(([extra, fields]) => ({ ...extra, ...fields }));
}

/**
 * JSON schemas in words, for the reference.
 */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns the names that an object always has. */
export function requiredFields(schema: Schema): ReadonlySet<string> {
  return new Set(schema.required ?? []);
}

/** Returns what values a schema takes: "number from 0 to 1", "list of text". */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return referenceText(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ');
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if ('const' in schema) return code(schema.const);
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => typeText({ ...schema, type })).join(' or ');
  }
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  if (schema.type === 'object') return objectText(schema);
  return numberText(schema) ?? WORDS[String(schema.type)] ?? 'any value';
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: '`true` or `false`',
  null: '`null`',
};

function numberText({ type, minimum, maximum }: Schema): string | undefined {
  if (type !== 'number' && type !== 'integer') return undefined;
  const word = type === 'integer' ? 'whole number' : 'number';
  const isLimit = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const limits = [
    ...(isLimit(minimum) ? [`from ${minimum}`] : []),
    ...(isLimit(maximum) ? [`to ${maximum}`] : []),
  ];
  return [word, ...limits].join(' ');
}

function objectText({ properties, additionalProperties, required = [] }: Schema): string {
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(field)}`,
    );
    const others = typeof additionalProperties === 'object';
    const rest = others ? [`other names: ${typeText(additionalProperties)}`] : [];
    return `{ ${[...fields, ...rest].join('; ')} }`;
  }
  return typeof additionalProperties === 'object'
    ? `object of ${typeText(additionalProperties)} by name`
    : 'object';
}

function referenceText(reference: string): string {
  const name = reference.split('/').at(-1)!;
  return `[${name}](#${name.toLowerCase()})`;
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

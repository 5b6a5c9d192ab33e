/**
 * A schema of the OpenAPI document in a few words of HTML: `list of numbers`, a link to a named shape, an object with its fields.
 */

/** The parts of JSON Schema that our document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Returns the text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** Returns a sentence as HTML; what stands between backticks is code. */
export function proseHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Returns what kind of value it is. */
export function schemaWords(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref.split('/').at(-1)!);
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(' or ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map(schemaWords))].join(' or ');
  if (schema.type === 'array') return `list of ${schemaWords(schema.items ?? {})}`;
  if (schema.type === 'object') return objectWords(schema);
  return `${[schema.type ?? 'anything'].flat().map(plainWord).join(' or ')}${rangeWords(schema)}`;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

function plainWord(type: string): string {
  return WORDS[type] ?? type;
}

function objectWords({ properties, additionalProperties }: Schema): string {
  if (properties !== undefined) return 'object';
  const isByName = typeof additionalProperties === 'object';
  return isByName ? `object of ${schemaWords(additionalProperties)}` : 'object';
}

function rangeWords({ minimum, maximum }: Schema): string {
  if (maximum !== undefined && Math.abs(maximum) < 2 ** 53 - 1) {
    return ` from ${minimum ?? 'any'} to ${maximum}`;
  }
  return minimum !== undefined && Math.abs(minimum) < 2 ** 53 - 1 ? `, at least ${minimum}` : '';
}

function linkTo(name: string): string {
  return `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function code(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}

/** Returns the fields of an object as a table; those of inner objects inside of it. */
export function fieldsTable(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isNeeded = schema.required?.includes(name) === true;
    const mark = isNeeded ? '' : ' <span class="optional">may be left out</span>';
    const about = `<p>${proseHtml(field.description ?? '')}</p>${innerFields(field)}`;
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${mark}</th><td>${schemaWords(field)}</td><td>${about}</td></tr>`;
  });
  if (rows.length === 0) return '';
  return `<table><thead><tr><th>field</th><th>value</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Shapes that have no name of their own: of the field itself, of the items of a list, of values by name. */
function innerFields(schema: Schema): string {
  if (schema.$ref !== undefined) return '';
  if (schema.properties !== undefined) return fieldsTable(schema);
  const { items, additionalProperties } = schema;
  const inner = [
    ...(schema.anyOf ?? schema.oneOf ?? []),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return inner.map(innerFields).join('');
}

/** Returns all that is to be said of a named shape. */
export function shapeHtml(name: string, schema: Schema): string {
  const branches = schema.oneOf ?? schema.anyOf ?? [];
  const body = [fieldsTable(schema), ...branches.map(fieldsTable)].filter((text) => text !== '');
  const words = body.length === 0 ? `<p>${schemaWords(schema)}</p>` : '';
  const about = schema.description === undefined ? '' : `<p>${proseHtml(schema.description)}</p>`;
  return `<section id="${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${about}${words}${body.join('')}</section>`;
}

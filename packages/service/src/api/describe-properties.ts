/**
 * Puts a description to every property and parameter of the OpenAPI document that has none of its own.
 */
import { PROPERTY_DESCRIPTIONS } from './schemas/property-descriptions.ts';

type Node = Record<string, unknown>;

/** What is a value and no schema: its names are those of the user. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Changes the document; `note` is called with the name under which each description was found, or looked for in vain. */
export function describeProperties(
  document: Node,
  note: (name: string, isFound: boolean) => void = () => {},
): void {
  const describe = (node: Node, inside: string, name: string) => {
    if (node.description !== undefined || node.$ref !== undefined) return;
    const special = `${inside}.${name}`;
    const found = [special, name].find((key) => Object.hasOwn(PROPERTY_DESCRIPTIONS, key));
    note(found ?? special, found !== undefined);
    if (found !== undefined) node.description = PROPERTY_DESCRIPTIONS[found];
  };
  const walk = (node: unknown, inside: string): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, inside);
    if (!isNode(node)) return;
    for (const [key, value] of Object.entries(node)) {
      if (VALUES.has(key)) continue;
      if (key === 'properties') walkProperties(value as Node, inside);
      else if (key === 'parameters') walkParameters(value as Node[]);
      else walk(value, inside);
    }
  };
  const walkProperties = (properties: Node, inside: string) => {
    for (const [name, schema] of Object.entries(properties)) {
      if (isNode(schema)) describe(schema, inside, name);
      walk(schema, name);
    }
  };
  const walkParameters = (parameters: readonly Node[]) => {
    for (const parameter of parameters) {
      if ((parameter.schema as Node | undefined)?.description !== undefined) continue;
      describe(parameter, 'query', parameter.name as string);
    }
  };
  const schemas = (document.components as { schemas?: Node } | undefined)?.schemas ?? {};
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name.replace(/Input$/, ''));
  walk(document.paths, '');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

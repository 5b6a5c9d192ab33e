/**
 * JSON with sorted keys, so that equal data has equal text, and the fingerprint of a request.
 */
import { hash } from 'node:crypto';

/** Returns the text; fields that are undefined count as absent. */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? listText(value) : fieldsText(value);
    default:
      return JSON.stringify(value) ?? 'null';
  }
}

function listText(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += `${text === '' ? '' : ','}${canonicalJson(value)}`;
  return `[${text}]`;
}

function fieldsText(value: object): string {
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of sortedNames(fields)) {
    const field = fields[name];
    if (field === undefined) continue;
    text += `${text === '' ? '' : ','}${quoted(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** Most objects have few names, and many have them in order: looking costs less than sorting. */
function sortedNames(fields: object): string[] {
  const names = Object.keys(fields);
  for (let i = 1; i < names.length; i++) if (names[i - 1]! > names[i]!) return names.sort();
  return names;
}

/** Names that nothing in JSON has to be escaped in. */
const PLAIN = /^[\w-]*$/;

function quoted(name: string): string {
  return PLAIN.test(name) ? `"${name}"` : JSON.stringify(name);
}

/** Returns the SHA-256 of the data, hexadecimal. */
export function fingerprint(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

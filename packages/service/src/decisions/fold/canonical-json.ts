/**
 * JSON with sorted keys, so that equal data has equal text, and the fingerprint of a request.
 */
import { hash } from 'node:crypto';

/** Returns the text; fields that are undefined count as absent. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** Returns the SHA-256 of the data, hexadecimal. */
export function fingerprint(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

/**
 * Names one question to the service for ever, so that asking it twice decides once.
 */
const KEY_BYTES = 16;

/** Returns a key that nobody has used. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return `page-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * What a key may be allowed to do. No scope includes another: a key that reports rewards must not be
 * able to decide, and one that administers need not see exports.
 */
export const SCOPES = [
  'decide',
  'reward',
  'ack',
  'void',
  'correct',
  'read',
  'export',
  'admin',
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/**
 * What a key may be allowed to do. No scope includes another: a key that reports rewards must not be
 * able to decide, and one that administers need not see exports.
 *
 * `site:NAME` keeps a key to one site: whatever it may do, it does for that site alone, and it sees
 * nothing of any other.
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

export type Scope = (typeof SCOPES)[number] | SiteScope;
export type SiteScope = `site:${string}`;

const SITE_SCOPE = /^site:(.{1,64})$/s;

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text) || SITE_SCOPE.test(text);
}

/** Returns the sites that a key is kept to; none if it may touch all. */
export function sitesOf(scopes: readonly string[]): string[] {
  return scopes.flatMap((scope) => SITE_SCOPE.exec(scope)?.[1] ?? []);
}

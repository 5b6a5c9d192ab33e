/**
 * Which page an address names. Everything behind the `#` is read here and nowhere else.
 */
export type Route =
  | { readonly page: 'overview' }
  | { readonly page: 'policy'; readonly policy: string }
  | { readonly page: 'decision'; readonly decision: string }
  | { readonly page: 'audit'; readonly policy: string }
  | LazyRoute
  | { readonly page: 'unknown'; readonly path: string };

/** What a page that is loaded when it is first opened learns of its address. */
export interface LazyPageProps {
  /** What follows the page's name, without slashes at its ends: `maize` of `#/reports/maize`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface LazyRoute extends LazyPageProps {
  readonly page: LazyPageName;
}

export type LazyPageName = 'farm' | 'playground' | 'reports' | 'define';

const LAZY_PAGES: readonly string[] = ['farm', 'playground', 'reports'];

/** The steps of a season on a farm; its own page has none. */
export type FarmStep = 'fields' | 'plan' | 'sheet' | 'harvest' | 'results';

/** Returns the route of the part of the address that begins with `#`. */
export function routeOf(hash: string): Route {
  if (!isRouteHash(hash)) return { page: 'overview' };
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path.split('/').filter((part) => part !== '');
  const [first, second] = parts;
  if (first === undefined) return { page: 'overview' };
  // Where hybrids were recommended once, farms are planned now.
  if (first === 'recommend') return { page: 'farm', path: '', query: new URLSearchParams() };
  if (LAZY_PAGES.includes(first)) {
    const rest = parts.slice(1).map(decoded).join('/');
    return { page: first as LazyPageName, path: rest, query: new URLSearchParams(query) };
  }
  const defined = definedPolicy(parts);
  if (defined !== null) {
    return { page: 'define', path: defined, query: new URLSearchParams(query) };
  }
  if (second !== undefined && parts.length === 2) {
    if (first === 'policies') return { page: 'policy', policy: decoded(second) };
    if (first === 'decisions') return { page: 'decision', decision: decoded(second) };
    if (first === 'audit') return { page: 'audit', policy: decoded(second) };
  }
  return { page: 'unknown', path };
}

/** The policy that an address changes, nothing for a new one; null if it is another address. */
function definedPolicy([first, second, third, ...more]: readonly string[]): string | null {
  if (first !== 'policies' || second === undefined || more.length > 0) return null;
  if (third === 'change') return decoded(second);
  return third === undefined && second === NEW ? '' : null;
}

/** Other anchors, such as the skip link's, move within the page that is shown. */
export function isRouteHash(hash: string): boolean {
  return hash === '' || hash.startsWith('#/');
}

/** A percent sign that encodes nothing stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Stands in the place of a policy's name where one is made. */
const NEW = 'new';

export const NEW_POLICY_ADDRESS = `#/policies/${NEW}`;

export function policyAddress(policy: string): string {
  // A policy may be named like that, too; an encoded letter keeps the two apart.
  return `#/policies/${policy === NEW ? '%6Eew' : encodeURIComponent(policy)}`;
}

export function changeAddress(policy: string): string {
  return `${policyAddress(policy)}/change`;
}

export function decisionAddress(decision: string): string {
  return `#/decisions/${encodeURIComponent(decision)}`;
}

export function auditAddress(policy: string): string {
  return `#/audit/${encodeURIComponent(policy)}`;
}

export const FARMS_ADDRESS = '#/farm';

/** A farm that is still to be made. */
export const NEW_FARM_ADDRESS = '#/farm?new';

/** `#/farm/home/harvest?season=2027`; the farm's own page without a step. */
export function farmAddress(policy: string, step?: FarmStep, season?: string): string {
  const place = step === undefined ? '' : `/${step}`;
  const query = season === undefined ? '' : `?season=${encodeURIComponent(season)}`;
  return `${FARMS_ADDRESS}/${encodeURIComponent(policy)}${place}${query}`;
}

export const REPORTS_ADDRESS = '#/reports';

export function reportAddress(report: string): string {
  return `${REPORTS_ADDRESS}/${encodeURIComponent(report)}`;
}

/** `maize.1.17` is a decision of `maize`. */
export function policyOfDecision(decision: string): string {
  return decision.split('.')[0] ?? decision;
}

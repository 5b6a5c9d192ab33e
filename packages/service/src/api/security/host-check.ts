/**
 * Which names a request may address the service by.
 *
 * While no key exists, whoever reaches the service may use it, and it listens on loopback only. A web
 * page in the same computer's browser must not get there: neither under a name that its owner lets
 * point at 127.0.0.1 (DNS rebinding: the Host header shows that name), nor by sending a request across
 * origins (the Origin and Sec-Fetch-Site headers show that).
 */
export interface HostCheckInput {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** The address at the other end of the connection. */
  readonly remoteAddress: string | undefined;
}

export interface HostRules {
  /** Names beside loopback; empty if any name will do once keys are in use. */
  readonly allowedHosts: readonly string[];
  readonly isOpen: boolean;
}

/** Returns what is wrong with the way the service was addressed, as a sentence; null if nothing. */
export function hostFault(input: HostCheckInput, rules: HostRules): string | null {
  const mayAnyName = !rules.isOpen && rules.allowedHosts.length === 0;
  if (!mayAnyName && !isAllowedName(hostName(input.host), rules)) {
    return 'This service may be addressed only by its own names (Host header). Use localhost, or add the name to allowedHosts.';
  }
  return rules.isOpen ? openFault(input) : null;
}

function openFault({ host, origin, fetchSite, remoteAddress }: HostCheckInput): string | null {
  if (remoteAddress !== undefined && !isLoopbackAddress(remoteAddress)) {
    return 'Without API keys this service answers only to the computer it runs on. Create a key first.';
  }
  const isForeignOrigin = origin !== undefined && originHost(origin) !== host?.toLowerCase();
  const isForeignSite = fetchSite !== undefined && !['same-origin', 'none'].includes(fetchSite);
  return isForeignOrigin || isForeignSite
    ? 'Without API keys this service takes no requests from pages of other origins.'
    : null;
}

function isAllowedName(name: string | null, rules: HostRules): boolean {
  if (name === null) return false;
  if (name === 'localhost' || isLoopbackAddress(name)) return true;
  return rules.allowedHosts.some((allowed) => allowed.toLowerCase() === name);
}

/** The Host header without its port, in small letters; null if it is none. */
function hostName(host: string | undefined): string | null {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(host?.toLowerCase() ?? '');
  return parts === null ? null : parts[1]!.replace(/^\[|\]$/g, '');
}

function originHost(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase())?.[1] ?? null;
}

/** 127.0.0.0/8 and ::1, the former also as IPv6 sees it. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '');
  return plain === '::1' || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(plain);
}

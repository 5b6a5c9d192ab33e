/**
 * Who counts as one and the same caller by address. Of IPv6, whoever has one address has 2⁶⁴ of them: there
 * the first half counts.
 */
import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS_OF_NETWORK = 4;

export function addressGroup(address: string): string {
  const mapped = MAPPED_IPV4.exec(address);
  if (mapped !== null) return mapped[1]!;
  return isIPv6(address) ? networkOf(address) : address;
}

/** The first four groups, with those that the address leaves out as zeros. */
function networkOf(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  return `${all.slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

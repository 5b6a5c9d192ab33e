/**
 * Which decider has a policy: always the same, by its name alone.
 */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns a whole number from 0 to below the count. */
export function placeOf(policy: string, count: number): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < policy.length; i += 1) {
    hash = Math.imul(hash ^ policy.charCodeAt(i), FNV_PRIME);
  }
  // The low bits of names that differ in their last character alone are too much alike.
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
}

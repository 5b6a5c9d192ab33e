/**
 * Whose share a policy is: each member has a number for each policy, and the highest has it.
 *
 * Everybody who knows the same members finds the same one, without asking. When a member comes or goes,
 * only its own share moves.
 */
import { hash } from 'node:crypto';

/** Returns the address that the policy is the share of; null if there is none to choose from. */
export function shareOf(policy: string, addresses: readonly string[]): string | null {
  let chosen: string | null = null;
  let highest = '';
  for (const address of addresses) {
    const number = hash('sha256', JSON.stringify([address, policy]));
    // Two equal numbers are as good as impossible; the smaller address makes it certain.
    const isHigher = number > highest || (number === highest && address < chosen!);
    if (chosen === null || isHigher) [chosen, highest] = [address, number];
  }
  return chosen;
}

import { expect, test } from 'vitest';
import { shareOf } from './rendezvous.ts';

const addresses = ['a', 'b', 'c', 'd'];
const policies = Array.from({ length: 400 }, (_, index) => `policy-${index}`);

test('everybody has a fair share, in whatever order the addresses are named', () => {
  const shares = policies.map((policy) => shareOf(policy, addresses));
  expect(policies.map((policy) => shareOf(policy, addresses.toReversed()))).toEqual(shares);
  for (const address of addresses) {
    expect(shares.filter((share) => share === address).length).toBeGreaterThan(60);
  }
  expect(shareOf('policy', [])).toBeNull();
});

test('when one goes, only its own share moves', () => {
  const left = addresses.slice(1);
  for (const policy of policies) {
    const before = shareOf(policy, addresses);
    const after = shareOf(policy, left);
    if (before === 'a') expect(left).toContain(after);
    else expect(after).toBe(before);
  }
});

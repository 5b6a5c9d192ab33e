/**
 * Who holds a policy is found out once for all who ask at the same time, and one that leaves holds nothing that it does not use.
 */
import { expect, test } from 'vitest';
import type { Member } from '../../placement/membership.ts';
import { EMPTY_HEAD } from '../entry-hash.ts';
import { type Holder, Leases, type LeaseTable } from './leases.ts';

const ELSEWHERE: Holder = {
  owner: 'other',
  epoch: 1,
  isThere: true,
  isLate: false,
  address: 'http://127.0.0.1:2',
};

/** A table whose looks are answered by the test. */
function openLeases(others: readonly Member[] = []) {
  const looks: PromiseWithResolvers<Holder>[] = [];
  const released: string[] = [];
  const table: Pick<LeaseTable, 'join' | 'renew' | 'look' | 'release'> = {
    release: async (leases) => void released.push(...leases.map(({ policy }) => policy)),
    join: async () => {},
    renew: async (member) => [member, ...others].map((one) => ({ ...one, expiresAt: 0 })),
    look: () => {
      looks.push(Promise.withResolvers());
      return looks.at(-1)!.promise;
    },
  };
  const monotonic = { nowMs: () => 0 };
  const timer = () => () => {};
  const leases = new Leases({ table: table as LeaseTable, leaseMs: 1000, monotonic, timer });
  return { leases, looks, released };
}

test('those who ask while another waits share the next answer, and not that one', async () => {
  const { leases, looks } = openLeases();
  const { find } = leases.placement;
  const first = find('maize');
  await expect.poll(() => looks.length).toBe(1);
  const later = Array.from({ length: 50 }, () => find('maize'));
  looks[0]!.reject(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  await expect.poll(() => looks.length).toBe(2);
  // It has begun: what it is told may be older than whoever asks now.
  const last = find('maize');
  looks[1]!.resolve(ELSEWHERE);
  const found = { kind: 'elsewhere', address: ELSEWHERE.address, member: 'other' };
  expect(await Promise.all(later)).toEqual(later.map(() => found));
  await expect.poll(() => looks.length).toBe(3);
  looks[2]!.resolve(ELSEWHERE);
  expect(await last).toEqual(found);
});

test('one that leaves hands on all at once but what is in use, and that when it is asked again', async () => {
  const { leases, released } = openLeases();
  await leases.placement.announce('http://127.0.0.1:1');
  const member = await leases.membership.require();
  const policies = Array.from({ length: 20 }, (_, index) => `policy-${index}`);
  const taken = { epoch: 1, head: EMPTY_HEAD };
  const [busy] = policies.map((policy) => leases.note(policy, member, taken));
  busy!.busyCount = 1;
  await leases.placement.leave();
  expect(released).toEqual(policies.slice(1));
  busy!.busyCount = 0;
  await leases.placement.leave();
  expect(released.at(-1)).toBe('policy-0');
  expect(leases.placement.counts().held).toBe(0);
});

test('what nobody holds is not left to a member that does not answer, nor kept by one that is not reached', async () => {
  const [own, far] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
  const { leases, released } = openLeases([{ id: 'far', address: far, isLeaving: false }]);
  const { announce, doubt, trust, doubted } = leases.placement;
  await announce(own);
  const member = await leases.membership.require();
  const policies = Array.from({ length: 20 }, (_, index) => `policy-${index}`);
  const taken = { epoch: 1, head: EMPTY_HEAD };
  const isHeld = (policy: string) => leases.placement.holds(policy);
  /** Renews for so long that all is handed on that ever will be. */
  const handOn = async () => {
    for (let renewal = 0; renewal < 20; renewal += 1) await announce(own);
  };
  for (const policy of policies) leases.note(policy, member, taken);
  doubt(far);
  await handOn();
  expect(released).toEqual([]);
  trust(far);
  await handOn();
  const ofFar = policies.filter((policy) => !isHeld(policy));
  expect(ofFar.length).toBeGreaterThan(0);
  expect(ofFar.length).toBeLessThan(policies.length);
  doubt(own);
  expect(doubted()).toEqual([{ address: own, isOwn: true }]);
  await handOn();
  expect(policies.filter(isHeld)).toEqual([]);
  // With nobody else, one that is not reached has all of it.
  doubt(far);
  for (const policy of policies) leases.note(policy, member, taken);
  await handOn();
  expect(policies.filter(isHeld)).toEqual(policies);
});

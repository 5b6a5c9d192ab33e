/**
 * Promises of the choice between addresses: the holder first, nobody who has just failed, and little is kept.
 */
import { describe, expect, it } from 'vitest';
import { policyOf, Replicas } from './replicas.ts';

const [A, B, C] = ['http://a', 'http://b', 'http://c'];

function setting(urls = [A, B, C]) {
  const clock = { nowMs: 1000 };
  const replicas = new Replicas(
    urls,
    () => 0,
    () => clock.nowMs,
  );
  /** Asks whoever is chosen; each is called by the letter of its address, as is the holder. */
  const ask = (policy: string | null, holder: string | null = null) => {
    const replica = replicas.choose(policy);
    replicas.hear(replica, policy, { member: nameOf(replica.url), holder });
    return nameOf(replica.url);
  };
  const fail = (policy: string | null) => {
    const replica = replicas.choose(policy);
    replicas.fail(replica);
    return nameOf(replica.url);
  };
  return { clock, replicas, ask, fail };
}

const nameOf = (url: string) => url.at(-1)!;

describe('the address that is asked', () => {
  it('is each in turn until the holder is known by its own name, and then the holder', () => {
    const { ask } = setting();
    expect([1, 2, 3].map(() => ask('farm', 'c'))).toEqual(['a', 'b', 'c']);
    expect([1, 2, 3].map(() => ask('farm', 'c'))).toEqual(['c', 'c', 'c']);
    expect(ask('shop')).toBe('a');
  });

  it('is another once the policy has moved, and any once nobody says where it is', () => {
    const { ask } = setting();
    for (const _ of [A, B, C]) ask(null);
    expect([ask('farm', 'b'), ask('farm', 'c'), ask('farm', 'c')]).toEqual(['a', 'b', 'c']);
    expect([ask('farm', null), ask('farm', 'a'), ask('farm', 'a')]).toEqual(['c', 'b', 'a']);
  });

  it('is never one that no address gave its name for', () => {
    const { ask } = setting([A, B]);
    expect([1, 2, 3, 4].map(() => ask('farm', 'elsewhere'))).toEqual(['a', 'b', 'a', 'b']);
    expect(ask('farm', 'x'.repeat(65))).toBe('a');
    expect(ask('farm')).toBe('b');
  });

  it('leaves alone who failed, then tries it with one request; all are forgiven that answer', () => {
    const { ask, fail, clock } = setting();
    for (const _ of [A, B, C]) ask('farm', 'a');
    expect(fail('farm')).toBe('a');
    clock.nowMs += 4999;
    expect([1, 2, 3].map(() => ask('farm', 'a'))).toEqual(['b', 'c', 'b']);
    clock.nowMs += 1;
    expect([fail('farm'), ask('farm', 'a')]).toEqual(['a', 'c']);
    clock.nowMs += 5000;
    expect([ask('farm', 'a'), ask('farm', 'a')]).toEqual(['a', 'a']);
  });

  it('is tried by one request alone while that one waits', () => {
    const { replicas, fail, clock } = setting([A, B]);
    expect(fail(null)).toBe('a');
    clock.nowMs += 5000;
    const urls = [1, 2, 3].map(() => nameOf(replicas.choose(null).url));
    expect(urls.toSorted()).toEqual(['a', 'b', 'b']);
  });

  it('is the holder, or the first that failed, where all have failed', () => {
    const { ask, fail, clock } = setting();
    for (const _ of [A, B, C]) ask('farm', 'c');
    const failed = [1, 2, 3].map(() => {
      clock.nowMs += 1;
      return fail(null);
    });
    expect(failed).toEqual(['a', 'b', 'c']);
    expect(fail('farm')).toBe('c');
    expect(fail('shop')).toBe('a');
    expect(fail('shop')).toBe('b');
  });

  it('is the only one where there is one, and nothing is remembered', () => {
    const { ask, fail, replicas } = setting([A]);
    expect([ask('farm', 'a'), fail('farm'), ask('farm')]).toEqual(['a', 'a', 'a']);
    expect([replicas.areSeveral, replicas.hasRested]).toEqual([false, false]);
  });

  it('is known for ten thousand policies; the longest unused is forgotten', () => {
    const { ask } = setting([A, B]);
    for (const name of ['a', 'b', 'a', 'b']) ask('first', name);
    ask('second', 'b');
    for (let k = 0; k < 9998; k++) ask(`other${k}`, 'b');
    ask('first', 'b');
    ask('one more', 'b');
    expect([ask('first', 'b'), ask('first', 'b')]).toEqual(['b', 'b']);
    const turns = [ask('second', 'b'), ask('another', 'b')];
    expect(turns.toSorted()).toEqual(['a', 'b']);
  });
});

it.each([
  ['/v1/policies/farm', 'farm'],
  ['/v1/policies/farm/decisions?limit=2', 'farm'],
  ['/v1/policies/farm?site=a', 'farm'],
  ['/v1/decisions/farm.1.17/reward', 'farm'],
  ['/v1/policies', null],
  ['/v1/policies?after=farm', null],
  ['/v1/reports/farm', null],
])('the path %s is about %s', (path, policy) => {
  expect(policyOf(path)).toBe(policy);
});

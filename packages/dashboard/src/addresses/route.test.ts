/**
 * Which page an address names.
 */
import { describe, expect, it } from 'vitest';
import {
  auditAddress,
  changeAddress,
  decisionAddress,
  farmAddress,
  isRouteHash,
  type LazyRoute,
  NEW_POLICY_ADDRESS,
  policyAddress,
  policyOfDecision,
  reportAddress,
  routeOf,
} from './route.ts';

describe('routeOf', () => {
  it.each(['', '#', '#/'])('opens the overview for "%s"', (hash) => {
    expect(routeOf(hash)).toEqual({ page: 'overview' });
  });

  it('arrives where the addresses of this page lead', () => {
    expect(routeOf(policyAddress('maize'))).toEqual({ page: 'policy', policy: 'maize' });
    expect(routeOf(auditAddress('maize'))).toEqual({ page: 'audit', policy: 'maize' });
    expect(routeOf(decisionAddress('maize.1.17'))).toEqual({
      page: 'decision',
      decision: 'maize.1.17',
    });
    expect(routeOf(reportAddress('paper.2'))).toMatchObject({ page: 'reports', path: 'paper.2' });
    const harvest = routeOf(farmAddress('home', 'harvest', 'spring 27'));
    expect(harvest).toMatchObject({ page: 'farm', path: 'home/harvest' });
    expect((harvest as LazyRoute).query.get('season')).toBe('spring 27');
    expect(routeOf(farmAddress('home'))).toMatchObject({ page: 'farm', path: 'home' });
    expect(routeOf('#/recommend')).toMatchObject({ page: 'farm', path: '' });
  });

  it('makes and changes policies, also one that is named new', () => {
    expect(routeOf(NEW_POLICY_ADDRESS)).toMatchObject({ page: 'define', path: '' });
    expect(routeOf(changeAddress('a b'))).toMatchObject({ page: 'define', path: 'a b' });
    expect(routeOf(policyAddress('new'))).toEqual({ page: 'policy', policy: 'new' });
    expect(routeOf(changeAddress('new'))).toMatchObject({ page: 'define', path: 'new' });
  });

  it('hands path and query to the pages that are loaded later', () => {
    const route = routeOf('#/reports/maize/2017?seed=1&view=a%20b');
    expect(route).toMatchObject({ page: 'reports', path: 'maize/2017' });
    expect('query' in route && route.query.get('view')).toBe('a b');
  });

  it.each(['#/nothing', '#/policies', '#/policies/a/b', '#/policies/a/change/b', '#/decisions/'])(
    'knows no %s',
    (hash) => {
      expect(routeOf(hash).page).toBe('unknown');
    },
  );

  it('survives an address that was cut in the middle of a letter', () => {
    expect(routeOf('#/policies/%E0%A4%A')).toEqual({ page: 'policy', policy: '%E0%A4%A' });
  });
});

describe('isRouteHash', () => {
  it('leaves anchors within a page alone', () => {
    expect(isRouteHash('#content')).toBe(false);
    expect(isRouteHash('#/reports')).toBe(true);
  });
});

describe('policyOfDecision', () => {
  it('is the first part of the id', () => {
    expect(policyOfDecision('maize-2.1.17')).toBe('maize-2');
  });
});

import { beforeEach, expect, it } from 'vitest';
import type { Place } from '../../placement/placement.ts';
import { KnownPlaces } from './known-places.ts';

const asked: string[] = [];
let place: Place;
let isHeld: boolean;
let places: KnownPlaces;
beforeEach(() => {
  asked.length = 0;
  isHeld = false;
  place = { kind: 'elsewhere', address: 'http://a:1' };
  places = new KnownPlaces({
    find: async (policy, { isForwarded = false } = {}) => {
      asked.push(isForwarded ? `${policy} forwarded` : policy);
      return place;
    },
    holds: () => isHeld,
  });
});

it('asks once for what is elsewhere, until it is told that it is not there', async () => {
  for (let k = 0; k < 3; k++) expect(await places.find('farm', false)).toEqual(place);
  expect(asked).toEqual(['farm']);
  places.forget('farm');
  await places.find('farm', false);
  expect(asked).toEqual(['farm', 'farm']);
});

it('asks again once the policy has come here', async () => {
  await places.find('farm', false);
  isHeld = true;
  place = { kind: 'here' };
  expect(await places.find('farm', false)).toEqual(place);
  isHeld = false;
  place = { kind: 'elsewhere', address: 'http://b:1' };
  expect(await places.find('farm', false)).toEqual(place);
  expect(asked).toHaveLength(3);
});

it('asks every time for what is here, for what has no address, and for what was sent on', async () => {
  for (const found of [{ kind: 'here' }, { kind: 'elsewhere', address: null }] as const) {
    place = found;
    for (let k = 0; k < 2; k++) expect(await places.find('farm', false)).toEqual(place);
  }
  expect(asked).toHaveLength(4);
  place = { kind: 'elsewhere', address: 'http://a:1' };
  await places.find('farm', false);
  await places.find('farm', true);
  expect(asked.at(-1)).toBe('farm forwarded');
});

it('keeps no more than so many', async () => {
  for (let k = 0; k <= 100_000; k++) await places.find(`p${k}`, false);
  await places.find('p0', false);
  await places.find('p100000', false);
  expect(asked.length).toBe(100_002);
});

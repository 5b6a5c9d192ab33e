import { expect, it } from 'vitest';
import { memberAddress, requireMemberAddress } from './member-address.ts';
import { readSettings } from './settings.ts';

const database = 'postgres://user:secret@host/name';

it('is what is listened on, or what is said', () => {
  const listening = 'http://10.0.0.2:8080';
  expect(memberAddress(readSettings({}), listening)).toBe(listening);
  const given = readSettings({ flags: { memberAddress: 'http://replica-2.internal:80' } });
  expect(memberAddress(given, listening)).toBe('http://replica-2.internal:80');
});

it('must be said where the host means every address, if there can be other replicas', () => {
  for (const host of ['0.0.0.0', '::']) {
    const flags = { host, database };
    expect(() => requireMemberAddress(readSettings({ flags }))).toThrow('--member-address');
    const said = { ...flags, memberAddress: 'http://[fd00::2]:8080' };
    expect(() => requireMemberAddress(readSettings({ flags: said }))).not.toThrow();
    expect(() => requireMemberAddress(readSettings({ flags: { host } }))).not.toThrow();
  }
  expect(() => requireMemberAddress(readSettings({ flags: { database } }))).not.toThrow();
});

it.each([
  '10.0.0.2:8080',
  'https://a:1',
  'http://a',
  'http://a:1/',
  'http://u:p@a:1',
  'http://a:1?x',
  'http://a:0',
  'http://a:65536',
])('is no address like %s', (given) => {
  expect(() => readSettings({ flags: { memberAddress: given } })).toThrow(
    '--member-address must be an address like http://10.0.0.2:8080',
  );
});

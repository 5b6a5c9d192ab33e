/**
 * An address with several hosts is one address for each.
 */
import { expect, test } from 'vitest';
import { hostUrls } from './host-urls.ts';

test('several hosts share everything else', () => {
  expect(hostUrls('postgres://u:p%40@h1:5432,h2:5433/db?sslmode=require')).toEqual([
    { url: 'postgres://u:p%40@h1:5432/db?sslmode=require', name: 'h1:5432' },
    { url: 'postgres://u:p%40@h2:5433/db?sslmode=require', name: 'h2:5433' },
  ]);
});

test('one host stays as it is, with and without a user', () => {
  expect(hostUrls('postgresql://h1/db')).toEqual([{ url: 'postgresql://h1/db', name: 'h1' }]);
  expect(hostUrls('postgres://u@h1/db')).toEqual([{ url: 'postgres://u@h1/db', name: 'h1' }]);
});

test('another kind of address is refused, without repeating what may be secret', () => {
  expect(() => hostUrls('mysql://u:hush@h/db')).toThrow('postgres://user:password@host');
  expect(() => hostUrls('mysql://u:hush@h/db')).not.toThrow('hush');
});

import { expect, test } from 'vitest';
import { readKind, readRecord, requireKnownFields } from './plain-data.ts';

test('only objects are records', () => {
  expect(readRecord('It', { kind: 'a' })).toEqual({ kind: 'a' });
  for (const value of [null, undefined, 3, 'text', [1]]) {
    expect(() => readRecord('It', value)).toThrow('It must be an object with a kind, but it is');
  }
});

test('an unknown kind is refused with the list of known ones', () => {
  expect(readKind('it', { kind: 'b' }, ['a', 'b'])).toBe('b');
  expect(() => readKind('it', { kind: 'c' }, ['a', 'b'])).toThrow(
    'The kind of it must be one of a, b, but it is "c". [HR_INPUT_KIND]',
  );
});

test('an unknown field is refused by name', () => {
  const record = { kind: 'a', weigths: [0.5] };
  expect(() => requireKnownFields('It', record, (name) => name === 'weights')).toThrow('"weigths"');
  requireKnownFields('It', record, (name) => name === 'weigths');
});

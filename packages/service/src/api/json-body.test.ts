/**
 * Bodies that are JSON and a trap at once are refused.
 */
import { describe, expect, it } from 'vitest';
import { DEPTH_MAX, NAMES_MAX, parseJsonBody } from './json-body.ts';

const read = (text: string) => parseJsonBody(Buffer.from(text));

describe('parseJsonBody', () => {
  it('reads JSON, and nothing at all', () => {
    expect(read('{"a":[1,"x",null,true]}')).toEqual({ a: [1, 'x', null, true] });
    expect(read('')).toBeUndefined();
  });

  it.each([
    '{',
    '{"a":NaN}',
    '{"a":Infinity}',
    "{'a':1}",
    '{"a":1,}',
    ' ',
    '\uFEFF{}',
    'undefined',
  ])('refuses %j as invalid JSON', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'HR_INVALID_JSON' }));
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    expect(() => parseJsonBody(bytes)).toThrow(
      expect.objectContaining({ code: 'HR_INVALID_JSON' }),
    );
  });

  it.each(['1e999', '-1e999', '[1e309]', '{"a":{"b":1e999}}'])(
    'refuses the number in %s',
    (text) => {
      expect(() => read(text)).toThrow(/finite/);
    },
  );

  it.each(['__proto__', 'constructor', 'prototype'])('refuses fields called %s', (name) => {
    expect(() => read(`{"a":[{"${name}":1}]}`)).toThrow(expect.objectContaining({ field: name }));
    expect(read(`{"a":"${name}"}`)).toEqual({ a: name });
  });

  it.each(['"a\\u0000b"', '["\\ud800"]', '{"a\\u0000":1}', '{"a":"\\udc00\\ud800"}'])(
    'refuses the text in %s, which no database keeps as it is',
    (text) => {
      expect(() => read(text)).toThrow(/U\+0000/);
    },
  );

  it('keeps characters beyond the basic plane', () => {
    expect(read('"\\ud83c\\udf3d"')).toBe('🌽');
  });

  it('accepts its depth and refuses one more, and very many more', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => read(nested(DEPTH_MAX))).not.toThrow();
    expect(() => read(nested(DEPTH_MAX + 1))).toThrow(/levels/);
    expect(() => read(nested(100_000))).toThrow(/levels/);
  });

  it('refuses objects with more fields than anything has', () => {
    const wide = (count: number) =>
      JSON.stringify({ a: Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1])) });
    expect(() => read(wide(NAMES_MAX))).not.toThrow();
    expect(() => read(wide(NAMES_MAX + 1))).toThrow(/2000 fields, and one in the body has 2001/);
  });
});

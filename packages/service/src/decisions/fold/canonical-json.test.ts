import { describe, expect, it } from 'vitest';
import { canonicalJson, fingerprint } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('gives equal data equal text, whatever the order of its fields', () => {
    const one = { b: [1, { d: 2, c: 3 }], a: null };
    const other = { a: null, b: [1, { c: 3, d: 2 }] };
    expect(canonicalJson(one)).toBe('{"a":null,"b":[1,{"c":3,"d":2}]}');
    expect(canonicalJson(other)).toBe(canonicalJson(one));
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  it('tells different data apart, and takes undefined for absent', () => {
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }));
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson({ a: undefined })).toBe('{}');
    expect(fingerprint({ a: 1 })).toMatch(/^[0-9a-f]{64}$/);
  });

  it('writes every value as JSON does', () => {
    const names = { 'a "b"': 1, é: 2, '10': 3, '9': 4, __x: [] };
    const values = ['a\u2028"', '€', -0, 1e21, 5e-324, 0.1, NaN, Infinity, true, null, undefined];
    for (const value of values) expect(canonicalJson([value])).toBe(JSON.stringify([value]));
    const sorted = Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1));
    const pairs = sorted.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    expect(canonicalJson(names)).toBe(`{${pairs.join(',')}}`);
  });
});

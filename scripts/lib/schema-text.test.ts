import { describe, expect, it } from 'vitest';
import { typeText } from './schema-text.ts';

describe('typeText', () => {
  it('says in words what a schema takes', () => {
    expect(typeText({ type: 'integer', minimum: 1, maximum: 500 })).toBe(
      'whole number from 1 to 500',
    );
    expect(typeText({ type: 'integer', maximum: Number.MAX_SAFE_INTEGER })).toBe('whole number');
    expect(typeText({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('number or `null`');
    expect(typeText({ type: ['integer', 'null'], minimum: 1 })).toBe(
      'whole number from 1 or `null`',
    );
    expect(typeText({ enum: ['a', 1] })).toBe('`a`, `1`');
    expect(typeText({ const: 'x' })).toBe('`x`');
    expect(typeText({ type: 'array', items: { $ref: '#/components/schemas/PolicyView' } })).toBe(
      'list of [PolicyView](#policyview)',
    );
    expect(typeText({ type: 'object', additionalProperties: { type: 'string' } })).toBe(
      'object of text by name',
    );
    expect(
      typeText({
        type: 'object',
        properties: { a: { type: 'boolean' }, b: {} },
        required: ['a'],
        additionalProperties: { type: 'number' },
      }),
    ).toBe('{ a: `true` or `false`; b?: any value; other names: number }');
  });
});

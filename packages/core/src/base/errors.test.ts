import { describe, expect, it } from 'vitest';
import { assertInvariant, HedgerowError } from './errors.ts';

describe('HedgerowError', () => {
  it('tells the rule, what was received, the remedy and the code, in this order', () => {
    const error = new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: 'colour must be red or blue',
      received: '"green"',
      remedy: 'Choose one of the two.',
    });
    expect(error.message).toBe(
      'colour must be red or blue, but it is "green". Choose one of the two. [HR_INPUT_KIND]',
    );
    expect(error.code).toBe('HR_INPUT_KIND');
  });

  it('leaves no gap where there is no remedy', () => {
    const error = new HedgerowError({ code: 'HR_INPUT_RANGE', rule: 'a must be b', received: 'c' });
    expect(error.message).toBe('a must be b, but it is c. [HR_INPUT_RANGE]');
  });
});

describe('assertInvariant', () => {
  it('says nothing while the invariant holds, and stops with HR_INVARIANT when it breaks', () => {
    expect(() => assertInvariant(true, 'variance must be at least 0', 4)).not.toThrow();
    expect(() => assertInvariant(false, 'variance must be at least 0', -4)).toThrow(
      'variance must be at least 0, but it is -4. This is a fault in hedgerow or damaged state: follow the baseline and report it. [HR_INVARIANT]',
    );
  });
});

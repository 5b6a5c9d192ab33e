import { describe, expect, it } from 'vitest';
import { afterChecks, assertInvariant, HedgerowError } from './errors.ts';

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

describe('afterChecks', () => {
  it('makes a refusal that comes too late a broken invariant, and leaves everything else as it is', () => {
    const failing = (error: Error) => () =>
      afterChecks(() => {
        throw error;
      });
    const refusal = { code: 'HR_INPUT_RANGE', rule: 'size must be 4', received: '0.3' } as const;
    expect(failing(new HedgerowError(refusal))).toThrow(
      'what was checked must not be refused later, but it is refused: size must be 4, but it is 0.3. [HR_INPUT_RANGE]. This is a fault in hedgerow or damaged state: follow the baseline and report it. [HR_INVARIANT]',
    );
    const broken = new HedgerowError({ ...refusal, code: 'HR_INVARIANT' });
    expect(failing(broken)).toThrow(broken);
    expect(failing(new TypeError('no'))).toThrow(TypeError);
    expect(afterChecks(() => 7)).toBe(7);
  });
});

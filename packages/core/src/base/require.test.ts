import { describe, expect, it } from 'vitest';
import {
  describeValue,
  requireAllFinite,
  requireBetween,
  requireFinite,
  requireLength,
  requireNotNegative,
  requireWhole,
} from './require.ts';

describe('checks of input', () => {
  it('name the open range and the value', () => {
    expect(() => requireBetween('failureProbability', 1.5, 0, 1)).toThrow(
      'failureProbability must be greater than 0 and less than 1, but it is 1.5. [HR_INPUT_RANGE]',
    );
    expect(() => requireBetween('ridgePenalty', 0, 0, Number.POSITIVE_INFINITY)).toThrow(
      'ridgePenalty must be greater than 0 and finite, but it is 0. [HR_INPUT_RANGE]',
    );
    expect(() => requireBetween('x', 7, Number.NEGATIVE_INFINITY, 5)).toThrow('less than 5');
    expect(() => requireBetween('x', Number.NaN, 0, 1)).toThrow('but it is NaN');
    expect(() => requireBetween('x', 0.25, 0, 1)).not.toThrow();
  });

  it('refuse NaN and infinities, naming the position', () => {
    expect(() => requireFinite('reward', Number.NaN)).toThrow(
      'reward must be a finite number, but it is NaN. [HR_INPUT_NOT_FINITE]',
    );
    expect(() => requireAllFinite('mean', [3, Number.NEGATIVE_INFINITY])).toThrow(
      'mean[1] must be a finite number, but it is -Infinity.',
    );
    expect(() => requireFinite('reward', '5' as unknown as number)).toThrow('but it is "5"');
    expect(() => requireAllFinite('mean', [3, -4])).not.toThrow();
  });

  it('refuse negative numbers where only a size makes sense', () => {
    expect(() => requireNotNegative('sd', -2)).toThrow('at least 0, but it is -2.');
    expect(() => requireNotNegative('sd', Number.POSITIVE_INFINITY)).toThrow('Infinity');
    expect(() => requireNotNegative('sd', 0)).not.toThrow();
  });

  it('refuse fractions and whole numbers outside the range', () => {
    expect(() => requireWhole('action', 2.5, 0, 4)).toThrow(
      'action must be a whole number from 0 to 4, but it is 2.5. [HR_INPUT_RANGE]',
    );
    expect(() => requireWhole('count', 1, 2, Number.POSITIVE_INFINITY)).toThrow('of at least 2');
    expect(() => requireWhole('action', 4, 0, 4)).not.toThrow();
  });

  it('refuse vectors of the wrong length', () => {
    expect(() => requireLength('features', [1, 2, 3], 4)).toThrow(
      'features must hold 4 numbers, but it is 3 long. [HR_INPUT_DIMENSION]',
    );
    expect(() => requireLength('features', [1, 2, 3], 3)).not.toThrow();
  });

  it('describe any value shortly', () => {
    expect(describeValue([1, 2])).toBe('an array of 2');
    expect(describeValue({})).toBe('an object');
    expect(describeValue(null)).toBe('null');
    expect(describeValue('ten')).toBe('"ten"');
  });
});

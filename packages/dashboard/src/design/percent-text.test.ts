/**
 * Shares are told as they are.
 */
import { expect, it } from 'vitest';
import { percentText } from './percent-text.ts';

it('does not round small differences of a promise away', () => {
  expect(percentText(0.015, 'en')).toBe('1.5%');
  expect(percentText(1 - 0.015, 'en')).toBe('98.5%');
  expect(percentText(0.2, 'en')).toBe('20%');
});

/**
 * The reasons of decisions in plain words.
 */
import type { WireReason } from '@hedgerow/client';

const SHORT: Readonly<Record<WireReason, string>> = {
  'proposal-is-safe': 'Worth a try, and the budget covers it',
  'not-certified': 'The safety budget was too small for a try',
  'proposal-is-baseline': 'The usual choice looked best anyway',
  'held-out': 'Kept to measure what the usual choice earns',
  'coin-decides': 'A coin will decide',
  'tried-on-a-part': 'Worth a try on a part of it, beside a check',
  'safe-mode': 'Safe mode was on',
  shadow: 'Only watching (shadow mode)',
  halted: 'The records could not be trusted',
};

/** Returns a short phrase; a reason this page does not know yet is shown as it is. */
export function reasonWords(reason: string): string {
  return SHORT[reason as WireReason] ?? reason.replaceAll('-', ' ');
}

/** True for the reasons by which the learner's choice is played, on all of it or on a part. */
export function isLearnersReason(reason: string): boolean {
  return reason === 'proposal-is-safe' || reason === 'tried-on-a-part';
}

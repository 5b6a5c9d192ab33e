/**
 * Histories that are told in two ways, after which a policy must not know which of them was used.
 *
 * A history is a list of steps: decisions that are made, and what is said of earlier ones. Everything a user can see is
 * compared afterwards: budgets, what is left of reserves, and the next decisions.
 */
import type { DecideOptions, Policy, PolicyDefinition, Receipt } from '@hedgerow/core';
import { growPolicy, restorePolicy } from '@hedgerow/core';
import { loadSeat, openSeat, type Seat } from './seat.ts';

export type Step =
  | { readonly kind: 'decide'; readonly options?: DecideOptions; readonly size?: number }
  | { readonly kind: 'tell' | 'correct'; readonly decision: number; readonly reward: number }
  | { readonly kind: 'confirm' | 'cancel' | 'fall back'; readonly decision: number }
  /** Said once more, or otherwise, of a decision that has its reward: nothing changes. */
  | { readonly kind: 'repeat'; readonly decision: number; readonly reward: number }
  | { readonly kind: 'preview' | 'load' | 'refused' | 'close group' }
  | { readonly kind: 'grow'; readonly definition: PolicyDefinition };

/** What can be seen of a policy. */
export interface Sight {
  readonly budgets: readonly number[];
  readonly reserves: readonly number[];
  /** Baseline decisions before the next trial, at most so many as are looked at. */
  readonly waited: number;
  /** What was decided, for x or against it: histories are alike only if this was. */
  readonly chosen: string;
}

const LOOKED_AT = 40;

/** Plays the steps and returns what is seen in the end, with a last decision that takes everything in. */
export function sightAfter(definition: PolicyDefinition, steps: readonly Step[]): Sight {
  let seat = openSeat(definition);
  const receipts: Receipt[] = [];
  let last: DecideOptions = {};
  for (const step of steps) {
    if (step.kind === 'decide') {
      last = { proposal: 'x', ...step.options };
      receipts.push(seat.policy.decide({}, last));
    } else seat = take(seat, step, receipts, last);
  }
  const { policy } = seat;
  const sites = [undefined, ...policy.sites];
  const budgets = sites.map((site) => policy.margin(site));
  const reserves = sites.map((site) => policy.reserveLeft(site));
  let waited = 0;
  const { shadow: _watched, group: _closed, ...asked } = last;
  while (waited < LOOKED_AT && policy.decide({}, asked).chosenBy === 'baseline') waited += 1;
  const chosen = receipts.map(({ action }) => action).join(' ');
  return { budgets, reserves, waited, chosen };
}

function take(
  seat: Seat,
  step: Exclude<Step, { readonly kind: 'decide' }>,
  receipts: readonly Receipt[],
  last: DecideOptions,
): Seat {
  const { policy } = seat;
  switch (step.kind) {
    case 'load':
      return loadSeat(policy.snapshot());
    case 'grow':
      return grown(policy, step.definition);
    case 'preview':
      policy.preview({}, { proposal: 'x', ...last });
      return seat;
    case 'refused':
      refuse(() => policy.decide({}, { allowed: ['nothing'] }));
      refuse(() => policy.observe(receipts[0]!.id, Number.NaN));
      return seat;
    case 'close group':
      policy.closeGroup();
      return seat;
    case 'repeat':
      repeat(policy, receipts[step.decision]!.id, step.reward);
      return seat;
    default:
      demand(say(policy, step, receipts[step.decision]!.id), step.kind);
      return seat;
  }
}

function repeat(policy: Policy, id: string, reward: number): void {
  const answers = [
    policy.observe(id, reward),
    policy.observe(id, 1 - reward),
    policy.confirm(id),
    policy.cancel(id, { reason: 'unrelated' }),
    policy.fellBack(id, { reason: 'newer-information' }),
  ].join(', ');
  if (answers !== 'repeated, contradiction, repeated, already-played, already-played') {
    throw new Error(`What was said once more was answered "${answers}".`);
  }
}

function say(
  policy: Policy,
  step: Extract<Step, { readonly kind: 'tell' | 'correct' | 'confirm' | 'cancel' | 'fall back' }>,
  id: string,
): string {
  switch (step.kind) {
    case 'tell':
      return policy.observe(id, step.reward);
    case 'correct':
      return policy.correct(id, step.reward);
    case 'confirm':
      return policy.confirm(id);
    case 'cancel':
      return policy.cancel(id, { reason: 'unrelated' });
    case 'fall back':
      return policy.fellBack(id, { reason: 'unrelated' });
  }
}

function grown(policy: Policy, definition: PolicyDefinition): Seat {
  const text = growPolicy(policy.snapshot(), definition, { coin: () => 0 }).snapshot();
  return { policy: restorePolicy(text, { coin: () => 0 }), draw: { number: 0 } };
}

function refuse(call: () => unknown): void {
  try {
    call();
  } catch {
    return;
  }
  throw new Error('A call that makes no sense was accepted.');
}

function demand(answer: string, what: string): void {
  if (answer !== 'recorded') throw new Error(`The policy answered "${answer}" to: ${what}.`);
}

/** The largest difference between two sights, as a share of what is compared; infinite if decisions differ. */
export function distance(one: Sight, other: Sight): number {
  if (one.waited !== other.waited || one.chosen !== other.chosen) return Number.POSITIVE_INFINITY;
  const pairs = [...one.budgets, ...one.reserves].map((value, i): [number, number] => [
    value,
    [...other.budgets, ...other.reserves][i]!,
  ]);
  return Math.max(
    ...pairs.map(([a, b]) => Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b))),
  );
}

/**
 * Whether the service answers, as the last call saw it.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { currentTime } from '../design/time-text.ts';
import type { Failure } from './failure.ts';

export interface Connection {
  readonly state: 'unknown' | 'up' | 'away';
  /** When an answer came last, in milliseconds since 1970; null if none ever did. */
  readonly lastSeen: number | null;
}

const current = signal<Connection>({ state: 'unknown', lastSeen: null });

export const connection: ReadonlySignal<Connection> = current;

/** Moves only when the service goes or comes back, not with every answer. */
export const isAway: ReadonlySignal<boolean> = computed(() => current.value.state === 'away');

/** A refusal is an answer, too. */
export function noteAnswer(): void {
  current.value = { state: 'up', lastSeen: currentTime() };
}

export function noteFailure(failure: Failure): void {
  if (failure.kind !== 'away') noteAnswer();
  else current.value = { ...current.value, state: 'away' };
}

/**
 * "Try again now", for everything on the page at once.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

const requests = signal(0);

/** Moves whenever the reader does not want to wait. */
export const retryRequests: ReadonlySignal<number> = requests;

export function retryNow(): void {
  requests.value += 1;
}

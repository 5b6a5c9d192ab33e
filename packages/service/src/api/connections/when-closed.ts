/**
 * What is to be done when an answer has gone out, or nobody waits for it any more.
 *
 * Callers may hang up at any moment, also while their key is looked up or their policy woken. Whoever begins to count an answer after such
 * a wait would never hear of its end, and count it for ever.
 */
import type { ServerResponse } from 'node:http';

/** Calls when the answer is closed; at once if it is already. */
export function whenClosed(response: ServerResponse, act: () => void): void {
  if (response.closed || response.destroyed) act();
  else response.once('close', act);
}

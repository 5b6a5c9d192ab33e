/**
 * Work in small steps is a generator: whoever has others to serve pauses between them, and whoever has not does all at once.
 */

export type Steps<Value> = Generator<void, Value, void>;

export interface Pauses {
  /** Time after which a pause is due. */
  readonly everyMs: number;
  /** Time that only ever goes forward. */
  readonly nowMs: () => number;
  /** Lets others work. */
  readonly pause: () => Promise<unknown>;
}

/** Does all steps that are left, and returns what comes of them. */
export function finish<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same with pauses, none of them before the first step. */
export async function finishWithPauses<Value>(
  steps: Steps<Value>,
  { everyMs, nowMs, pause }: Pauses,
): Promise<Value> {
  let startMs = nowMs();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (nowMs() - startMs < everyMs) continue;
    await pause();
    startMs = nowMs();
  }
}

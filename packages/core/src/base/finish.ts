/**
 * Work in small steps is a generator: whoever has others to serve pauses between them, and whoever has not does all at once.
 */

/** Does all steps that are left, and returns what comes of them. */
export function finish<Value>(steps: Generator<void, Value, void>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Hands on the newest of many values, at most once in a while: the first at once, the last for sure.
 */
export interface Throttle<Value> {
  push(value: Value): void;
  close(): void;
}

export function createThrottle<Value>(
  onValue: (value: Value) => void,
  pauseMs: number,
): Throttle<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: Value } | undefined;
  const release = () => {
    timer = undefined;
    if (waiting === undefined) return;
    const { value } = waiting;
    waiting = undefined;
    timer = setTimeout(release, pauseMs);
    onValue(value);
  };
  return {
    push(value) {
      waiting = { value };
      if (timer === undefined) release();
    },
    close() {
      clearTimeout(timer);
      waiting = undefined;
    },
  };
}

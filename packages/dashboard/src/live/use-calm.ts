/**
 * A value for screen readers: it follows at once, and then at most once in a while, so that live
 * updates do not talk without end.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { createThrottle, type Throttle } from './throttle.ts';

export function useCalm<Value>(value: Value, pauseMs: number): Value {
  const [calm, setCalm] = useState(value);
  const throttle = useRef<Throttle<Value> | null>(null);
  useEffect(() => {
    const created = createThrottle<Value>((newest) => setCalm(() => newest), pauseMs);
    throttle.current = created;
    return () => created.close();
  }, [pauseMs]);
  useEffect(() => throttle.current?.push(value), [value]);
  return calm;
}

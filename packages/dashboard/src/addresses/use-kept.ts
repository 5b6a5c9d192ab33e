/**
 * State that is found again when the reader comes back to the same step of history.
 */
import { useRef, useState } from 'preact/hooks';
import { currentPlace } from './places.ts';

export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const place = useRef(currentPlace());
  const [value, setValue] = useState(() => {
    const { kept } = place.current;
    return kept.has(name) ? (kept.get(name) as Value) : initial;
  });
  return [
    value,
    (next) => {
      place.current.kept.set(name, next);
      setValue(() => next);
    },
  ];
}

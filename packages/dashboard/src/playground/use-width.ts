/**
 * The width of an element as it is now, so that a drawing can have text of the usual size at any width.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface MeasuredWidth {
  readonly ref: RefObject<HTMLDivElement>;
  /** Pixels; a guess until it has been measured. */
  readonly width: number;
}

const FIRST_GUESS_PX = 480;

export function useWidth(): MeasuredWidth {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_GUESS_PX);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

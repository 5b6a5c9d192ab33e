/**
 * Whether an element has ever been in sight, or nearly: what nobody has scrolled to need not be loaded.
 */
import { type MutableRef, useEffect, useRef, useState } from 'preact/hooks';

export interface Seen<Kind extends Element> {
  readonly element: MutableRef<Kind | null>;
  readonly isSeen: boolean;
}

export function useSeen<Kind extends Element>(): Seen<Kind> {
  const element = useRef<Kind | null>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, isSeen };
}

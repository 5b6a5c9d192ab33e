/**
 * Leads the reader to the right place after each step: to the top of a new page, and on the way back to
 * where it was left, with the focus on the link that was followed.
 */
import { type MutableRef, useEffect } from 'preact/hooks';
import { currentPlace } from '../addresses/places.ts';
import { whenArrived } from './current-route.ts';

/** How long content is awaited. */
const PATIENCE_MS = 4000;
const INTERRUPTIONS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

export function usePlace(main: MutableRef<HTMLElement | null>): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    let stopReturning: (() => void) | null = null;
    const onScroll = () => {
      // On the way back the page is not yet where the reader left it.
      if (stopReturning === null) currentPlace().scrollTop = scrollY;
    };
    const onFocus = ({ target }: FocusEvent) => {
      const isLink = target instanceof HTMLAnchorElement && main.current?.contains(target);
      if (stopReturning === null) currentPlace().link = isLink ? target.getAttribute('href') : null;
    };
    const forget = whenArrived((isKnown) => {
      stopReturning?.();
      stopReturning = isKnown
        ? returnTo(main.current!, () => {
            stopReturning = null;
          })
        : null;
      main.current?.focus({ preventScroll: true });
      if (!isKnown) scrollTo({ top: 0 });
    });
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('focusin', onFocus);
    return () => {
      stopReturning?.();
      forget();
      removeEventListener('scroll', onScroll);
      removeEventListener('focusin', onFocus);
    };
  }, [main]);
}

/** Returns how to stop; whoever scrolls or presses something meanwhile is left alone. */
function returnTo(main: HTMLElement, onEnd: () => void): () => void {
  const { scrollTop, link } = currentPlace();
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of INTERRUPTIONS) removeEventListener(name, end);
  };
  const end = () => {
    stop();
    onEnd();
  };
  const approach = () => {
    scrollTo({ top: scrollTop });
    const isThere = Math.abs(scrollY - scrollTop) < 2;
    if (isThere && focusLink(main, link)) end();
  };
  const observer = new MutationObserver(approach);
  const timer = setTimeout(end, PATIENCE_MS);
  for (const name of INTERRUPTIONS) addEventListener(name, end, { passive: true });
  observer.observe(main, { childList: true, subtree: true });
  return stop;
}

/** Returns whether the link is there, or none was followed. */
function focusLink(main: HTMLElement, link: string | null): boolean {
  if (link === null) return true;
  const links = [...main.querySelectorAll('a')];
  const found = links.find((candidate) => candidate.getAttribute('href') === link);
  if (document.activeElement === main) found?.focus({ preventScroll: true });
  return found !== undefined;
}

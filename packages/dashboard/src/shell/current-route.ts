/**
 * The route that the address bar shows now, as a signal.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { arrive } from '../addresses/places.ts';
import { isRouteHash, type Route, routeOf } from '../addresses/route.ts';

type Listener = (isKnown: boolean) => void;

const route = signal<Route>(routeOf(location.hash));
const listeners = new Set<Listener>();

addEventListener('hashchange', () => {
  if (!isRouteHash(location.hash)) return;
  // The new page reads its place while it is drawn, so the place comes first.
  const isKnown = arrive();
  route.value = routeOf(location.hash);
  for (const listener of listeners) listener(isKnown);
});

export const currentRoute: ReadonlySignal<Route> = route;

/** Tells whenever a page is shown, and whether it was shown before at this step of history. */
export function whenArrived(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

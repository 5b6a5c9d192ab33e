/**
 * The route that the address bar shows now, as a signal.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { isRouteHash, type Route, routeOf } from './route.ts';

const route = signal<Route>(routeOf(location.hash));
addEventListener('hashchange', () => {
  if (isRouteHash(location.hash)) route.value = routeOf(location.hash);
});

export const currentRoute: ReadonlySignal<Route> = route;

/**
 * What the reader leaves behind on each step of the browser's history, so that Back leads to the same
 * place and not only to the same page: how far it was scrolled, which link was followed, which filters
 * were set.
 *
 * The browser would restore the scrolling by itself, but it tries before the page has its content.
 */
export interface Place {
  scrollTop: number;
  /** The link that had the focus last; null if none had. */
  link: string | null;
  /** What components want to find again, by a name of their own. */
  readonly kept: Map<string, unknown>;
}

const places = new Map<string, Place>();
let now: Place = enter().place;

/** Returns the place of the step of history that is shown. */
export function currentPlace(): Place {
  return now;
}

/** To be called when the address has changed; returns whether the reader was here before. */
export function arrive(): boolean {
  const { place, isKnown } = enter();
  now = place;
  return isKnown;
}

function enter(): { readonly place: Place; readonly isKnown: boolean } {
  const key: unknown = history.state?.place;
  const known = typeof key === 'string' ? places.get(key) : undefined;
  if (known !== undefined) return { place: known, isKnown: true };
  const place: Place = { scrollTop: 0, link: null, kept: new Map() };
  // A page that was loaded anew must not take the steps of its forerunner for its own.
  const fresh = `${performance.timeOrigin}-${places.size}`;
  places.set(fresh, place);
  history.replaceState({ place: fresh }, '');
  return { place, isKnown: false };
}

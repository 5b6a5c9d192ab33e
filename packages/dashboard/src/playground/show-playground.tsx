/**
 * The playground as a part of somebody else's page: what the guide embeds.
 */
import '../design/layout.css';
import '../design/controls.css';
import '../design/data.css';
import '../charts/charts.css';
import { render } from 'preact';
import { routeOf } from '../addresses/route.ts';
import { Playground } from './playground.tsx';

/** Shows the playground in `place`, with the settings that the address names, if it does. */
export function showPlayground(place: HTMLElement): void {
  const route = routeOf(location.hash);
  const told = route.page === 'playground' ? route.query.toString() : '';
  place.replaceChildren();
  render(<Playground told={told} />, place);
}

/**
 * The links between the pages.
 */
import type { JSX } from 'preact';
import type { Route } from '../addresses/route.ts';
import { currentRoute } from './current-route.ts';

interface Place {
  readonly name: string;
  readonly address: string;
  readonly pages: readonly Route['page'][];
}

const PLACES: readonly Place[] = [
  { name: 'Overview', address: '#/', pages: ['overview', 'policy', 'decision', 'audit', 'define'] },
  { name: 'Farms', address: '#/farm', pages: ['farm'] },
  { name: 'Playground', address: '#/playground', pages: ['playground'] },
  { name: 'Reports', address: '#/reports', pages: ['reports'] },
  // Plain pages that the service serves beside this one.
  { name: 'Guide', address: './guide/', pages: [] },
];

export function Navigation(): JSX.Element {
  const { page } = currentRoute.value;
  return (
    <nav class="shell-navigation" aria-label="Pages">
      <ul>
        {PLACES.map(({ name, address, pages }) => (
          <li key={name}>
            <a href={address} {...currentMark(page, pages)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The overview is the page itself on `#/`, and the section that one is in below it. */
function currentMark(
  page: Route['page'],
  pages: readonly Route['page'][],
): { 'aria-current'?: 'page' | 'true' } {
  if (!pages.includes(page)) return {};
  return { 'aria-current': pages[0] === page ? 'page' : 'true' };
}

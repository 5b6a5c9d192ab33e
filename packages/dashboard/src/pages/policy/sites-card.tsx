/**
 * The safety budget site by site, where a policy has sites: each keeps a promise of its own.
 */
import type { PolicyView, SiteStanding } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { amountText, countText, shareText } from '../../design/number-text.ts';
import { totalUnit } from '../../words/units.ts';

export interface SitesCardProps {
  /** The one with least first. */
  readonly sites: readonly SiteStanding[];
  readonly view: PolicyView;
}

export function SitesCard({ sites, view }: SitesCardProps): JSX.Element | null {
  if (sites.length === 0) return null;
  return (
    <Card
      title="Safety budget by site"
      lead={`${countText(sites.length, 'site')}, the one with least first. All learn from all, but each keeps the promise by itself; the number at the top of this page is that of the site with least, and what is guaranteed of all of them counts from the sum.`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the focus. */}
      <section class="table-scroll sites-scroll" tabIndex={0} aria-label="Sites">
        <table>
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col" class="cell-number">
                Budget now
              </th>
              <th scope="col" class="cell-number">
                Decisions
              </th>
              <th scope="col" class="cell-number">
                Tried so far
              </th>
            </tr>
          </thead>
          <tbody>
            {sites.map(({ site, margin, counts, size, triedSize }) => (
              <tr key={site}>
                <th scope="row" class="site-name">
                  {site ?? 'no site named'}
                </th>
                <td class="cell-number">
                  {margin === null ? 'not known' : amountText(margin, totalUnit(view.definition))}
                </td>
                <td class="cell-number">{counts.decisions.toLocaleString()}</td>
                <td class="cell-number">{shareText(size === 0 ? 0 : triedSize / size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

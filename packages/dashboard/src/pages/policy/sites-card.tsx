/**
 * The safety budget site by site, where a policy has sites: each keeps a promise of its own.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { decisionAddress } from '../../addresses/route.ts';
import { Card } from '../../design/card.tsx';
import { amountText, countText } from '../../design/number-text.ts';
import type { Sites } from './use-sites.ts';

export interface SitesCardProps {
  readonly sites: Sites;
  readonly view: PolicyView;
}

export function SitesCard({ sites, view }: SitesCardProps): JSX.Element | null {
  const { budgets, hasOlder } = sites;
  if (budgets.length === 0) return null;
  const others = hasOlder
    ? ' Only sites of the newest decisions are listed; there may be others.'
    : '';
  return (
    <Card
      title="Safety budget by site"
      lead={`${countText(budgets.length, 'site')}, the one with least first. All learn from all, but each keeps the promise by itself; the number at the top of this page is that of the site with least now.${others}`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the focus. */}
      <section class="table-scroll sites-scroll" tabIndex={0} aria-label="Sites">
        <table>
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col" class="cell-number">
                Left, at worst
              </th>
              <th scope="col" class="cell-number">
                After decision
              </th>
            </tr>
          </thead>
          <tbody>
            {budgets.map(({ site, margin, id, sequence }) => (
              <tr key={site}>
                <th scope="row" class="site-name">
                  {site}
                </th>
                <td class="cell-number">{amountText(margin, view.unit)}</td>
                <td class="cell-number">
                  <a href={decisionAddress(id)}>{sequence}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="small soft">Rewards that came since that decision are not in it yet.</p>
    </Card>
  );
}

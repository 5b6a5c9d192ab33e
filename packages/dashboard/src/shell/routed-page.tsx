/**
 * Chooses the page for a route. Keys make sure that another policy gets a page of its own.
 */
import type { JSX } from 'preact';
import type { Route } from '../addresses/route.ts';
import { AuditPage } from '../pages/audit/audit-page.tsx';
import { DecisionPage } from '../pages/decision/decision-page.tsx';
import { OverviewPage } from '../pages/overview/overview-page.tsx';
import { PolicyPage } from '../pages/policy/policy-page.tsx';
import { LazyPage } from './lazy-page.tsx';
import { UnknownPage } from './unknown-page.tsx';

export function RoutedPage({ route }: { readonly route: Route }): JSX.Element {
  switch (route.page) {
    case 'overview':
      return <OverviewPage />;
    case 'policy':
      return <PolicyPage key={route.policy} policy={route.policy} />;
    case 'decision':
      return <DecisionPage key={route.decision} decision={route.decision} />;
    case 'audit':
      return <AuditPage key={route.policy} policy={route.policy} />;
    case 'unknown':
      return <UnknownPage path={route.path} />;
    default:
      return <LazyPage key={route.page} route={route} />;
  }
}

/**
 * Pages that are loaded when they are first opened, so that the overview stays light.
 *
 * Each of them exports its component from `<name>/<name>-page.tsx` and takes `LazyPageProps`.
 */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LazyPageName, LazyPageProps, LazyRoute } from '../addresses/route.ts';
import { Button } from '../design/button.tsx';
import { PageHeading } from '../design/page-heading.tsx';
import { PageSkeleton } from '../design/skeleton.tsx';

type Loading = 'loading' | 'failed' | { readonly Page: ComponentType<LazyPageProps> };

const PAGES: Readonly<Record<LazyPageName, () => Promise<ComponentType<LazyPageProps>>>> = {
  farm: async () => (await import('../farm/farm-page.tsx')).FarmPage,
  playground: async () => (await import('../playground/playground-page.tsx')).PlaygroundPage,
  define: async () => (await import('../define/define-page.tsx')).DefinePage,
  reports: async () => (await import('../reports/reports-page.tsx')).ReportsPage,
};

export function LazyPage({ route }: { readonly route: LazyRoute }): JSX.Element {
  const [loading, setLoading] = useState<Loading>('loading');
  const load = () => {
    setLoading('loading');
    PAGES[route.page]().then(
      (Page) => setLoading({ Page }),
      () => setLoading('failed'),
    );
  };
  useEffect(load, [route.page]);
  if (loading === 'loading') return <PageSkeleton />;
  if (loading === 'failed') return <NotLoaded onRetry={load} />;
  return <loading.Page path={route.path} query={route.query} />;
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }): JSX.Element {
  return (
    <>
      <PageHeading title="This page could not be loaded" />
      <p>
        The service did not hand out a part of the page. It may be down, or newer than this tab.
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </>
  );
}

/**
 * What every page stands in: skip link, header, navigation, the page itself, footer.
 */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AwayBanner } from '../live/away-banner.tsx';
import { currentRoute } from './current-route.ts';
import { Footer } from './footer.tsx';
import { Navigation } from './navigation.tsx';
import { isRouteHash } from './route.ts';
import { RoutedPage } from './routed-page.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { ServiceStatus } from './service-status.tsx';

export function Shell(): JSX.Element {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  return (
    <>
      <a class="skip-link" href="#content">
        Skip to the content
      </a>
      <header class="shell-header">
        <div class="shell-header-inner">
          <a class="brand" href="#/">
            <span class="brand-mark" aria-hidden="true" />
            hedgerow
          </a>
          <Navigation />
          <div class="shell-tools">
            <ServiceStatus />
            <SchemeSwitch />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} ref={main}>
        <AwayBanner />
        <RoutedPage route={currentRoute.value} />
      </main>
      <Footer />
    </>
  );
}

/** After a link inside the page was followed, reading goes on at the top of the new content. */
function useFocusOnNavigation(main: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const moved = () => {
      if (!isRouteHash(location.hash)) return;
      main.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    };
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, [main]);
}

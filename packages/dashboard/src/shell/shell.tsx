/**
 * What every page stands in: skip link, header, navigation, the page itself, footer.
 */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { AwayBanner } from '../live/away-banner.tsx';
import { currentRoute } from './current-route.ts';
import { Footer } from './footer.tsx';
import { Navigation } from './navigation.tsx';
import { RoutedPage } from './routed-page.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { ServiceStatus } from './service-status.tsx';
import { usePlace } from './use-place.ts';

export function Shell(): JSX.Element {
  const main = useRef<HTMLElement>(null);
  usePlace(main);
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

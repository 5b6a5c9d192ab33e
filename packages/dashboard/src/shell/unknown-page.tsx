/**
 * Shown when the address names no page.
 */
import type { JSX } from 'preact';
import { PageHeading } from '../design/page-heading.tsx';

export function UnknownPage({ path }: { readonly path: string }): JSX.Element {
  return (
    <>
      <PageHeading title="There is no such page" />
      <p>
        Nothing lives at <code>{path}</code>. <a href="#/">Go to the overview</a> to see every
        policy.
      </p>
    </>
  );
}

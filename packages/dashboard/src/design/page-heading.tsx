/**
 * The first heading of a page; it also names the browser's tab.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

export interface PageHeadingProps {
  readonly title: string;
  /** A small line above the title: where one is. */
  readonly above?: ComponentChildren;
  /** One sentence below the title. */
  readonly lead?: ComponentChildren;
  /** Badges or actions beside the title. */
  readonly beside?: ComponentChildren;
}

export function PageHeading({ title, above, lead, beside }: PageHeadingProps): JSX.Element {
  useEffect(() => {
    document.title = `${title} · hedgerow`;
  }, [title]);
  return (
    <header class="page-heading">
      {above !== undefined && <p class="page-above">{above}</p>}
      <div class="page-title-row">
        <h1>{title}</h1>
        {beside}
      </div>
      {lead !== undefined && <p class="page-lead">{lead}</p>}
    </header>
  );
}

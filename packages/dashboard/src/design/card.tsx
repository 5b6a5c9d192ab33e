/**
 * A part of a page with a heading of its own.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface CardProps {
  readonly title: string;
  /** What is to be seen here, in a sentence for somebody who sees it for the first time. */
  readonly lead?: ComponentChildren;
  /** Controls at the end of the heading. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Card({ title, lead, tools, children }: CardProps): JSX.Element {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {lead !== undefined && <p class="card-lead">{lead}</p>}
      {children}
    </section>
  );
}

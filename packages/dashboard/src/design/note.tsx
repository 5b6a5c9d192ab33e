/**
 * A framed message: something to know, to be careful about, or that went wrong.
 */
import type { ComponentChildren, JSX } from 'preact';

export interface NoteProps {
  readonly tone: 'calm' | 'good' | 'careful' | 'bad';
  readonly title?: string;
  readonly children: ComponentChildren;
  /** Whether screen readers should hear it as soon as it appears. */
  readonly isNews?: boolean;
}

export function Note({ tone, title, children, isNews = false }: NoteProps): JSX.Element {
  return (
    <div class={`note note-${tone}`} role={isNews ? 'status' : undefined}>
      {title !== undefined && <p class="note-title">{title}</p>}
      {children}
    </div>
  );
}

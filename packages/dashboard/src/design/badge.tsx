/**
 * A short word on a coloured ground. The word always says it too; colour is never alone.
 */
import type { ComponentChildren, JSX } from 'preact';

export type BadgeTone = 'good' | 'calm' | 'careful' | 'bad' | 'learner' | 'usual';

export interface BadgeProps {
  readonly tone: BadgeTone;
  readonly children: ComponentChildren;
}

export function Badge({ tone, children }: BadgeProps): JSX.Element {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}

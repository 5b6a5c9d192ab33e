/**
 * The baseline of the decisions inside a sentence. Each decision may have one of its own (every field its
 * hybrid), so one is named only where all decisions had it. Before the first decision nobody knows which
 * hybrids the fields will name.
 */
import type { PolicyView } from '@hedgerow/client';
import { named } from './named.ts';

/** A policy, or one that is being thought of. */
export type ViewOrDraft = Pick<PolicyView, 'definition'> &
  Partial<Pick<PolicyView, 'counts' | 'commonBaseline'>>;

export function usualChoice({ definition, counts, commonBaseline }: ViewOrDraft): string {
  const { baseline, split } = definition;
  const isUndecided = counts === undefined || counts.decisions === 0;
  if (commonBaseline === null || (isUndecided && split !== undefined)) return 'your usual choice';
  return named(commonBaseline ?? baseline.action);
}

/**
 * The baseline of decisions inside a sentence. Where decisions are divided each of them may have a usual
 * choice of its own (every field its hybrid), so no single one is named.
 */
import type { ShownDefinition } from '@hedgerow/client';
import { named } from './named.ts';

export function usualChoice({
  baseline,
  split,
}: Pick<ShownDefinition, 'baseline' | 'split'>): string {
  return split === undefined ? named(baseline.action) : 'your usual choice';
}

/**
 * What a policy is waiting for: word about decisions of which nobody has said what became of them.
 *
 * Until then they count as if they went as badly as they can, so a policy that never hears anything
 * stays at its usual choice for ever; that must not look like patience.
 */
import type { PolicyView } from '@hedgerow/client';
import { countText } from '../design/number-text.ts';

/** A few are always under way. */
const SHARE_MAX = 0.2;
const COUNT_MIN = 5;

/** Returns what should be done about it; null while it is nothing unusual. */
export function waitingWords({ counts, health }: PolicyView): string | null {
  const { unresolved, decisions } = counts;
  const isMany = unresolved >= COUNT_MIN && unresolved > SHARE_MAX * decisions;
  if (!isMany || health.state === 'halted') return null;
  return `Nobody has said what became of ${countText(unresolved, 'decision')}. Until then they add nothing to the safety budget. Report what they paid, or say that they were done or did not take place.`;
}

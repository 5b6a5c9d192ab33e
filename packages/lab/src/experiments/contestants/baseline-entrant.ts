/**
 * The baseline itself as an entrant: the yardstick that a strategy must beat to be of use.
 */
import type { BaselineChoice } from '@hedgerow/core/research';
import type { RoundPlay } from '../../measures/run-measures.ts';
import type { Entrant, EntrantInput } from './entrant.ts';

/** Lets the baseline compete. */
export function baselineEntrant({ world }: EntrantInput): Entrant {
  const contestant = {
    promise: 'expected' as const,
    expectedFeatures: new Float64Array(world.actionCount * world.dimension),
    decide: ({ action }: BaselineChoice): RoundPlay => ({
      playedAction: action,
      proposedAction: action,
      playProbability: 0,
      chosenBy: 'baseline',
      reason: 'baseline-only',
      provedSlack: null,
    }),
    observe: () => {},
    provedSlack: () => null,
  };
  return { contestant, coversTruth: null };
}

/**
 * A policy as the service shows it, for tests of the words.
 */
import type { PolicyView } from '@hedgerow/client';

export interface ExampleChanges {
  readonly mode?: PolicyView['mode'];
  readonly health?: PolicyView['health'];
  readonly margin?: number | null;
  readonly counts?: Partial<PolicyView['counts']>;
  readonly commonBaseline?: string | null;
  readonly reserve?: PolicyView['reserve'];
  readonly definition?: Partial<PolicyView['definition']>;
}

export function exampleView(changes: ExampleChanges = {}): PolicyView {
  return {
    id: 'maize',
    generation: 1,
    definition: {
      actions: ['early', 'local'],
      baseline: { action: 'local' },
      context: {},
      reward: { min: 4, max: 14, unit: 't/ha' },
      ...changes.definition,
    },
    mode: changes.mode ?? 'live',
    health: changes.health ?? { state: 'ok', detail: '' },
    unit: 't/ha',
    promise: {
      text: 'with probability 0.99',
      failureProbability: 0.01,
      assumptions: [],
      certificate: 'betting',
    },
    reserve: changes.reserve ?? {
      declared: changes.definition?.reserve ?? 0,
      granted: changes.definition?.reserve ?? 0,
    },
    margin: changes.margin === undefined ? 3.2 : changes.margin,
    counts: {
      decisions: 200,
      learner: 100,
      baseline: 100,
      pending: 0,
      unresolved: 0,
      rewards: 200,
      corrections: 0,
      fellBack: 0,
      voided: 0,
      reasons: {},
      rewardTotal: 1600,
      ...changes.counts,
    },
    ...(changes.commonBaseline === undefined ? {} : { commonBaseline: changes.commonBaseline }),
    createdAt: '2026-11-01T08:00:00.000Z',
    generationStartedAt: '2026-11-01T08:00:00.000Z',
    lastDecisionAt: null,
    version: 1,
    headHash: 'ab',
  };
}

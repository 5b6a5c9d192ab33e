/**
 * Decisions of a season as the service lists them, for tests.
 */
import type { DecisionReceipt, DecisionSummary } from '@hedgerow/client';

/** Returns a divided decision on 10 ha of which a fifth tries Ada; nothing has been harvested. */
export function exampleDecision(changes: Partial<DecisionSummary> = {}): DecisionSummary {
  const sequence = changes.sequence ?? 1;
  return {
    id: `home.1.${sequence}`,
    policy: 'home',
    generation: 1,
    sequence,
    action: 'Ada',
    chosenBy: 'learner',
    reason: 'tried-on-a-part',
    mode: 'live',
    decidedAt: '2027-04-01T08:00:00.000Z',
    state: 'issued',
    reward: null,
    rewardedAt: null,
    correctionCount: 0,
    marginAfter: 0,
    size: 10,
    group: '2027',
    subject: 'Brook',
    partRewards: { share: 0.2, try: null, check: null },
    ...changes,
  };
}

/** Returns what tests need of the receipt of such a decision: the try, and Own beside it. */
export function exampleReceipt(action: string): DecisionReceipt {
  const parts = [
    { role: 'try', action, share: 0.2, size: 2, strips: [3, 4] },
    { role: 'check', action: 'Own', share: 0.8, size: 8, strips: [1, 2] },
  ];
  return { parts } as unknown as DecisionReceipt;
}

/**
 * Lives of policies whose decisions have sizes, groups, sites, parts: anything that callers may say, in
 * any order, sensible or not. What is refused is refused by an error or by its answer.
 */
import fc from 'fast-check';
import { HedgerowError } from '../../../base/errors.ts';
import type { GiveUpReason } from '../../../safety/books/safety-book.ts';
import type { PartRewards } from '../part-rewards.ts';
import type { Policy } from '../policy.ts';
import type { PolicyDefinition } from '../policy-definition.ts';
import type { PlanSituation } from '../season-plan.ts';

const FARM: PolicyDefinition = {
  actions: ['new', 'other', 'local'],
  baseline: { action: 'local', reward: { min: 5, max: 7 } },
  context: { temperature: { min: 5, max: 35 } },
  reward: { min: 2, max: 10 },
  allowedShortfall: 0.3,
  failureProbability: 0.1,
  size: { typical: 10, unit: 'ha' },
  reserve: 60,
  seed: 11,
};

const anyLearning = fc.record({
  proposer: fc.constantFrom({ kind: 'optimistic' as const }, { kind: 'thompson' as const }),
  memory: fc.constantFrom(
    undefined,
    { halfLife: 3, unit: 'rewards' as const },
    { halfLife: 1, unit: 'groups' as const },
  ),
  budgetMax: fc.constantFrom(undefined, 100),
});

/** Policies whose decisions are whole. */
export const anyWhole: fc.Arbitrary<PolicyDefinition> = fc
  .record({
    learning: anyLearning,
    promise: fc.constantFrom('expected' as const, 'observed' as const),
    execution: fc.constantFrom('assume' as const, 'confirm' as const),
    period: fc.constantFrom(undefined, undefined, 6, 'named' as const),
  })
  .map(({ learning, ...choices }) => given({ ...FARM, ...learning, ...choices }));

/** Policies whose decisions can be divided. */
export const anyDivided: fc.Arbitrary<PolicyDefinition> = fc
  .record({
    learning: anyLearning,
    split: fc.constantFrom<NonNullable<PolicyDefinition['split']>[]>(
      { strips: 10 },
      { strips: 10, drop: 4, beside: 6, check: 0.2 },
      { strips: 5, drop: 4, plotNoise: { scale: 0.5, checkScale: 0.8 } },
    ),
    reward: fc.constantFrom(undefined, 6, { min: 5, max: 7 }),
  })
  .map(({ learning, split, reward }) =>
    given({ ...FARM, ...learning, split, baseline: given({ action: 'local', reward }) }),
  );

/** Leaves out what is not given. */
function given<Fields extends object>(
  fields: {
    [Name in keyof Fields]: Fields[Name] | undefined;
  },
): Fields {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Fields;
}

export type Step =
  | {
      readonly kind: 'decide';
      readonly situations: readonly PlanSituation[];
      readonly isTogether: boolean;
      readonly group: string | undefined;
      readonly period: string;
    }
  | {
      readonly kind: 'observe' | 'correct';
      readonly of: number;
      readonly reward: number;
      readonly parts: PartRewards;
    }
  | { readonly kind: 'confirm'; readonly of: number; readonly share: number | null }
  | {
      readonly kind: 'fellBack' | 'cancel';
      readonly of: number;
      readonly reason: GiveUpReason;
    }
  | { readonly kind: 'closeGroup' };

const anyReward = fc.integer({ min: 2, max: 10 });
const anyPart = fc.oneof(
  anyReward,
  fc.record({ reward: anyReward, measuredShare: fc.constantFrom(0.25, 1) }),
);

const anySituation: fc.Arbitrary<PlanSituation> = fc
  .record({
    context: fc.record({ temperature: fc.integer({ min: 6, max: 34 }) }),
    size: fc.constantFrom(undefined, 1, 7, 1000),
    site: fc.constantFrom(undefined, 'north', 'south'),
    proposal: fc.constantFrom(undefined, 'new', 'other', 'local', 'new', 'nobody'),
  })
  .map((situation) => given<PlanSituation>(situation));

const anyDecide: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('decide' as const),
  situations: fc.array(anySituation, { minLength: 1, maxLength: 4 }),
  isTogether: fc.boolean(),
  group: fc.constantFrom(undefined, undefined, '2026', '2027', '2028'),
  period: fc.constantFrom('first', 'first', 'first', 'second'),
});

/** What happens to a policy. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyDecide },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('observe' as const, 'observe' as const, 'correct' as const),
      of: fc.nat({ max: 12 }),
      reward: anyReward,
      parts: fc.oneof(
        fc.record({ try: anyPart, check: anyPart }),
        fc.record({ try: anyPart }),
        fc.record({ check: anyPart }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('confirm' as const),
      of: fc.nat({ max: 12 }),
      share: fc.constantFrom(null, null, 0, 0.4, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('fellBack' as const, 'cancel' as const),
      of: fc.nat({ max: 12 }),
      reason: fc.constantFrom<GiveUpReason[]>('unrelated', 'newer-information'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'closeGroup' as const }) },
);

/** Whether decisions of a definition are divided. */
export function isDivided({ split }: PolicyDefinition): boolean {
  return split !== undefined;
}

/** Does a step; answers with what came back, or with the code of what was thrown. */
export function take(policy: Policy, definition: PolicyDefinition, step: Step): string {
  try {
    return answerOf(policy, definition, step);
  } catch (error) {
    if (error instanceof HedgerowError) return `refused: ${error.code}`;
    throw error;
  }
}

function answerOf(policy: Policy, definition: PolicyDefinition, step: Step): string {
  const told = (reward: number, parts: PartRewards) => (isDivided(definition) ? parts : reward);
  switch (step.kind) {
    case 'decide': {
      const common = given<{ group?: string; period?: string }>({
        group: step.group,
        period: definition.period === 'named' ? step.period : undefined,
      });
      if (step.isTogether) return JSON.stringify(policy.decideTogether(step.situations, common));
      const { context, ...options } = step.situations[0]!;
      return JSON.stringify(policy.decide(context, { ...options, ...common }));
    }
    case 'observe':
      return policy.observe(`d${step.of}`, told(step.reward, step.parts));
    case 'correct':
      return policy.correct(`d${step.of}`, told(step.reward, step.parts));
    case 'confirm':
      return step.share === null
        ? policy.confirm(`d${step.of}`)
        : policy.confirm(`d${step.of}`, { share: step.share, isInnocent: step.of % 2 === 0 });
    case 'fellBack':
      return policy.fellBack(`d${step.of}`, { reason: step.reason });
    case 'cancel':
      return policy.cancel(`d${step.of}`, { reason: step.reason });
    case 'closeGroup':
      policy.closeGroup();
      return 'recorded';
  }
}

/** The margins of all sites that the lives know. */
export function margins(policy: Policy): number[] {
  return [undefined, 'north', 'south'].map((site) => policy.margin(site));
}

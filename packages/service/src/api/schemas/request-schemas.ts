/**
 * What callers send: bodies of requests. Unknown fields are refused, and nothing is converted.
 */
import { z } from 'zod';
import { PLANNED_COUNT_MAX, plannedCount } from '../../decisions/commands/planned-count.ts';
import type {
  AckRequest,
  ArchiveRequest,
  BatchRequest,
  CorrectionRequest,
  DecisionRequest,
  DefinitionRequest,
  EraseRequest,
  ForgetRequest,
  GroupRequest,
  ModeRequest,
  RewardLine,
  RewardRequest,
  SafeModeRequest,
  VoidRequest,
} from '../../wire.ts';
import { wireContext } from './context-schemas.ts';
import { policyDefinition } from './definition-schemas.ts';
import { named } from './schema-registry.ts';
import { ACTION_COUNT_MAX, BATCH_COUNT_MAX, BLOCK_COUNT_MAX } from './size-limits.ts';
import {
  byName,
  decisionId,
  name,
  policyId,
  reason,
  subjectName,
  termName,
} from './text-schemas.ts';

/** What may be said of a situation, whether it is decided by itself or with others. */
const situationShape = {
  context: wireContext,
  baseline: z
    .strictObject({
      action: name.exactOptional(),
      reward: z
        .union([z.number(), z.strictObject({ min: z.number(), max: z.number() })])
        .exactOptional(),
    })
    .exactOptional(),
  allowed: z.array(name).min(1).max(ACTION_COUNT_MAX).exactOptional(),
  proposal: name.exactOptional(),
  floors: byName(z.number()).exactOptional(),
  size: z.number().exactOptional(),
  site: termName.exactOptional(),
  divisible: z.boolean().exactOptional(),
  subject: subjectName.exactOptional(),
};

const period = z.string().min(1).max(64);

export const decisionRequest: z.ZodType<DecisionRequest> = named(
  'DecisionRequest',
  z.strictObject({
    policy: policyDefinition.exactOptional(),
    ...situationShape,
    period: period.exactOptional(),
    group: termName.exactOptional(),
  }),
  {
    description: '`policy` is needed only if the policy does not exist yet.',
    examples: [{ context: { temperature: { kind: 'normal', mean: 20, sd: 3 }, rain: 90 } }],
  },
);

export const groupRequest: z.ZodType<GroupRequest> = named(
  'GroupRequest',
  z.strictObject({
    group: termName,
    situations: z
      .array(
        z.strictObject({
          ...situationShape,
          blocks: z.int().min(1).max(BLOCK_COUNT_MAX).exactOptional(),
        }),
      )
      .min(1)
      .max(PLANNED_COUNT_MAX)
      .refine(
        (situations) => plannedCount(situations) <= PLANNED_COUNT_MAX,
        `expected at most ${PLANNED_COUNT_MAX} decisions, blocks counted each`,
      ),
    period: period.exactOptional(),
    commit: z.boolean().exactOptional(),
  }),
  {
    description: `At most ${PLANNED_COUNT_MAX} decisions, blocks counted each, and times the actions of the policy at most 100,000. \`commit\` issues the plan; else it is only shown.`,
    examples: [{ group: '2027', situations: [{ context: { rain: 90 } }], commit: true }],
  },
);

const partReward = z.union([
  z.number(),
  z.strictObject({ reward: z.number(), measuredShare: z.number() }),
]);

const rewardShape = {
  value: z.number().exactOptional(),
  try: partReward.exactOptional(),
  check: partReward.exactOptional(),
};

export const rewardRequest: z.ZodType<RewardRequest> = named(
  'RewardRequest',
  z.strictObject({ ...rewardShape, context: wireContext.exactOptional() }),
  {
    description: '`value`; or of a divided decision `try`, `check` or both, as they come.',
    examples: [{ value: 9.4 }, { try: 9.1, check: 8.4 }],
  },
);

export const rewardLine: z.ZodType<RewardLine> = named(
  'RewardLine',
  z.strictObject({ decision: decisionId, ...rewardShape, context: wireContext.exactOptional() }),
  {
    description: 'One line of many rewards.',
    examples: [{ decision: 'maize.1.17', value: 9.4 }],
  },
);

export const batchRequest: z.ZodType<BatchRequest> = named(
  'BatchRequest',
  z.strictObject({ decisions: z.array(decisionRequest).min(1).max(BATCH_COUNT_MAX) }),
  {
    description: `At most ${BATCH_COUNT_MAX} decisions that do not know of each other; times the actions of the policy at most 100,000, unless receipts are preferred minimal.`,
  },
);

export const correctionRequest: z.ZodType<CorrectionRequest> = named(
  'CorrectionRequest',
  z.strictObject({ ...rewardShape, reason: z.string().min(1).max(1000) }),
  { examples: [{ value: 8.4, reason: 'The scale was read wrongly.' }] },
);

const giveUpReason = z.enum(['unrelated', 'newer-information']);

export const ackRequest = named(
  'AckRequest',
  z
    .strictObject({
      played: z.enum(['decision', 'baseline']).exactOptional(),
      reason: giveUpReason.exactOptional(),
      note: reason.exactOptional(),
      executed: z
        .strictObject({ share: z.number().min(0).max(1), isInnocent: z.boolean() })
        .exactOptional(),
    })
    .refine((said) => (said.played === 'baseline') === (said.reason !== undefined), {
      path: ['reason'],
      error: 'expected a reason with "played": "baseline", and only there',
    })
    .refine((said) => said.note === undefined || said.reason !== undefined, {
      path: ['note'],
      error: 'expected a note only beside a reason',
    })
    .refine((said) => said.executed === undefined || said.played !== 'baseline', {
      path: ['executed'],
      error: 'expected executed only where the decision was played',
    }),
  {
    description:
      'What was really played; the decision, if nothing is said. With `baseline`, `reason` is required, and `note` may say more: see VoidRequest. An action that was carried out and whose reward is lost needs no call. `executed`: a divided decision was carried out on another share than planned; `isInnocent` if the reasons know nothing of the strips. If not, an outcome may be reported for the drawn strips alone; that of a part with other strips in it counts as the worst that it allows.',
    examples: [{ played: 'decision' }, { played: 'baseline', reason: 'unrelated' }],
  },
) as z.ZodType<AckRequest>;

export const voidRequest: z.ZodType<VoidRequest> = named(
  'VoidRequest',
  z.strictObject({ reason: giveUpReason, note: reason.exactOptional() }),
  {
    description:
      '`reason`: `unrelated` if the cause says nothing about what the action would have earned (the machine was broken, it was out of stock, the visitor left before seeing it); `newer-information` if somebody knew more than at the decision; in doubt, this one. A reward of 0 is a reward, and no reason to take a decision back.',
    examples: [{ reason: 'unrelated', note: 'The machine was broken.' }],
  },
);

export const safeModeRequest: z.ZodType<SafeModeRequest> = named(
  'SafeModeRequest',
  z.strictObject({ on: z.boolean().exactOptional(), reason: reason.exactOptional() }),
  { examples: [{ on: true, reason: 'Sensor fault.' }] },
);

export const modeRequest: z.ZodType<ModeRequest> = named(
  'ModeRequest',
  z.strictObject({
    mode: z.enum(['live', 'shadow', 'safe-mode']),
    reason: reason.exactOptional(),
  }),
  { examples: [{ mode: 'shadow' }] },
);

export const definitionRequest: z.ZodType<DefinitionRequest> = named(
  'DefinitionRequest',
  z.strictObject({
    definition: policyDefinition,
    reason: reason.exactOptional(),
    demonstration: z.boolean().exactOptional(),
  }),
  {
    description:
      '`reason` is needed when the policy exists, and the definition does more than add to it. `demonstration` marks a new policy as made up: it may be erased later.',
  },
);

export const eraseRequest: z.ZodType<EraseRequest> = named(
  'EraseRequest',
  z.strictObject({ reason: reason.exactOptional(), confirm: policyId.exactOptional() }),
  {
    examples: [{ reason: 'The trial is over.' }],
    description: '`confirm` is the name of the policy once more; only erasing needs it.',
  },
);

/** Decisions that one request may name. */
const FORGOTTEN_AT_ONCE = 1000;

export const forgetRequest: z.ZodType<ForgetRequest> = named(
  'ForgetRequest',
  z
    .strictObject({
      decisions: z.array(decisionId).min(1).max(FORGOTTEN_AT_ONCE).exactOptional(),
      subject: subjectName.exactOptional(),
      reason: reason.exactOptional(),
    })
    .refine(({ decisions, subject }) => (decisions === undefined) !== (subject === undefined), {
      error: 'expected either decisions or a subject, and not both',
    }),
  {
    examples: [{ subject: 'North 40', reason: 'asked for by its owner' }],
    description:
      'Either ids of decisions of the policy, or the name of a subject: all that was decided about it.',
  },
);

export const archiveRequest: z.ZodType<ArchiveRequest> = named(
  'ArchiveRequest',
  z.strictObject({ reason: reason.exactOptional() }),
  { examples: [{ reason: 'The trial is over.' }] },
);

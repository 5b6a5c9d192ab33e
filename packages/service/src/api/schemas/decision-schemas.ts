/**
 * What the service says of decisions: receipts, lines of a listing, what became of them.
 */
import { z } from 'zod';
import type {
  DecisionEvent,
  DecisionPage,
  DecisionReceipt,
  DecisionState,
  DecisionSummary,
  DecisionView,
  MinimalReceipt,
  OutcomeReply,
  PartsStanding,
  ReceiptPart,
  WireReason,
} from '../../wire.ts';
import type { BriefReceipt } from '../brief-receipt.ts';
import { contextDescription, wireContext } from './context-schemas.ts';
import { named } from './schema-registry.ts';
import { decisionId, policyId, time } from './text-schemas.ts';

export const reasonCode: z.ZodType<WireReason> = z.enum([
  'proposal-is-safe',
  'held-out',
  'coin-decides',
  'not-certified',
  'proposal-is-baseline',
  'tried-on-a-part',
  'safe-mode',
  'shadow',
  'halted',
]);

const mode = z.enum(['live', 'shadow', 'safe-mode']);
const chosenBy = z.enum(['learner', 'baseline']);
const decisionState: z.ZodType<DecisionState> = z.enum(['issued', 'executed', 'fell-back', 'void']);
const position = z.int().min(1);
const count = z.int().min(0);

export const promise: z.ZodType<DecisionReceipt['promise']> = named(
  'Promise',
  z.strictObject({
    text: z.string(),
    failureProbability: z.number(),
    assumptions: z.array(
      z.enum([
        'shared-state-assumed-independent',
        'counted-in-the-state-that-came',
        'joined-later',
        'a-declaration-was-contradicted',
        'strips-do-not-affect-each-other',
        'given-up-for-unrelated-reasons',
      ]),
    ),
    certificate: z.enum([
      'betting',
      'betting and equations',
      'hold-out coin',
      'observed total',
      'check beside the try',
    ]),
  }),
);

const between = { low: z.number(), high: z.number() };

const bounds = z.strictObject({
  action: z.string(),
  predicted: z.number(),
  ...between,
  outlook: z
    .strictObject({
      ...between,
      beside: z.strictObject({ predicted: z.number(), ...between, chance: z.number() }),
    })
    .exactOptional(),
});

const outside = z.strictObject({
  variable: z.string(),
  value: z.number(),
  min: z.number(),
  max: z.number(),
});

const receiptPart: z.ZodType<ReceiptPart> = named(
  'ReceiptPart',
  z.strictObject({
    role: z.enum(['try', 'check']),
    action: z.string(),
    share: z.number(),
    size: z.number(),
    strips: z.array(position).nullable(),
  }),
  { description: 'A part of a divided decision: what is tried on which strips, and the check.' },
);

const partReward = z.union([
  z.number(),
  z.strictObject({ reward: z.number(), measuredShare: z.number() }),
]);

export const partsStanding: z.ZodType<PartsStanding> = named(
  'PartsStanding',
  z.strictObject({
    share: z.number(),
    try: partReward.nullable(),
    check: partReward.nullable(),
  }),
  { description: 'What is known of the parts of a divided decision.' },
);

/** The part of a receipt that every caller may see. */
const openReceipt = {
  id: decisionId,
  policy: policyId,
  generation: position,
  mode,
  decidedAt: time,
  sequence: position,
  action: z.string(),
  chosenBy,
  reason: reasonCode,
  explanation: z.string(),
  change: z.array(z.string()),
  proposal: z.string(),
  proposedBy: z.enum(['learner', 'second-look', 'caller', 'exploration']),
  baseline: z.strictObject({
    action: z.string(),
    reward: z.strictObject({ min: z.number(), max: z.number() }).nullable(),
  }),
  promise,
  context: contextDescription,
  size: z.number().exactOptional(),
  group: z.string().exactOptional(),
  site: z.string().exactOptional(),
  parts: z.array(receiptPart).exactOptional(),
  recalibrated: z
    .array(z.strictObject({ variable: z.string(), bias: z.number(), spread: z.number() }))
    .exactOptional(),
  outside: z.array(outside).exactOptional(),
  subject: z.string().exactOptional(),
};

/** The receipt as the core makes it, without what the service adds. */
const booksOfReceipt = {
  bounds: z.array(bounds),
  margin: z.strictObject({
    before: z.number(),
    ifProposed: z.number(),
    worstIncrement: z.number(),
    after: z.number(),
    unit: z.string(),
  }),
  coin: z.strictObject({ number: z.number().nullable(), playProbability: z.number() }).nullable(),
  propensity: z
    .number()
    .exactOptional()
    .describe(
      'Probability with which this action was to be chosen, given all that was known before anything was drawn; absent in answers of earlier versions.',
    ),
  propensities: z
    .array(z.strictObject({ action: z.string(), probability: z.number() }))
    .exactOptional()
    .describe('The same of every action that could have been chosen; for a site only the chosen.'),
  exploration: z
    .strictObject({ number: z.number().nullable(), share: z.number() })
    .exactOptional()
    .describe('The lot of exploration: one was drawn if the number is below the share.'),
};

const receiptShape = { ...openReceipt, ...booksOfReceipt };

export const decisionReceipt: z.ZodType<DecisionReceipt> = named(
  'DecisionReceipt',
  z.strictObject(receiptShape),
  { description: 'What is done, who chose it, why, and the numbers that prove it.' },
);

export const briefReceipt: z.ZodType<BriefReceipt> = named(
  'BriefReceipt',
  z.strictObject(openReceipt),
  { description: 'The receipt for keys without the scope `read`: no amounts of the books.' },
);

export const minimalReceipt: z.ZodType<MinimalReceipt> = named(
  'MinimalReceipt',
  z.strictObject({
    id: receiptShape.id,
    action: receiptShape.action,
    chosenBy,
    reason: receiptShape.reason,
    mode,
    subject: receiptShape.subject,
    parts: receiptShape.parts,
  }),
  { description: 'The receipt with `Prefer: return=minimal`: what is to be done, and its id.' },
);

const previewFields = { ...receiptShape, id: z.string(), sequence: count };
const {
  policy: _policy,
  generation: _generation,
  mode: _mode,
  decidedAt: _at,
  ...core
} = previewFields;

/** What would be decided; its id and sequence mean nothing. */
export const preview: z.ZodType<
  Omit<DecisionReceipt, 'policy' | 'generation' | 'mode' | 'decidedAt'>
> = named('Preview', z.strictObject(core), {
  description:
    'The receipt that a decision would have now. Nothing is booked. Where a coin would decide, it has the probability and not how the coin will fall.',
});

const {
  bounds: _bounds,
  margin: _margin,
  coin: _coin,
  propensity: _propensity,
  propensities: _propensities,
  exploration: _exploration,
  ...briefCore
} = core;

export const briefPreview: z.ZodType<BriefPreview> = named(
  'BriefPreview',
  z.strictObject(briefCore),
  { description: 'What would be decided, for keys without the scope `read`.' },
);

export type BriefPreview = Omit<BriefReceipt, 'policy' | 'generation' | 'mode' | 'decidedAt'>;

const summaryShape = {
  id: decisionId,
  policy: policyId,
  generation: position,
  sequence: position,
  action: z.string(),
  chosenBy,
  reason: reasonCode,
  mode,
  decidedAt: time,
  state: decisionState,
  reward: z.number().nullable(),
  rewardedAt: time.nullable(),
  correctionCount: count,
  marginAfter: z.number().nullable(),
  size: z.number().exactOptional(),
  group: z.string().exactOptional(),
  site: z.string().exactOptional(),
  subject: z.string().exactOptional(),
  partRewards: partsStanding.exactOptional(),
};

export const decisionSummary: z.ZodType<DecisionSummary> = named(
  'DecisionSummary',
  z.strictObject(summaryShape),
);

export const decisionPage: z.ZodType<DecisionPage> = named(
  'DecisionPage',
  z.strictObject({ decisions: z.array(decisionSummary), next: position.nullable() }),
  { description: 'Newest first. Pass `next` as `before` to get the next page.' },
);

const decisionEvent: z.ZodType<DecisionEvent> = z.strictObject({
  kind: z.enum(['confirmed', 'fell-back', 'voided', 'rewarded', 'corrected']),
  at: time,
  value: z.number().nullable().exactOptional(),
  previous: z.number().nullable().exactOptional(),
  partRewards: partsStanding.exactOptional(),
  executed: z.strictObject({ share: z.number(), isInnocent: z.boolean() }).exactOptional(),
  reason: z.string().exactOptional(),
  note: z.string().exactOptional(),
  context: wireContext.exactOptional(),
  isLearnt: z.boolean().exactOptional(),
});

export const decisionView: z.ZodType<DecisionView & DecisionReceipt> = named(
  'DecisionView',
  z.strictObject({
    ...receiptShape,
    ...summaryShape,
    receipt: decisionReceipt,
    events: z.array(decisionEvent),
  }),
  { description: 'The receipt, and what became of the decision since.' },
);

export const outcomeReply: z.ZodType<OutcomeReply> = named(
  'OutcomeReply',
  z.strictObject({
    id: decisionId,
    outcome: z.enum(['recorded', 'repeated']),
    state: decisionState,
    reward: z.number().nullable(),
    isLearnt: z.boolean(),
    partRewards: partsStanding.exactOptional(),
  }),
);

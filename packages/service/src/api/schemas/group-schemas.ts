/**
 * What the service says of many decisions: plans of groups, batches, files of rewards.
 */
import { z } from 'zod';
import type {
  DecisionReceipt,
  GroupPlan,
  GroupReply,
  MinimalReceipt,
  Problem,
  RewardLineAnswer,
  SitePlan,
} from '../../wire.ts';
import type { BriefReceipt } from '../brief-receipt.ts';
import {
  type BriefPreview,
  briefPreview,
  briefReceipt,
  decisionReceipt,
  minimalReceipt,
  preview,
} from './decision-schemas.ts';
import { problem } from './policy-schemas.ts';
import { named } from './schema-registry.ts';
import { policyId } from './text-schemas.ts';

const sitePlan: z.ZodType<SitePlan> = named(
  'SitePlan',
  z.strictObject({
    site: z.string().nullable(),
    decisions: z.int().min(1),
    size: z.number(),
    triedSize: z.number(),
    budgetBefore: z.number(),
    budgetAfter: z.number(),
    unit: z.string(),
  }),
  { description: 'What a plan means for a site: sizes, and its budget before and after.' },
);

type AnyPlan = Omit<GroupPlan, 'receipts'> & {
  readonly receipts: readonly (GroupPlan['receipts'][number] | BriefReceipt | BriefPreview)[];
};

export const groupPlan: z.ZodType<AnyPlan> = named(
  'GroupPlan',
  z.strictObject({
    policy: policyId,
    group: z.string(),
    isCommitted: z.boolean(),
    receipts: z.array(z.union([decisionReceipt, preview, briefReceipt, briefPreview])),
    sites: z.array(sitePlan),
  }),
  { description: 'A receipt for each decision, in the order of the situations.' },
) as z.ZodType<AnyPlan>;

export const batchReply: z.ZodType<AnyBatchReply> = named(
  'BatchReply',
  z.strictObject({
    answers: z.array(
      z.union([
        z.strictObject({
          status: z.literal(200),
          receipt: z.union([decisionReceipt, briefReceipt, minimalReceipt]),
        }),
        z.strictObject({ status: z.int(), problem }),
      ]),
    ),
  }),
  { description: 'An answer for each decision, in their order.' },
);

interface AnyBatchReply {
  readonly answers: readonly (
    | { readonly status: 200; readonly receipt: DecisionReceipt | BriefReceipt | MinimalReceipt }
    | { readonly status: number; readonly problem: Problem }
  )[];
}

export const rewardLineAnswer: z.ZodType<RewardLineAnswer> = named(
  'RewardLineAnswer',
  z.strictObject({
    line: z.int().min(1),
    decision: z.string().nullable(),
    outcome: z.enum(['recorded', 'repeated', 'contradiction', 'unknown-decision', 'refused']),
    code: z.string().exactOptional(),
    detail: z.string().exactOptional(),
  }),
  { description: 'The answer to one line of many rewards.' },
);

export const groupReply: z.ZodType<GroupReply> = named(
  'GroupReply',
  z.strictObject({
    policy: policyId,
    group: z.string(),
    outcome: z.enum(['recorded', 'repeated']),
  }),
);

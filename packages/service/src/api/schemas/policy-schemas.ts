/**
 * What the service says of policies: their state, the corridor of the promise, weights, the audit.
 */
import { z } from 'zod';
import type {
  AuditView,
  Corridor,
  DefinitionPreview,
  DefinitionReply,
  DefinitionView,
  ForecastsView,
  ForgetReply,
  PolicyCounts,
  PolicyNews,
  PolicyView,
  Problem,
  RemovalReply,
  RemovalView,
  WeightsView,
} from '../../wire.ts';
import { decisionSummary, promise } from './decision-schemas.ts';
import { policyDefinition, shownDefinition } from './definition-schemas.ts';
import { named } from './schema-registry.ts';
import { decisionId, policyId, time } from './text-schemas.ts';

const count = z.int().min(0);
const position = z.int().min(1);
const amount = z.number().nullable();

export const counts: z.ZodType<PolicyCounts> = z.strictObject({
  decisions: count,
  learner: count,
  baseline: count,
  pending: count,
  unresolved: count,
  rewards: count,
  corrections: count,
  fellBack: count,
  voided: count,
  expired: count.exactOptional(),
  reasons: z.record(z.string(), count),
  rewardTotal: z.number(),
});

const viewFields = {
  id: policyId,
  site: z.string().exactOptional(),
  generation: position,
  definition: shownDefinition,
  mode: z.enum(['live', 'shadow', 'safe-mode']),
  health: z.strictObject({ state: z.enum(['ok', 'halted']), detail: z.string() }),
  alarms: z.array(z.string()).exactOptional(),
  unit: z.string(),
  promise,
  reserve: z.strictObject({ declared: z.number(), granted: z.number() }),
  margin: amount,
  counts,
  commonBaseline: z.string().nullable().exactOptional(),
  createdAt: time,
  generationStartedAt: time,
  growth: z.strictObject({ count: position, lastAt: time }).exactOptional(),
  lastDecisionAt: time.nullable(),
  version: count,
  headHash: z.string(),
  archivedAt: time.exactOptional(),
  isDemonstration: z.literal(true).exactOptional(),
};

export const policyView: z.ZodType<PolicyView> = named('PolicyView', z.strictObject(viewFields));

export const definitionReply: z.ZodType<DefinitionReply> = named(
  'DefinitionReply',
  z.strictObject({ ...viewFields, grown: z.boolean() }),
  { description: '`grown`: the definition only added, and the generation goes on.' },
);

export const definitionPreview: z.ZodType<DefinitionPreview> = named(
  'DefinitionPreview',
  z.strictObject({
    policy: policyId,
    change: z.enum(['created', 'none', 'grown', 'new-generation']),
    added: z
      .strictObject({
        actions: z.array(z.string()),
        variables: z.array(z.string()),
        categories: z.record(z.string(), z.array(z.string())),
        features: count,
      })
      .nullable(),
    why: z.string().nullable(),
  }),
  { description: '`why` a new generation would start, and the policy cannot grow instead.' },
);

export const policyList: z.ZodType<readonly PolicyView[]> = z.array(policyView);

export const definitionView: z.ZodType<DefinitionView> = named(
  'DefinitionView',
  z.strictObject({ policy: policyId, generation: position, definition: policyDefinition }),
  { description: 'The whole definition; for a key of one site without prior and log of rewards.' },
);

export const removalReply: z.ZodType<RemovalReply> = named(
  'RemovalReply',
  z.strictObject({ policy: policyId, outcome: z.enum(['archived', 'removed', 'erased']) }),
  {
    description:
      'Archived: kept, without more decisions. Removed: nothing was ever decided. Erased: all is gone.',
  },
);

export const forgetReply: z.ZodType<ForgetReply> = named(
  'ForgetReply',
  z.strictObject({
    policy: policyId,
    forgotten: count,
    waiting: z.array(z.string()),
    isMore: z.boolean(),
  }),
  {
    description:
      'How many decisions were forgotten just now, which wait for something and were left alone, and whether the subject has more.',
  },
);

export const removalList: z.ZodType<readonly RemovalView[]> = z.array(
  named(
    'RemovalView',
    z.strictObject({
      position,
      policy: policyId,
      entries: position,
      lastHash: z.string(),
      time: z.string(),
      by: z.string(),
      reason: z.string(),
      previousHash: z.string(),
      hash: z.string(),
    }),
    {
      description:
        'What is left of an erased policy. hash is the SHA-256 of the JSON list [position, policy, entries, lastHash, time, by, reason, previousHash].',
    },
  ),
);

export const corridor: z.ZodType<Corridor> = named(
  'Corridor',
  z.strictObject({
    unit: z.string(),
    isBaselineDeclared: z.boolean(),
    points: z.array(
      z.strictObject({
        sequence: count,
        at: time,
        baselineTotal: amount,
        promisedTotal: amount,
        guaranteedTotal: amount,
        observedTotal: z.number(),
        promisedForObserved: amount,
        pendingCount: count,
        margin: amount,
        learnerCount: count,
      }),
    ),
  }),
);

export const weightsView: z.ZodType<WeightsView> = named(
  'WeightsView',
  z.strictObject({
    policy: policyId,
    generation: position,
    observationCount: count,
    weights: z.array(
      z.strictObject({
        name: z.string(),
        estimate: z.number(),
        low: z.number(),
        high: z.number(),
      }),
    ),
  }),
);

export const forecastsView: z.ZodType<ForecastsView> = named(
  'ForecastsView',
  z.strictObject({
    policy: policyId,
    generation: position,
    level: z.number(),
    variables: z.array(
      z.strictObject({
        variable: z.string(),
        outcomeCount: count,
        betCount: count,
        histogram: z.array(z.number()),
        skill: z
          .strictObject({
            crps: z.number(),
            climatologyCrps: z.number(),
            skill: z.number(),
            low: z.number(),
            high: z.number(),
          })
          .nullable(),
        wealth: z.number(),
        wealthMax: z.number(),
        isAlarmed: z.boolean(),
        bias: z.number(),
        spread: z.number(),
      }),
    ),
  }),
);

export const auditView: z.ZodType<AuditView> = named(
  'AuditView',
  z.strictObject({
    policy: policyId,
    generation: position,
    isKept: z.boolean(),
    summary: z.array(z.string()),
    promise,
    unit: z.string(),
    decisions: count,
    tightest: z.strictObject({ id: decisionId, margin: z.number() }).nullable(),
    mismatches: z.array(z.string()),
    rederivedCount: count,
    failureProbabilityAllGenerations: z.number(),
    failureProbabilityTotal: z.number(),
    journal: z.strictObject({
      entries: count,
      headHash: z.string(),
      isWhole: z.boolean(),
      checkedCount: count,
    }),
    alarms: z.array(z.string()),
  }),
);

export const policyNews: z.ZodType<PolicyNews> = named(
  'PolicyNews',
  z.strictObject({
    policy: policyId,
    version: count,
    view: policyView,
    latest: decisionSummary.nullable(),
  }),
);

export const problem: z.ZodType<Problem> = named(
  'Problem',
  z.strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    field: z.string().exactOptional(),
  }),
  { description: 'Problem details (RFC 9457) with a stable code.' },
);

/**
 * What callers send: bodies of requests. Unknown fields are refused, and nothing is converted.
 */
import { z } from 'zod';
import type {
  AckRequest,
  CorrectionRequest,
  DecisionRequest,
  DefinitionRequest,
  ModeRequest,
  RewardRequest,
  SafeModeRequest,
  VoidRequest,
} from '../../wire.ts';
import { wireContext } from './context-schemas.ts';
import { policyDefinition } from './definition-schemas.ts';
import { named } from './schema-registry.ts';
import { ACTION_COUNT_MAX } from './size-limits.ts';
import { name, reason } from './text-schemas.ts';

export const decisionRequest: z.ZodType<DecisionRequest> = named(
  'DecisionRequest',
  z.strictObject({
    policy: policyDefinition.exactOptional(),
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
    floors: z.record(name, z.number()).exactOptional(),
    period: z.string().min(1).max(64).exactOptional(),
  }),
  {
    description: '`policy` is needed only if the policy does not exist yet.',
    examples: [{ context: { temperature: { kind: 'normal', mean: 20, sd: 3 }, rain: 90 } }],
  },
);

export const rewardRequest: z.ZodType<RewardRequest> = named(
  'RewardRequest',
  z.strictObject({ value: z.number(), context: wireContext.exactOptional() }),
  { examples: [{ value: 9.4 }] },
);

export const correctionRequest: z.ZodType<CorrectionRequest> = named(
  'CorrectionRequest',
  z.strictObject({ value: z.number(), reason: z.string().min(1).max(1000) }),
  { examples: [{ value: 8.4, reason: 'The scale was read wrongly.' }] },
);

export const ackRequest: z.ZodType<AckRequest> = named(
  'AckRequest',
  z.strictObject({ played: z.enum(['decision', 'baseline']).exactOptional() }),
  {
    description: 'What was really played; the decision, if nothing is said.',
    examples: [{ played: 'decision' }],
  },
);

export const voidRequest: z.ZodType<VoidRequest> = named(
  'VoidRequest',
  z.strictObject({ reason: reason.exactOptional() }),
  { examples: [{ reason: 'The field was flooded before planting.' }] },
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
  z.strictObject({ definition: policyDefinition, reason: reason.exactOptional() }),
  { description: '`reason` is needed when the policy exists with another definition.' },
);

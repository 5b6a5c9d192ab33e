/**
 * What an audit must know of a policy: its promise, its range, and when a decision counts as played.
 *
 *     slack = reserve + Σ over decisions ( reward − shareKept · baseline reward + allowancePerRound )
 *
 * Read from the definition, or from what the service answers to GET /v1/policies/{id}, which also
 * knows how much of the reserve its generation was granted. Nothing here is taken from the books.
 */
import { z } from 'zod';
import { faultyField } from '../field-errors.ts';
import { parseJson } from '../parse-json.ts';

/** What the promise is about: means, before the coin or of what is played, outcomes, or the weather that came. */
export type AuditSubject = 'expected' | 'policy' | 'played' | 'observed' | 'realised';

export interface AuditTerms {
  readonly subject: AuditSubject;
  /** 1 − α, or 1 where a loss per round is allowed. */
  readonly shareKept: number;
  /** What may be lost in each round on top, in reward units. */
  readonly allowancePerRound: number;
  /** What may be lost once, in reward units; below 0: what was overdrawn before. */
  readonly reserve: number;
  /** Lowest and highest noiseless reward, and the scale of the noise on top. */
  readonly rewardMin: number;
  readonly rewardMax: number;
  readonly noiseScale: number;
  /** The promise is about the ends of so many decisions. */
  readonly window: number;
  /** Decisions in a period of its own, `named`, or null where the promise is about the whole life. */
  readonly period: number | 'named' | null;
  /** Whether a decision counts as played only once that was said. */
  readonly isConfirmed: boolean;
}

const FORMAT = 'of a policy definition';

const definitionSchema = z.looseObject({
  baseline: z.looseObject({
    reward: z.unknown().optional(),
    log: z.unknown().optional(),
    coin: z.enum(['policy', 'played']).optional(),
  }),
  reward: z.looseObject({
    min: z.number(),
    max: z.number(),
    noiseScale: z.number().min(0).optional(),
  }),
  allowedShortfall: z.number().gt(0).lt(1).optional(),
  allowedLossPerRound: z.number().min(0).optional(),
  reserve: z.number().optional(),
  window: z.int().min(1).optional(),
  period: z.union([z.int().min(1), z.literal('named')]).optional(),
  promise: z.enum(['expected', 'observed', 'realised']).optional(),
  split: z.unknown().optional(),
  execution: z.enum(['assume', 'confirm']).optional(),
});

const viewSchema = z.looseObject({
  definition: definitionSchema,
  reserve: z.looseObject({ granted: z.number() }),
});

type Definition = z.infer<typeof definitionSchema>;

/** Returns the terms in a definition, or in a policy as the service shows it. */
export function parseAuditTerms(text: string): AuditTerms {
  const data = parseJson('a policy definition', text);
  if (typeof data !== 'object' || data === null || !('definition' in data)) {
    const definition = checked(definitionSchema, data);
    return termsOf(definition, definition.reserve ?? 0);
  }
  const { definition, reserve } = checked(viewSchema, data);
  return termsOf(definition, reserve.granted);
}

function termsOf(definition: Definition, reserve: number): AuditTerms {
  const { reward, allowedShortfall, allowedLossPerRound } = definition;
  return {
    subject: subjectOf(definition),
    shareKept: 1 - (allowedShortfall ?? 0),
    allowancePerRound: allowedLossPerRound ?? 0,
    reserve,
    rewardMin: reward.min,
    rewardMax: reward.max,
    noiseScale: reward.noiseScale ?? 0,
    window: definition.window ?? 1,
    period: definition.period ?? null,
    isConfirmed: definition.execution === 'confirm',
  };
}

function subjectOf({ promise, baseline, split }: Definition): AuditSubject {
  if (split !== undefined) return 'realised';
  if (promise === 'observed') return 'observed';
  const isDeclared = baseline.reward !== undefined || baseline.log !== undefined;
  return isDeclared ? 'expected' : (baseline.coin ?? 'policy');
}

function checked<Schema extends z.ZodType>(schema: Schema, data: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw faultyField(parsed.error.issues[0]!, FORMAT);
}

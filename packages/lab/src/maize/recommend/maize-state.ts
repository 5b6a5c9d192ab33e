/**
 * What is kept between a recommendation and the next: the policy, and the harvests beside what the model
 * expected of them.
 */
import { HedgerowError } from '@hedgerow/core';
import { z } from 'zod';
import type { Harvest } from './harvest-corrections.ts';
import type { MaizePolicyOptions } from './maize-policy.ts';

export interface MaizeState {
  readonly format: 'hedgerow-maize-state/1';
  /** What was declared when the state was made; the promise is about these. */
  readonly options: MaizePolicyOptions;
  /** One for each decision, in their order. */
  readonly harvests: readonly Harvest[];
  /** The policy's own snapshot, guarded by its own checksum. */
  readonly policy: string;
}

const schema: z.ZodType<MaizeState> = z.strictObject({
  format: z.literal('hedgerow-maize-state/1'),
  options: z.strictObject({
    allowedShortfall: z.number(),
    reserve: z.number(),
    lowestYield: z.number(),
    failureProbability: z.number(),
    deviation: z.number().nullable(),
  }),
  harvests: z.array(
    z.strictObject({
      decision: z.string(),
      field: z.string(),
      hybrid: z.string(),
      expectedByModel: z.number(),
      observedYield: z.number().nullable(),
    }),
  ),
  policy: z.string(),
});

/** Returns the state as text. */
export function writeMaizeState(state: Omit<MaizeState, 'format'>): string {
  return `${JSON.stringify({ format: 'hedgerow-maize-state/1', ...state })}\n`;
}

/** Returns the state that a text holds, or refuses it. */
export function readMaizeState(text: string): MaizeState {
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'the state must be one that `hedgerow maize recommend` has written',
    received: 'something else, or damaged',
    remedy: 'Name another file; a missing one is made.',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

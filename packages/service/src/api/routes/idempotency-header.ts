/**
 * The Idempotency-Key header of requests that decide.
 */
import { z } from 'zod';

export interface IdempotencyHeaders {
  readonly 'idempotency-key'?: string;
}

/** Other headers are none of its business, so this one object is not strict. */
export const idempotencyHeaders: z.ZodType<IdempotencyHeaders> = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[!-~]{1,255}$/, 'expected 1 to 255 visible ASCII characters')
    .exactOptional(),
});

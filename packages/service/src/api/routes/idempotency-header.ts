/**
 * The headers of requests that decide.
 */
import { z } from 'zod';

export interface IdempotencyHeaders {
  readonly 'idempotency-key'?: string;
}

/** Of requests that are answered with receipts. */
export interface DecideHeaders extends IdempotencyHeaders {
  readonly prefer?: string;
}

const idempotencyKey = z
  .string()
  .regex(/^[!-~]{1,255}$/, 'expected 1 to 255 visible ASCII characters')
  .exactOptional();

/** Other headers are none of its business, so these objects are not strict. */
export const idempotencyHeaders: z.ZodType<IdempotencyHeaders> = z.looseObject({
  'idempotency-key': idempotencyKey,
});

export const decideHeaders: z.ZodType<DecideHeaders> = z.looseObject({
  'idempotency-key': idempotencyKey,
  prefer: z.string().exactOptional(),
});

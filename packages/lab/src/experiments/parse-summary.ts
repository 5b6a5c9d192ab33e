/**
 * Reads a summary from a file, and checks the part of it that an audit rests on.
 */
import { z } from 'zod';
import { PROMISE_NAMES, type PromiseName } from '../measures/run-measures.ts';
import type { ExperimentSummary } from './experiment-summary.ts';
import { faultyField } from './field-errors.ts';
import { parseJson } from './parse-json.ts';

const SUMMARY_FORMAT = 'hedgerow-summary/1';

const count = z.int().min(0);

const summarySchema = z.looseObject({
  format: z.literal(SUMMARY_FORMAT),
  hash: z.string(),
  experiment: z.looseObject({ name: z.string() }),
  cells: z.array(
    z.looseObject({
      environment: z.string(),
      strategy: z.string(),
      allowedShortfall: z.number().nullable(),
      trials: z.int().min(1),
      invalidCertificates: count.nullable(),
      // Summaries of earlier versions do not name it.
      wrongClaim: z
        .looseObject({ trial: count, round: count, claimed: z.number(), truth: z.number() })
        .nullish(),
      promise: z
        .looseObject({
          subject: z.enum(PROMISE_NAMES as [PromiseName, ...PromiseName[]]),
          failureProbability: z.number().gt(0).lt(1),
          violations: count,
          tightest: z.looseObject({
            slack: z.number(),
            allowedLoss: z.number(),
            trial: count,
            round: count,
          }),
        })
        .nullable(),
    }),
  ),
});

/** Returns the summary, or throws a HedgerowError that names the field at fault. */
export function parseSummary(text: string): ExperimentSummary {
  const parsed = summarySchema.safeParse(parseJson('a summary', text));
  if (!parsed.success) throw faultyField(parsed.error.issues[0]!, SUMMARY_FORMAT);
  return parsed.data as unknown as ExperimentSummary;
}

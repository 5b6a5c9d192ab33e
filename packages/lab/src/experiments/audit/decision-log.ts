/**
 * A decision log: JSON lines, one decision each, in the order in which they were made.
 *
 *     {"receipt": { … the receipt of a policy … }, "reward": 9.4}
 *
 * `reward` is left out while it has not come, `state` where every action was played as told; `period`
 * is needed where a policy names its periods. Other fields are ignored, so a log may carry more; of the
 * receipt, only the numbers that the audit needs are checked.
 */
import { HedgerowError, type Receipt } from '@hedgerow/core';
import { z } from 'zod';
import { faultyField } from '../field-errors.ts';

export interface DecisionLogRow {
  readonly receipt: Receipt;
  /** Of a divided decision, its parts; they are not added up here. */
  readonly reward?: number | null | undefined;
  /** What became of it; the service's export says so. */
  readonly state?: 'issued' | 'executed' | 'fell-back' | 'void' | undefined;
  /** How often another reward was reported for it before this one. */
  readonly correctionCount?: number | undefined;
  /** The name of the period it belongs to. */
  readonly period?: string | undefined;
}

const row = z.looseObject({
  receipt: z.looseObject({
    id: z.string(),
    sequence: z.int().min(1),
    action: z.string(),
    chosenBy: z.enum(['learner', 'baseline']),
    reason: z.string(),
    proposal: z.string(),
    baseline: z.looseObject({
      action: z.string(),
      reward: z.looseObject({ min: z.number(), max: z.number() }).nullish(),
    }),
    promise: z.looseObject({
      text: z.string(),
      failureProbability: z.number().min(0).max(1),
      certificate: z.string(),
    }),
    margin: z.looseObject({
      before: z.number(),
      ifProposed: z.number(),
      worstIncrement: z.number(),
      after: z.number(),
      unit: z.string(),
    }),
    coin: z
      .looseObject({ number: z.number().min(0).lt(1), playProbability: z.number().min(0).max(1) })
      .nullable(),
  }),
  // Of a divided decision, what each part earned.
  reward: z.union([z.number(), z.looseObject({})]).nullish(),
  state: z.enum(['issued', 'executed', 'fell-back', 'void']).optional(),
  correctionCount: z.int().min(0).optional(),
  period: z.string().optional(),
});

/** Returns the rows of a log, or throws a HedgerowError that names line and field. */
export function parseDecisionLog(text: string): DecisionLogRow[] {
  const rows = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => parseRow(line, number));
  if (rows.length > 0) return rows;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'a decision log must hold at least one line of JSON',
    received: 'empty',
  });
}

function parseRow(line: string, number: number): DecisionLogRow {
  const parsed = row.safeParse(parseJson(line, number));
  if (parsed.success) return parsed.data as unknown as DecisionLogRow;
  const issue = parsed.error.issues[0]!;
  throw faultyField(
    { ...issue, path: [`line ${number}`, ...issue.path] },
    'hedgerow-decision-log/1',
  );
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `line ${number} of a decision log must be JSON`,
      received: `not: ${(error as Error).message}`,
    });
  }
}

/**
 * The truth about decisions, where it is known: CSV with a head, or JSON lines.
 *
 *     decision,proposal,baseline,shared
 *     d1,0.2,0.5,season-1
 *
 * `proposal` and `baseline`: the true expected reward of what was proposed and of the baseline in that
 * decision, in reward units; where the promise is about observed rewards, what each would have earned.
 * `shared`, which may be left out, names a hidden state that decisions with the same name have in
 * common, such as one weather.
 */
import { HedgerowError } from '@hedgerow/core';
import { z } from 'zod';
import { faultyField } from '../field-errors.ts';

export interface DecisionTruth {
  readonly decision: string;
  readonly proposal: number;
  readonly baseline: number;
  readonly shared?: string | undefined;
}

export type TruthByDecision = ReadonlyMap<string, DecisionTruth>;

const FORMAT = 'hedgerow-truth/1';

const cell = z.union([z.number(), z.string().trim().min(1)]).pipe(z.coerce.number());

const truthSchema: z.ZodType<DecisionTruth> = z.looseObject({
  decision: z.string().min(1),
  proposal: cell,
  baseline: cell,
  shared: z.string().optional(),
});

/** Returns the truth by decision, or throws a HedgerowError that names line and field. */
export function parseTruth(text: string): TruthByDecision {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '');
  const isJson = lines[0]?.line.startsWith('{') ?? false;
  const rows = isJson ? lines.map(jsonRow) : csvRows(lines);
  return new Map(rows.map((row) => [row.decision, row]));
}

interface Line {
  readonly line: string;
  readonly number: number;
}

function jsonRow({ line, number }: Line): DecisionTruth {
  try {
    return checked(JSON.parse(line), number);
  } catch (error) {
    if (error instanceof HedgerowError) throw error;
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `line ${number} of the truth must be JSON, like the first`,
      received: `not: ${(error as Error).message}`,
    });
  }
}

function csvRows([head, ...lines]: readonly Line[]): DecisionTruth[] {
  const names = cellsOf(head?.line ?? '');
  return lines.map(({ line, number }) => {
    const cells = cellsOf(line);
    return checked(Object.fromEntries(names.map((name, i) => [name, cells[i]])), number);
  });
}

function cellsOf(line: string): string[] {
  return line.split(',').map((text) => text.trim().replace(/^"(.*)"$/, '$1'));
}

function checked(data: unknown, number: number): DecisionTruth {
  const parsed = truthSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw faultyField({ ...issue, path: [`line ${number}`, ...issue.path] }, FORMAT);
}

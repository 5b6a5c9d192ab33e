/**
 * Query strings. They are text, so numbers are read here, by strict patterns and in one spelling.
 */
import { z } from 'zod';
import type { DecisionFilter, ExportFormat } from '../../wire.ts';
import { reasonCode } from './decision-schemas.ts';
import { described } from './schema-registry.ts';
import { name, policyId, subjectName, termName } from './text-schemas.ts';

/** A whole number from `least` to `most`, without sign, point or leading zeros. */
function whole(least: number, most: number) {
  const text = z
    .string()
    .regex(/^(0|[1-9][0-9]{0,14})$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most));
  return described(text, { type: 'integer', pattern: undefined, minimum: least, maximum: most });
}

const flag = described(
  z.enum(['true', 'false']).transform((text) => text === 'true'),
  { type: 'boolean', enum: undefined },
);

/** Any offset is accepted and turned into the one form that times are stored in. */
const moment = described(
  z.iso
    .datetime({ offset: true, error: 'expected a time like 2026-05-04T09:30:00Z' })
    .transform((text) => new Date(text).toISOString()),
  { type: 'string', format: 'date-time', pattern: undefined },
);

export const decisionFilter: z.ZodType<DecisionFilter> = z.strictObject({
  limit: whole(1, 500).exactOptional(),
  before: whole(1, Number.MAX_SAFE_INTEGER).exactOptional(),
  generation: whole(1, Number.MAX_SAFE_INTEGER).exactOptional(),
  state: z.enum(['issued', 'executed', 'fell-back', 'void']).exactOptional(),
  chosenBy: z.enum(['learner', 'baseline']).exactOptional(),
  reason: reasonCode.exactOptional(),
  action: name.exactOptional(),
  hasReward: flag.exactOptional(),
  since: moment.exactOptional(),
  until: moment.exactOptional(),
  site: termName.exactOptional(),
  group: termName.exactOptional(),
  subject: subjectName.exactOptional(),
});

/** Only what is of one site. */
export interface SiteQuery {
  readonly site?: string;
}

/** Where nothing else may be asked, nothing else was ever looked at; so this one is not strict. */
export const siteQuery: z.ZodType<SiteQuery> = z.looseObject({ site: termName.exactOptional() });

export interface PoliciesQuery {
  readonly archived?: boolean;
  /** Only names after this one. */
  readonly after?: string;
  readonly limit?: number;
}

export const policiesQuery: z.ZodType<PoliciesQuery> = z.looseObject({
  archived: flag.exactOptional(),
  after: policyId.exactOptional(),
  limit: whole(1, 500).exactOptional(),
});

export interface EraseQuery {
  readonly erase?: boolean;
}

export const eraseQuery: z.ZodType<EraseQuery> = z.strictObject({ erase: flag.exactOptional() });

export interface CorridorQuery extends SiteQuery {
  readonly points?: number;
  /** Only points of decisions made from then on. */
  readonly since?: string;
  /** Only points of decisions made until then. */
  readonly until?: string;
}

export const corridorQuery: z.ZodType<CorridorQuery> = z.strictObject({
  points: whole(2, 5000).exactOptional(),
  since: moment.exactOptional(),
  until: moment.exactOptional(),
  site: termName.exactOptional(),
});

export interface ExportQuery extends SiteQuery {
  readonly format?: ExportFormat;
}

export const exportQuery: z.ZodType<ExportQuery> = z.strictObject({
  format: z.enum(['csv', 'jsonl', 'receipts', 'log', 'parquet']).exactOptional(),
  site: termName.exactOptional(),
});

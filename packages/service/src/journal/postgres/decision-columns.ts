/**
 * The columns of the table of decisions, with the types that their values travel as.
 */
import type { DecisionLine } from '../tables.ts';

export const DECISION_TYPES: Readonly<
  Record<keyof DecisionLine, 'text' | 'bigint' | 'double precision'>
> = {
  policy: 'text',
  generation: 'bigint',
  sequence: 'bigint',
  position: 'bigint',
  action: 'text',
  chosen_by: 'text',
  reason: 'text',
  mode: 'text',
  decided_at: 'text',
  state: 'text',
  reward: 'double precision',
  rewarded_at: 'text',
  correction_count: 'bigint',
  margin_after: 'double precision',
  baseline_min: 'double precision',
  baseline_max: 'double precision',
  key_scope: 'text',
  key_text: 'text',
  fingerprint: 'text',
  size: 'double precision',
  group_name: 'text',
  site: 'text',
  parts: 'text',
  subject: 'text',
};

export const DECISION_NAMES = Object.keys(DECISION_TYPES) as (keyof DecisionLine)[];

/**
 * Whoever plans a season of a farm: which candidate on which share of each field.
 */
import type { FieldSeason } from './spread-world.ts';

/** One field of a plan; a share of 0 tries nothing. */
export interface PlannedField {
  readonly candidate: number | null;
  readonly share: number;
}

export interface SpreadPlayer {
  plan(): readonly PlannedField[];
  /** What became of the plan that was made last. */
  harvest(fields: readonly FieldSeason[]): void;
}

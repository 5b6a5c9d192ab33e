import type { ExplorationTerms } from './exploration-lot.ts';

/** What a decision may have beside its baseline; all of it may be left out. */
export interface RoundTerms {
  /** Takes the place of what the proposer would name; the book is asked about it like about any. */
  readonly proposal?: number | null;
  /** The promise is about the sum of size · reward. Default 1. */
  readonly size?: number;
  /** Shares with other decisions what the forecasts leave open; one bet for all. */
  readonly group?: string;
  /** Whose promise it counts in. */
  readonly site?: string;
  /** The name of its period, where periods are named; each site has its own. */
  readonly period?: string;
  /** A lot that now and then takes the place of the proposal. */
  readonly exploration?: ExplorationTerms;
}

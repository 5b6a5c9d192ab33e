/**
 * What one line of a trial says: a hybrid in a field in a year, and what it yielded.
 */

export interface TrialRow {
  readonly field: string;
  readonly region: string | null;
  readonly year: number;
  readonly hybrid: string;
  readonly parents: readonly string[];
  /** The mean of the plots, in the unit of the model. */
  readonly yield: number;
  readonly plots: number;
  /** Weather and soil by name, where they are known. */
  readonly covariates: Readonly<Record<string, number>>;
}

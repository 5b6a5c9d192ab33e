/** What a benchmark takes and gives back; `run.ts` knows them by name. */

export interface BenchmarkOptions {
  /** One tiny iteration without yardsticks: shows that the benchmark works, measures nothing. */
  readonly isQuick: boolean;
  readonly reportProgress: (message: string) => void;
}

/** Tables for a page of the documentation, by the names of their marks (write-docs.ts). */
export interface DocsTables {
  readonly file: string;
  readonly tables: Readonly<Record<string, string>>;
}

export interface BenchmarkResult {
  /** For people. */
  readonly text: string;
  /** For programs, one object a measurement. */
  readonly rows: readonly object[];
  /** What makes the comparison meaningless, one sentence each. */
  readonly faults: readonly string[];
  /** Where a page shows the figures. */
  readonly docs?: DocsTables;
}

export type Benchmark = (options: BenchmarkOptions) => BenchmarkResult | Promise<BenchmarkResult>;

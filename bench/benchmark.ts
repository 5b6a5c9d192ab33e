/** What a benchmark takes and gives back; `run.ts` knows them by name. */

export interface BenchmarkOptions {
  /** One tiny iteration without yardsticks: shows that the benchmark works, measures nothing. */
  readonly isQuick: boolean;
  readonly reportProgress: (message: string) => void;
}

export interface BenchmarkResult {
  /** For people. */
  readonly text: string;
  /** For programs, one object a measurement. */
  readonly rows: readonly object[];
  /** What makes the comparison meaningless, one sentence each. */
  readonly faults: readonly string[];
}

export type Benchmark = (options: BenchmarkOptions) => BenchmarkResult | Promise<BenchmarkResult>;

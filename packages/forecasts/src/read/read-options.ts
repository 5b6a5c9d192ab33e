/**
 * What a caller can say of a file that the file does not say itself.
 */
import type { ForecastFormat } from './forecast.ts';

export interface ReadOptions {
  /** Refuses any other; recognised when left out. */
  readonly format?: ForecastFormat;
  /** The clock by which days are counted, such as `+02:00`; that of the file when left out. */
  readonly utcOffset?: string;
  /** Of tables with `yhat_lower` and `yhat_upper`: the share between the two, such as 0.8. */
  readonly interval?: number;
  /** Of tables: whether a time stands at the start of its step or at its end; as the format has it when left out. */
  readonly stamp?: 'start' | 'end';
  /** Of tables: only rows with these values, by column; `MOH1_*` is all that begin with MOH1_. */
  readonly where?: Readonly<Record<string, string>>;
}

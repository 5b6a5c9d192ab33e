/**
 * How a data file is refused: its name, the line and the column at fault, the rule, what stood there.
 */
import { HedgerowError } from '@hedgerow/core';

export interface FileFault {
  readonly file: string;
  /** Counted from 1, the header included. */
  readonly line?: number;
  /** The heading of the column. */
  readonly column?: string;
  /** What must be: "must be a number of at least 0". */
  readonly rule: string;
  readonly received: string;
  readonly remedy?: string;
}

/** Returns the error; throw it. */
export function fileFault({
  file,
  line,
  column,
  rule,
  received,
  remedy,
}: FileFault): HedgerowError {
  const place = [
    file,
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [`column "${column}"`]),
  ].join(', ');
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${place} ${rule}`,
    received,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/**
 * Lines that are the same in every cell: most likely copied twice, rarely two plots with equal yields.
 *
 * They count once unless the caller says otherwise: a copy that is learnt from twice makes the model
 * too sure, a plot that is missed makes it a little less sure.
 */
import type { FindingList } from './finding.ts';
import type { TableRecord } from './split-records.ts';

export type RepeatRule = 'once' | 'each';

/** Returns the lines to be read, with a warning for each that repeats another. */
export function leaveOutRepeats(
  lines: readonly TableRecord[],
  rule: RepeatRule,
  findings: FindingList,
): readonly TableRecord[] {
  const first = new Map<string, number>();
  return lines.filter(({ line, cells }) => {
    const key = cells.join('\u0000');
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, line);
      return true;
    }
    const what = `The line is the same as line ${before} in every cell`;
    if (rule === 'each')
      findings.note({ kind: 'duplicate', text: `${what} and counts too.`, line });
    else findings.warning({ kind: 'duplicate', text: `${what} and is left out.`, line });
    return rule === 'each';
  });
}

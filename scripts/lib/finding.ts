/**
 * What a check reports: where, which rule, and what to write instead.
 *
 * A check is a pure function that returns findings; a test asks for none. Every finding fits on
 * one line, so that a terminal or an editor can jump to it.
 */
export interface Finding {
  /** Path relative to the root of the repository. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** What is wrong, as a sentence without its full stop. */
  readonly rule: string;
  /** What to do about it, as a sentence without its full stop. */
  readonly replacement: string;
}

/** Returns "file:line rule. Instead: replacement." */
export function describeFinding(finding: Finding): string {
  return `${finding.file}:${finding.line} ${finding.rule}. Instead: ${finding.replacement}.`;
}

/** Throws one error that lists every finding; does nothing when there are none. */
export function refuseFindings(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  const error = new Error([`${count}:`, ...findings.map(describeFinding)].join('\n'));
  // The place that matters is in the text; the stack would point at this function.
  error.stack = '';
  throw error;
}

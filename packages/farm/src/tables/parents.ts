/**
 * The parents of a hybrid, from one column ("B73 × Mo17", "B73/MO17") or from two.
 */
import type { FindingList } from './finding.ts';
import type { LineReader } from './line-reader.ts';
import type { TableRecord } from './split-records.ts';
import { tidyName } from './tidy-name.ts';

const CROSS = /\s*[/×*;]\s*|\s+x\s+/i;

/** Returns the names of the parents; none if nothing is known. */
export function readParents(reader: LineReader, record: TableRecord): string[] {
  const joint = reader.name(record, 'parents');
  if (joint !== null) return splitCross(joint);
  return ['parent1', 'parent2'].flatMap((key) => reader.name(record, key) ?? []);
}

function splitCross(text: string): string[] {
  return text
    .replace(/[()]/g, ' ')
    .split(CROSS)
    .map(tidyName)
    .filter((name) => name !== '');
}

/** Says that names look like pedigrees, if all do and nobody named the parents. */
export function reportPedigrees(reader: LineReader, names: readonly string[]): void {
  const hasParents = ['parents', 'parent1', 'parent2'].some((key) => reader.has(key));
  const column = reader.heading('hybrid')?.text ?? null;
  if (hasParents || names.length === 0 || column === null) return;
  if (!names.every((name) => splitCross(name).length === 2)) return;
  const text = `The names look like crosses. If they are, map them: parents=${column}.`;
  reader.findings.note({ kind: 'pedigree-names', text, column });
}

export interface Parentage {
  readonly hybrid: string;
  readonly parents: readonly string[];
  readonly line: number;
}

/** A hybrid has the same parents wherever it stands. Returns them by hybrid. */
export function joinParentage(
  list: readonly Parentage[],
  findings: FindingList,
): Map<string, readonly string[]> {
  const known = new Map<string, readonly string[]>();
  for (const { hybrid, parents, line } of list) {
    const before = known.get(hybrid);
    if (before === undefined || before.length === 0) known.set(hybrid, parents);
    else if (parents.length > 0 && keyOf(parents) !== keyOf(before)) {
      const text = `${hybrid} has the parents ${parents.join(' × ')} here and ${before.join(' × ')} above.`;
      findings.error({ kind: 'contradiction', text, line });
    }
  }
  return known;
}

function keyOf(parents: readonly string[]): string {
  return JSON.stringify([...parents].sort());
}

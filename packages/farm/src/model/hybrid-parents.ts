/**
 * Which parents a hybrid has, and what stands for parents that nobody knows.
 *
 * Where some hybrids of a table have parents, one without gets unknown parents of its own, as many as are
 * usual: it then varies as much as the others, and shares nothing with them. Where none has, a hybrid is
 * its own only parent.
 */
import { HedgerowError } from '@hedgerow/core';
import type { ModelHybrid } from './mixed-model.ts';
import type { TrialRow } from './trial-row.ts';

/** Returns the hybrids of a table by name, in the order of their names. */
export function knownParents(rows: readonly TrialRow[]): Map<string, ModelHybrid> {
  const told = new Map<string, readonly string[]>();
  for (const { hybrid, parents } of rows) {
    const before = told.get(hybrid) ?? [];
    if (before.length > 0 && parents.length > 0 && !isSame(before, parents)) {
      throw twoPedigrees(hybrid, before, parents);
    }
    told.set(hybrid, before.length > 0 ? before : parents);
  }
  const usual = usualCount([...told.values()]);
  const names = [...told.keys()].sort();
  return new Map(
    names.map((name) => {
      const parents = told.get(name)!;
      return [name, { name, parents: parents.length > 0 ? parents : ownParents(name, usual) }];
    }),
  );
}

/** What stands for the parents of a hybrid that nobody knows. */
export function ownParents(hybrid: string, usual: number): string[] {
  if (usual <= 1) return [hybrid];
  return Array.from({ length: usual }, (_, i) => `parent ${i + 1} of ${hybrid}`);
}

/** How many parents hybrids have in most cases; the smaller number if two are as frequent. */
export function usualCount(pedigrees: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of pedigrees) {
    if (length > 0) counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, often], [b, oftener]) => oftener - often || a - b);
  return sorted[0]?.[0] ?? 1;
}

function isSame(first: readonly string[], second: readonly string[]): boolean {
  return JSON.stringify([...first].sort()) === JSON.stringify([...second].sort());
}

function twoPedigrees(
  hybrid: string,
  first: readonly string[],
  second: readonly string[],
): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `the hybrid ${hybrid} must have the same parents in all rows`,
    received: `${first.join('/')} and ${second.join('/')}`,
  });
}

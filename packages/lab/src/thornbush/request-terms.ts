/**
 * What a request says beside its situation: size, group and site; and how many are made at once.
 */
import type { RandomStream } from '../environments/random-stream.ts';
import { cellNumbers } from './cell-range.ts';
import type { Cell } from './factors.ts';
import type { SubjectRequest } from './subject.ts';

/** Decisions of a group, and of a plan where there is no group. */
const GROUP_SIZE = 10;
const PLAN_SIZE = 5;
/** Sites of a cell that has several: some decisions name none. */
const SITES: readonly (string | undefined)[] = [undefined, 'north', 'south'];

/** Decisions between which nothing is heard. */
export function batchSize({ group, asking }: Cell): number {
  if (group === 'of-ten') return GROUP_SIZE;
  return asking === 'together' ? PLAN_SIZE : 1;
}

/** The site of a round, or the one that is judged in a run: they take turns, from line to line as well. */
export function siteOf({ site }: Cell, turn: number): string | undefined {
  return site === 'three' ? SITES[turn % SITES.length] : undefined;
}

export interface TermsInput {
  readonly cell: Cell;
  readonly random: RandomStream;
  readonly round: number;
  /** What the books say, where the adversary spends it; null where it does not. */
  readonly spent: number | null;
}

/** Size, group and site of a round. */
export function termsOf({
  cell,
  random,
  round,
  spent,
}: TermsInput): Pick<SubjectRequest, 'size' | 'group' | 'site'> {
  const { width, sizeMax } = cellNumbers(cell);
  const site = siteOf(cell, Math.floor(SITES.length * random.uniform()));
  const affordable = Math.min(Math.max((spent ?? 0) / width, 1), sizeMax);
  return {
    ...(cell.size === 'one'
      ? {}
      : { size: spent === null ? sizeMax ** random.uniform() : affordable }),
    ...(cell.group === 'alone' ? {} : { group: `group ${Math.floor(round / GROUP_SIZE)}` }),
    ...(site === undefined ? {} : { site }),
  };
}

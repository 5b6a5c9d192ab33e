/**
 * Books of the format hedgerow-split/1: one line a step, and what the file expects there.
 */
import { type TracedState, traceSplitBook } from '@hedgerow/core/research';
import type { SplitFile } from './split-file.ts';

export interface SplitLine extends TracedState {
  readonly case: string;
  /** Counted from 1 in each case. */
  readonly step: number;
}

/** Yields the state of the books after each step, in order. */
export function* replaySplit({ cases }: SplitFile): Generator<SplitLine> {
  for (const one of cases) {
    let step = 0;
    for (const state of traceSplitBook(one)) {
      step += 1;
      yield { case: one.name, step, ...state };
    }
  }
}

/** Returns what the file expects in each line, in order; undefined where it says nothing. */
export function expectedLines({ cases }: SplitFile): (TracedState | undefined)[] {
  return cases.flatMap(({ steps, expected }) => steps.map((_, i) => expected?.[i]));
}

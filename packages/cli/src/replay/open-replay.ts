/**
 * Reads a replay file of either format, and says what it leads to and what it expects, line by line.
 *
 *     hedgerow-replay/1   rounds of a strategy         agree to 1e-9
 *     hedgerow-split/1    steps of books               agree to 1e-10
 */
import { parseJson } from './checked-file.ts';
import { firstDifference } from './compare-lines.ts';
import { replay } from './replay.ts';
import { checkReplayFile } from './replay-file.ts';
import { checkSplitFile, SPLIT_FORMAT } from './split-file.ts';
import { expectedLines, replaySplit } from './split-replay.ts';

export interface OpenReplay {
  /** What is computed, one line after the other. */
  readonly lines: Iterable<object>;
  /** What an independent program computed; undefined where the file expects nothing. */
  readonly expected: readonly (object | undefined)[];
  /** What a line is about. */
  readonly unit: 'round' | 'step';
  readonly tolerance: number;
}

/** Returns what the text leads to, or throws naming the field at fault. */
export function openReplay(text: string): OpenReplay {
  const contents = parseJson(text);
  if ((contents as { format?: unknown } | null)?.format === SPLIT_FORMAT) {
    const file = checkSplitFile(contents);
    const expected = expectedLines(file);
    return { lines: replaySplit(file), expected, unit: 'step', tolerance: 1e-10 };
  }
  const file = checkReplayFile(contents);
  const expected = file.rounds.map((_, i) => file.expected?.[i]);
  return { lines: replay(file), expected, unit: 'round', tolerance: 1e-9 };
}

/** Returns a sentence about how a line differs from what is expected, or null if it agrees. */
export function differenceAt(
  { expected, tolerance }: OpenReplay,
  line: object,
  index: number,
): string | null {
  const wanted = expected[index];
  if (wanted === undefined) return 'the file expects nothing here';
  return firstDifference(line, wanted, tolerance);
}

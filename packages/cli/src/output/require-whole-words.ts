/**
 * Refuses words of the command line that are not UTF-8.
 *
 * Node puts the same sign in the place of every byte that it cannot read, so two files whose names differ there alone would be
 * one: two farms would share a state, and one journal would be taken for another.
 */
import { CommandFailure } from './exit-codes.ts';

const UNREADABLE = '\uFFFD';

export function requireWholeWords(words: readonly string[]): void {
  const word = words.find((one) => one.includes(UNREADABLE));
  if (word === undefined) return;
  throw new CommandFailure(
    `The words of a command must be UTF-8, but ${JSON.stringify(word.slice(0, 100))} is not. Rename the file or the folder.`,
  );
}

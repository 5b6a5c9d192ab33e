/**
 * What the system refused a command, in one sentence: the rule, what it said, and what to do.
 *
 * A full disk, a folder of somebody else, a name that is too long: nothing that a stack would explain.
 */

interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
  /** Of SQLite. */
  readonly errcode?: unknown;
}

const FULL =
  'There must be room on the disk, but there is none. Make room, and run the same command again.';
const BUSY =
  'The journal must be free for a moment, but another process uses it all the time. Try again.';

/** By result codes of SQLite, without their details. */
const OF_SQLITE: Readonly<Record<number, string>> = {
  5: BUSY,
  8: 'The data folder must be writable, but it is not. Choose another, or change who owns it.',
  10: 'The disk must read and write, but it fails. Look after the disk.',
  13: FULL,
  14: 'The data folder must be writable, but it is not. Choose another, or change who owns it.',
};

const OF_SYSTEM: Readonly<Record<string, (place: string) => string>> = {
  ENOSPC: () => FULL,
  EDQUOT: () => FULL,
  EFBIG: (place) =>
    `${place} must not become longer than files may be here, but it does. Choose another place.`,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: notAllowed,
  ENOENT: (place) => `${place} must be there, but it is missing. Give another, or make its folder.`,
  ENOTDIR: (place) => `${place} must lie in a folder, but it does not. Give another.`,
  EISDIR: (place) => `${place} must be a file, but it is a folder. Give another.`,
  EEXIST: (place) => `${place} must be a folder, but it is a file. Give another.`,
  ENAMETOOLONG: (place) => `${place} must be a shorter name. Give another.`,
};

/** Returns the sentence, with what the system said; null if the error is of another kind. */
export function systemFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall, path, errcode } = error as SystemError;
  const place = typeof path === 'string' ? path : 'What is read or written';
  if (typeof errcode === 'number') return withReason(OF_SQLITE[errcode & 0xff], error);
  if (typeof syscall !== 'string') return null;
  return withReason(OF_SYSTEM[String(code)]?.(place), error);
}

function withReason(sentence: string | undefined, { message }: Error): string | null {
  return sentence === undefined ? null : `${sentence} (${message})`;
}

function notAllowed(place: string): string {
  return `${place} must be a place that this user may use, but it is not. Choose another, or change who owns it.`;
}

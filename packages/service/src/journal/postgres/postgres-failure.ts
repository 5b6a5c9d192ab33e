/**
 * What went wrong with PostgreSQL, in the words of the journal.
 */
import { JournalFailure } from '../journal.ts';
import { isTimeout, sqlState } from './pg-driver.ts';

const KINDS: Readonly<Record<string, JournalFailure['kind']>> = {
  // A decision or a key is there already; two writers met. Nothing of ours was stored.
  '23505': 'behind',
  '40001': 'behind',
  '40P01': 'behind',
  '53100': 'full',
};

const ADVICE: Readonly<Record<JournalFailure['kind'], string>> = {
  behind: 'Another has written it, or at the same time. Load the state again and look up by key.',
  full: 'The disk of the database is full: nothing is written until there is room again.',
  broken: 'Whether the last batch is stored is not known: look it up by its key.',
  elsewhere: '',
  closed: '',
};

/** Somebody else has locked what is needed for longer than can be waited for. */
const LOCKED = '55P03';
const LOCKED_ADVICE =
  'Nothing was stored: tables or lines are locked by somebody else (VACUUM, ALTER TABLE, a transaction that was left open). Try again when that is over.';

/** Nothing was stored, because somebody else holds what is needed. */
export function lockedFailure(said: string, cause?: unknown): JournalFailure {
  return new JournalFailure('broken', `PostgreSQL says: ${said}. ${LOCKED_ADVICE}`, { cause });
}

/** Whether that is why something failed. */
export function isLocked(failure: unknown): boolean {
  return failure instanceof JournalFailure && sqlState(failure.cause) === LOCKED;
}

export function postgresFailure(error: unknown): JournalFailure {
  if (error instanceof JournalFailure) return error;
  const state = sqlState(error);
  const kind = KINDS[state ?? ''] ?? 'broken';
  const said = error instanceof Error ? error.message : String(error);
  if (state === LOCKED) return lockedFailure(said, error);
  return new JournalFailure(kind, `PostgreSQL says: ${said}. ${ADVICE[kind]}`, { cause: error });
}

/** Whether the server itself refused: then nothing is stored, for certain. */
export function isSaidByServer(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && !/^(08|57)/.test(state);
}

/** How often something without effect is tried before it fails. */
const ATTEMPTS = 3;

/**
 * Runs something that may be run twice; again if the connection was lost. A pool can hold
 * connections that broke while nobody used them, and only their next use shows it.
 */
export async function despiteLoss<Value>(act: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (attempt === ATTEMPTS || !isLost(error)) throw error;
    }
  }
}

function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof JournalFailure) return false;
  const state = sqlState(error);
  // Whoever waited in vain once has waited long enough.
  return state === null ? !isTimeout(error) : /^(08|57P)/.test(state);
}

/** Runs something and turns what it throws into a JournalFailure. */
export async function inJournalWords<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    throw postgresFailure(error);
  }
}

/**
 * All keys, read from the store at most every few seconds.
 *
 * There are few keys, so all of them are kept: strangers who try ids never cause a look into the
 * store, and a revoked key stops working within the age of this copy. Once a key has been seen, the
 * service is never open again, whatever the store says later.
 */

import type { Clock } from '../../instruments/clock.ts';
import type { KeyRecord, KeyStore } from '../../journal/journal.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { isUsable, isValidKey } from './api-keys.ts';
import { readKeyId } from './key-text.ts';

export interface KeyRing {
  /** Whether no key exists, so that nobody needs one. */
  isOpen(): Promise<boolean>;
  /**
   * The same as far as it was known last, at once; null if it never was. The store may hang, and whoever asks here does not
   * wait for it: it is asked for the next time.
   */
  isOpenSoFar(): boolean | null;
  /** Returns the record of a key that may be used now; null otherwise. */
  verify(secret: string): Promise<KeyRecord | null>;
  /** Whether a key that was verified before may still be used. */
  isStillUsable(id: string): Promise<boolean>;
}

export interface KeyRingOptions {
  readonly keys: KeyStore;
  readonly clock: Clock;
  /** How old the copy may get, in milliseconds. */
  readonly ageMsMax: number;
  /** A clock that only goes forward; the machine's if absent. */
  readonly nowMs?: () => number;
}

/** How often the time of last use is written, at most. */
const TOUCH_MS = 60_000;

/** Returns a ring over the store's keys. */
export function createKeyRing({
  keys,
  clock,
  ageMsMax,
  nowMs = () => performance.now(),
}: KeyRingOptions): KeyRing {
  let records: Map<string, KeyRecord> | null = null;
  let readAt = 0;
  let readMs = 0;
  let reading: Promise<Map<string, KeyRecord>> | null = null;
  let hasSeenKeys = false;
  const touched = new Map<string, number>();

  async function read(): Promise<Map<string, KeyRecord>> {
    const [startedAt, startedMs] = [Date.parse(clock.now()), nowMs()];
    const list = await keys.list().catch(refuse);
    records = new Map(list.map((record) => [record.id, record]));
    [readAt, readMs] = [startedAt, startedMs];
    hasSeenKeys ||= list.length > 0;
    return records;
  }

  async function current(): Promise<Map<string, KeyRecord>> {
    const age = Date.parse(clock.now()) - readAt;
    // A clock that went back, by however little, must not keep an old copy alive.
    const isFresh = age >= 0 && Math.max(age, nowMs() - readMs) <= ageMsMax;
    if (records !== null && isFresh) return records;
    reading ??= read().finally(() => {
      reading = null;
    });
    return await reading;
  }

  function touch(id: string): void {
    const now = clock.now();
    const last = touched.get(id);
    if (last !== undefined && Math.abs(Date.parse(now) - last) < TOUCH_MS) return;
    touched.set(id, Date.parse(now));
    // The time of last use is for people; a request must not fail because it was not written.
    keys.touch(id, now).catch(() => touched.delete(id));
  }

  return {
    isOpen: async () => !hasSeenKeys && (await current()).size === 0,
    isOpenSoFar: () => {
      if (hasSeenKeys) return false;
      current().catch(() => {});
      return records === null ? null : records.size === 0;
    },
    verify: async (secret) => {
      const found = await current();
      const id = readKeyId(secret);
      const record = id === null ? undefined : found.get(id);
      if (!isValidKey(secret, record, clock.now())) return null;
      touch(record!.id);
      return record!;
    },
    isStillUsable: async (id) => {
      const record = (await current()).get(id);
      return record !== undefined && isUsable(record, clock.now());
    },
  };
}

/** An old copy could let in a key that was revoked since, so nobody is let in. */
function refuse(error: unknown): never {
  throw new ServiceProblem(
    {
      code: 'HR_JOURNAL_UNAVAILABLE',
      detail: 'The keys cannot be read now, so nobody can be let in. Try again soon.',
    },
    { cause: error },
  );
}

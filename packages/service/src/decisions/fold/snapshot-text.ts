/**
 * A policy's state as text for the journal's snapshots, and back.
 *
 *     hedgerow-service/6 <SHA-256 of the format and what follows>
 *     { everything outside the core … }
 *     text of the core's own snapshot
 *
 * It is written in small steps while the policy goes on, and holds only what is in memory: decisions that were
 * handed out are on the shelf, and what is known of open and recent ones, and of keys, is in the journal's
 * table. So it is about as long whether a thousand decisions wait or ten million. A snapshot is a short cut
 * and never a source: whatever does not fit is left aside, and the entries are taken in instead.
 */
import { createHash, hash } from 'node:crypto';
import { type KernelEngine, restorePolicy, type TextInSteps } from '@hedgerow/core';
import { finish } from '../../instruments/steps.ts';
import type { Snapshot } from '../../journal/journal.ts';
import type { ExpiryBook } from './expiry.ts';
import { type ForecastBookText, forecastBookText, readForecastBook } from './forecast-book.ts';
import type { NameRoom } from './name-room.ts';
import { OpenDecisions, type OpenText } from './open-decisions.ts';
import { coreOptions, emptyState, type Generation, type PolicyState } from './policy-state.ts';
import { promiseOf } from './reserve-grant.ts';
import { type RegisterText, readRegister, registerText } from './subject-register.ts';

const FORMAT = 'hedgerow-service/6';
/** The text that a checksum of earlier formats covered: from the third on it begins with the format. */
const EARLIER_FORMATS: Readonly<Record<string, (text: string) => string>> = {
  'hedgerow-service/1': (text) => text,
  'hedgerow-service/2': (text) => text,
  'hedgerow-service/3': (text) => `hedgerow-service/3${text}`,
  'hedgerow-service/4': (text) => `hedgerow-service/4${text}`,
  'hedgerow-service/5': (text) => `hedgerow-service/5${text}`,
};
/** Characters that are hashed in one step. */
const STEP_LENGTH = 1 << 18;

type KeptState = Pick<
  PolicyState,
  | 'policy'
  | 'version'
  | 'hash'
  | 'mode'
  | 'sequence'
  | 'unasked'
  | 'tally'
  | 'tightest'
  | 'lastDecisionAt'
>;

interface SnapshotBody extends KeptState {
  /** Without the promise in words: a later version may word it better. */
  readonly generations: readonly Omit<Generation, 'promise'>[];
  readonly open: OpenText;
  /** Absent where no group was ever decided in. */
  readonly groups?: readonly [open: string | null, closed: string | null];
  /** Absent where none was ever registered. */
  readonly subjects?: RegisterText;
  /** Absent while it takes decisions. */
  readonly archivedAt?: string;
  readonly isDemonstration?: true;
  /** Absent where rewards were always waited for however long. */
  readonly expiry?: ExpiryBook;
  /** Absent where no forecast with spread was ever told. */
  readonly forecasts?: ForecastBookText;
}

/** Returns the text; the policy must not be halted. */
export function writeSnapshotText(state: PolicyState): string {
  return finish(snapshotInSteps(state)).join('');
}

/** The same text in steps, of the state as it is now. */
export function snapshotInSteps(state: PolicyState): TextInSteps {
  const {
    engine,
    flip,
    coin,
    isMadeAgain,
    shelf,
    accountedCount,
    recent,
    keys,
    halt,
    core,
    open,
    generations,
    ...rest
  } = state;
  const { planned, openGroup, closedGroup, ...others } = rest;
  const { subjects, archivedAt, isDemonstration, expiry, forecasts, ...kept } = others;
  if (planned.length > 0) throw new Error('A snapshot must not be taken within a plan.');
  const hasGroups = openGroup !== null || closedGroup !== null;
  const forecastText = forecastBookText(forecasts);
  const body: SnapshotBody = {
    ...kept,
    generations: generations.map(({ promise, ...generation }) => generation),
    open: open.text(),
    ...(hasGroups ? { groups: [openGroup, closedGroup] as const } : {}),
    ...(subjects.revision === 0 ? {} : { subjects: registerText(subjects) }),
    ...(archivedAt === null ? {} : { archivedAt }),
    ...(isDemonstration ? { isDemonstration } : {}),
    ...(forecastText === null ? {} : { forecasts: forecastText }),
    ...(expiry.lastAt === null && expiry.clock === 0 ? {} : { expiry }),
  };
  return withChecksum(`${JSON.stringify(body)}\n`, core!.snapshotInSteps());
}

function* withChecksum(beginning: string, coreSteps: TextInSteps): TextInSteps {
  const core = yield* coreSteps;
  const sum = createHash('sha256').update(FORMAT).update(beginning);
  let hashedLength = 0;
  for (const text of core) {
    sum.update(text);
    hashedLength += text.length;
    if (hashedLength < STEP_LENGTH) continue;
    hashedLength = 0;
    yield;
  }
  return [`${FORMAT} ${sum.digest('hex')}\n`, beginning, ...core];
}

/** What is not in the text. */
interface MadeWith extends Pick<PolicyState, 'flip' | 'shelf'> {
  readonly engine: KernelEngine;
  readonly names?: NameRoom | undefined;
}

/** Returns the state, or throws saying why the snapshot cannot be used. */
export function readSnapshot(
  snapshot: Snapshot,
  { engine, flip, shelf, names }: MadeWith,
): PolicyState {
  const { body, core } = readText(snapshot.body);
  const { generations, open, groups = [null, null], subjects, forecasts, ...kept } = body;
  const isItsOwn =
    kept.policy === snapshot.policy &&
    kept.version === snapshot.version &&
    kept.hash === snapshot.hash;
  if (!isItsOwn) throw new Error('the snapshot is of another policy or another version');
  const state: PolicyState = {
    ...emptyState(kept.policy, engine, flip, shelf, names),
    ...kept,
    accountedCount: kept.version,
    generations: generations.map((generation) => ({
      ...generation,
      promise: promiseOf(generation),
    })),
    open: new OpenDecisions(open),
    openGroup: groups[0],
    closedGroup: groups[1],
    ...(subjects === undefined ? {} : { subjects: readRegister(subjects) }),
    ...(forecasts === undefined ? {} : { forecasts: readForecastBook(forecasts) }),
  };
  // Those that were used before are not in it.
  state.keys.missSome();
  try {
    state.core = restorePolicy(core, coreOptions(state));
  } catch (error) {
    state.engine.dispose();
    throw error;
  }
  return state;
}

/** Whether an earlier version wrote it: then it is left aside, and the entries are taken in. */
export function isOfEarlierFormat({ body }: Snapshot): boolean {
  const { format, sum, text } = splitHead(body);
  const covered = Object.hasOwn(EARLIER_FORMATS, format) ? EARLIER_FORMATS[format] : undefined;
  return covered !== undefined && sum === hash('sha256', covered(text));
}

function splitHead(snapshotText: string): { format: string; sum: string; text: string } {
  const end = Math.max(0, snapshotText.indexOf('\n'));
  const [format = '', sum = ''] = snapshotText.slice(0, end).split(' ');
  return { format, sum, text: snapshotText.slice(end + 1) };
}

function readText(snapshotText: string): { body: SnapshotBody; core: string } {
  const { format, sum, text } = splitHead(snapshotText);
  if (format !== FORMAT) throw new Error('the snapshot is of an unknown format');
  if (sum !== hash('sha256', FORMAT + text))
    throw new Error("the snapshot's checksum does not fit");
  // JSON has no raw line break.
  const bodyEnd = text.indexOf('\n');
  return { body: JSON.parse(text.slice(0, bodyEnd)), core: text.slice(bodyEnd + 1) };
}

/**
 * A policy's state as text for the journal's snapshots, and back.
 *
 *     hedgerow-service/2 <SHA-256 of what follows>
 *     { everything outside the core … }
 *     text of the core's own snapshot
 *
 * It can be many megabytes long, so it is written in small steps while the policy goes on.
 *
 * What is not here (recent decisions and keys) is in the journal's table. A snapshot is a short cut
 * and never a source: whatever does not fit is left aside, and the entries are taken in instead.
 */
import { createHash, hash } from 'node:crypto';
import { type KernelEngine, restorePolicy, type TextInSteps } from '@hedgerow/core';
import type { Snapshot } from '../journal/journal.ts';
import { emptyState, type Generation, type PolicyState } from './policy-state.ts';
import { promiseOf } from './promise-of.ts';

const FORMAT = 'hedgerow-service/2';
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
  readonly open: readonly (readonly [number, 'issued' | 'executed'])[];
}

/** Returns the text; the policy must not be halted. */
export function writeSnapshotText(state: PolicyState): string {
  const steps = snapshotInSteps(state);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same text in steps, of the state as it is now. */
export function snapshotInSteps(state: PolicyState): TextInSteps {
  const { engine, recent, keys, halt, core, open, generations, ...kept } = state;
  const body: SnapshotBody = {
    ...kept,
    generations: generations.map(({ definition, startedAt }) => ({ definition, startedAt })),
    open: [...open],
  };
  return withChecksum(`${JSON.stringify(body)}\n`, core!.snapshotInSteps());
}

function* withChecksum(beginning: string, coreSteps: TextInSteps): TextInSteps {
  const core = yield* coreSteps;
  const sum = createHash('sha256').update(beginning);
  for (let start = 0; start < core.length; start += STEP_LENGTH) {
    sum.update(core.slice(start, start + STEP_LENGTH));
    yield;
  }
  return `${FORMAT} ${sum.digest('hex')}\n${beginning}${core}`;
}

/** Returns the state, or throws saying why the snapshot cannot be used. */
export function readSnapshot(snapshot: Snapshot, engine: KernelEngine): PolicyState {
  const { body, core } = readText(snapshot.body);
  const { open, generations, ...kept } = body;
  const isItsOwn =
    kept.policy === snapshot.policy &&
    kept.version === snapshot.version &&
    kept.hash === snapshot.hash;
  if (!isItsOwn) throw new Error('the snapshot is of another policy or another version');
  return {
    ...emptyState(kept.policy, engine),
    ...kept,
    generations: generations.map((generation) => ({
      ...generation,
      promise: promiseOf(generation.definition, engine),
    })),
    open: new Map(open),
    core: restorePolicy(core, { engine }),
  };
}

function readText(snapshotText: string): { body: SnapshotBody; core: string } {
  const end = snapshotText.indexOf('\n');
  const [format, sum] = snapshotText.slice(0, Math.max(0, end)).split(' ');
  if (format !== FORMAT) throw new Error('the snapshot is of an unknown format');
  const text = snapshotText.slice(end + 1);
  if (sum !== hash('sha256', text)) throw new Error("the snapshot's checksum does not fit");
  // JSON has no raw line break.
  const bodyEnd = text.indexOf('\n');
  return { body: JSON.parse(text.slice(0, bodyEnd)), core: text.slice(bodyEnd + 1) };
}

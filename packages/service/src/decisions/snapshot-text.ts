/**
 * A policy's state as text for the journal's snapshots, and back.
 *
 *     hedgerow-service/1 <SHA-256 of what follows>
 *     { everything outside the core …, core: text of the core's own snapshot }
 *
 * What is not here (recent decisions and keys) is in the journal's table. A snapshot is a short cut
 * and never a source: whatever does not fit is left aside, and the entries are taken in instead.
 */
import { createHash } from 'node:crypto';
import { type KernelEngine, restorePolicy } from '@hedgerow/core';
import type { Snapshot } from '../journal/journal.ts';
import { emptyState, type Generation, type PolicyState } from './policy-state.ts';
import { promiseOf } from './promise-of.ts';

const FORMAT = 'hedgerow-service/1';

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
  readonly core: string;
}

/** Returns the text; the policy must not be halted. */
export function writeSnapshotText(state: PolicyState): string {
  const { engine, recent, keys, halt, core, open, generations, ...kept } = state;
  const body: SnapshotBody = {
    ...kept,
    generations: generations.map(({ definition, startedAt }) => ({ definition, startedAt })),
    open: [...open],
    core: core!.snapshot(),
  };
  const text = JSON.stringify(body);
  return `${FORMAT} ${checksum(text)}\n${text}`;
}

/** Returns the state, or throws saying why the snapshot cannot be used. */
export function readSnapshot(snapshot: Snapshot, engine: KernelEngine): PolicyState {
  const { core, open, generations, ...kept } = readBody(snapshot.body);
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

function readBody(snapshotText: string): SnapshotBody {
  const end = snapshotText.indexOf('\n');
  const [format, sum] = snapshotText.slice(0, Math.max(0, end)).split(' ');
  if (format !== FORMAT) throw new Error('the snapshot is of an unknown format');
  const text = snapshotText.slice(end + 1);
  if (sum !== checksum(text)) throw new Error("the snapshot's checksum does not fit");
  return JSON.parse(text) as SnapshotBody;
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

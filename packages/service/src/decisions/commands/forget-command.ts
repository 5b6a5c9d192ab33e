/**
 * Forgetting, as a command: what was known of the situations of some decisions is deleted, everywhere, and the chain still closes.
 *
 *     look up    the entries that speak of them, and what the core holds of them
 *     forget     in the state, of which a snapshot is taken: the checkpoint
 *     tell       one entry names the decisions, the hash of every tombstone and that of the checkpoint
 *     replace    entries by tombstones, older snapshots by the checkpoint, with the entry and all at once
 *
 * Only what is settled can be forgotten: a decision that waits is needed to learn from its reward, or to count it as the worst it can be.
 * What was learnt stays, as sums over all decisions, and so do the books.
 */
import { hash } from 'node:crypto';
import { type DecisionName, parseDecisionId } from '../../journal/decision-id.ts';
import type { Forgotten } from '../../journal/entry.ts';
import type { DecisionRow, Forgetting, Journal, Snapshot } from '../../journal/journal.ts';
import {
  decisionRuns,
  type ForgottenNames,
  type Tombstone,
  tombstoneDigest,
} from '../../journal/tombstone.ts';
import { halted, unknownDecision, unknownPolicy } from '../../problems/refusals.ts';
import type { ForgetReply, ForgetRequest } from '../../wire.ts';
import { forgetOutcomes } from '../fold/forecast-book.ts';
import { coreIdOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { writeSnapshotText } from '../fold/snapshot-text.ts';
import { changeRegister } from '../fold/subject-register.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { ForgetLookup, neededInCore, presentOf, type RegisterEntries } from './forget-lookup.ts';

export interface ForgetInput {
  readonly request: ForgetRequest;
  readonly journal: Journal;
  /** What is known of a subject's entries before the turn begins. */
  readonly register: RegisterEntries;
  readonly monotonic: { nowMs(): number };
}

export function forgetCommand(input: ForgetInput): Command<ForgetReply> {
  const { reason = '', subject = null } = input.request;
  const lookup = new ForgetLookup(input);
  return {
    isWriting: true,
    isAlone: true,
    prepare: (state) => lookup.prepare(state),
    run(accountant) {
      const { state } = accountant;
      if (generationOf(state) === 0) throw unknownPolicy(state.policy);
      if (lookup.isAnyUnknown) throw unknownDecision();
      const isRegistered = subject !== null && state.subjects.subjects.has(subject);
      const { settled, waiting, isMore } = lookup;
      const ids = waiting.map(({ id }) => id);
      const isInRegister = isRegistered || lookup.registerEntryCount > 0;
      const nothing = { policy: state.policy, forgotten: 0, waiting: ids, isMore };
      if (settled.length === 0 && !isInRegister) return nothing;
      if (state.core === null) throw halted(state.halt?.detail ?? '');
      const kept = neededInCore(state, settled);
      const names = namesOf(settled, kept, subject);
      // An entry that tells of nothing would change the books' revision, which nobody could make again from it.
      if (names.decisions.size === 0 && !isInRegister)
        return { ...nothing, waiting: [...ids, ...kept] };
      forgetInCore(state, settled, kept);
      clearState(state, lookup, names);
      writeDown(accountant, {
        names,
        reason,
        tombstones: lookup.tombstones(names),
        keys: lookup.planKeys(names).map(({ decision }) => parseDecisionId(decision)!),
      });
      return { ...nothing, forgotten: names.decisions.size, waiting: [...ids, ...kept] };
    },
  };
}

function forgetInCore(
  state: PolicyState,
  rows: readonly DecisionRow[],
  needed: ReadonlySet<string>,
): void {
  const present = presentOf(state, rows).filter(({ row }) => !needed.has(row.id));
  state.core!.forget(present.map(({ coreId }) => coreId));
}

function namesOf(
  settled: readonly DecisionRow[],
  kept: ReadonlySet<string>,
  subject: string | null,
): ForgottenNames {
  const ids = settled.map(({ id }) => id).filter((id) => !kept.has(id));
  return { decisions: new Set(ids), subject };
}

/** Of what is in the state beside the core. */
function clearState(state: PolicyState, lookup: ForgetLookup, names: ForgottenNames): void {
  const { subject } = names;
  for (const seen of lookup.contextsSeen(names, generationOf(state))) {
    forgetOutcomes(state.forecasts, seen);
  }
  if (subject === null || !state.subjects.subjects.has(subject)) return;
  changeRegister(state.subjects, {
    kind: 'subjects-changed',
    put: [],
    removed: [subject],
    reason: '',
  });
}

interface Told {
  readonly names: ForgottenNames;
  readonly reason: string;
  readonly tombstones: readonly Tombstone[];
  readonly keys: readonly DecisionName[];
}

function writeDown(accountant: Accountant, { names, reason, tombstones, keys }: Told): void {
  const { state } = accountant;
  const { policy, version, hash: lastHash, shelf } = state;
  shelf.handOut(state, 'snapshot');
  const generation = generationOf(state);
  const body = writeSnapshotText(state);
  const checkpoint: Snapshot = { policy, version, hash: lastHash, generation, body };
  const told: Forgotten = {
    kind: 'forgotten',
    decisions: decisionRuns(names.decisions),
    tombstones: tombstones.map(({ position, text }) => [position, tombstoneDigest(text)]),
    checkpoint: { version, digest: hash('sha256', body) },
    reason,
  };
  const decisions = [...names.decisions].map((id) => parseDecisionId(id)!);
  const forgetting: Forgetting = {
    tombstones,
    decisions,
    keys,
    checkpoint,
    shelf: shelf.takeBatches(),
    shelved: decisions.flatMap(({ generation: own, sequence }) => {
      const coreId = own === generation ? coreIdOf(state, sequence) : null;
      return coreId === null ? [] : [Number(coreId.slice(1))];
    }),
  };
  accountant.write({ body: told });
  accountant.forgetting = forgetting;
}

/**
 * The fold: entries in, state out. This is the only place where a policy's state changes, for live
 * work, for catching up with other replicas, at start-up and in `hedgerow verify` alike.
 *
 *     live     performed = perform(state, intent)     account(state, performed.body)     seal
 *     replay   performed = perform(state, intent of the entry), must be the entry; account; seal
 *
 * An entry that does not follow from the chain, cannot be read, or comes out otherwise when it is
 * made again, halts the policy: from then on the core is not asked, until a new generation starts.
 */
import { ISSUED, isOpen, standingAfter } from '@hedgerow/core/lifecycle';
import { CORE_VERSION } from '@hedgerow/core/version';
import { finish, type Steps } from '../../instruments/steps.ts';
import { parseDecisionId } from '../../journal/decision-id.ts';
import type {
  Decided,
  DefinedAt,
  EntryBody,
  Expired,
  GenerationStarted,
  Grown,
} from '../../journal/entry.ts';
import { hashEntry } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { StoredEntry } from '../../journal/journal.ts';
import { plannedParts } from '../../journal/projection.ts';
import { changeByTelling, giveUpReasonOf, type Telling } from '../../journal/telling-change.ts';
import { emptyExpiry, passTime } from './expiry.ts';
import { emptyForecastBook, enterAlarm, enterOutcomes, keepForecasts } from './forecast-book.ts';
import { OpenDecisions } from './open-decisions.ts';
import { meanReward } from './part-standing.ts';
import { type Beginning, grantOf, intentOf, performInSteps } from './perform.ts';
import {
  coreIdOf,
  definitionOf,
  emptyTally,
  generationOf,
  type Halt,
  keyName,
  type OpenFacts,
  PLAIN_ISSUED,
  type PolicyState,
} from './policy-state.ts';
import { promiseOf, reserveLeft } from './reserve-grant.ts';
import { differingField } from './same-entry.ts';
import { changeRegister } from './subject-register.ts';

/** Told what an entry is when it is made again, with all that is only shown. */
type OnMade = (again: EntryBody) => void;

/** Takes in an entry that is stored. Never throws: what does not fit halts the policy. */
export function applyEntry(state: PolicyState, entry: StoredEntry, onMade?: OnMade): void {
  finish(applyInSteps(state, entry, onMade));
}

/** The same in steps: more than one where the entry is a plan. Nothing else may be done to the state before the last one. */
export function* applyInSteps(
  state: PolicyState,
  entry: StoredEntry,
  onMade?: OnMade,
): Steps<void> {
  state.accountedCount = entry.position - 1;
  const fault = yield* takeIn(state, entry, onMade);
  // Also one that could not be read has its place.
  state.accountedCount = entry.position;
  if (fault !== null) {
    // It may have been decided under a key.
    state.keys.missSome();
    halt(state, { detail: `Entry ${entry.position}: ${fault}`, cause: 'journal' });
  }
  sealEntry(state, entry);
}

/** Notes how far the state has come. */
export function sealEntry(state: PolicyState, entry: StoredEntry): void {
  state.version = entry.position;
  state.hash = entry.hash;
}

/** Lets go of the core; the first reason stays. */
export function halt(state: PolicyState, reason: Halt): void {
  state.halt ??= reason;
  state.core = null;
}

/** Returns what is wrong with the entry; null if it is taken in as it stands. */
function* takeIn(state: PolicyState, entry: StoredEntry, onMade?: OnMade): Steps<string | null> {
  const broken = chainFault(state, entry);
  const body = readBody(entry);
  if (body === null) {
    // It may have been a decision: its number must not be given twice.
    state.sequence += 1;
    return broken ?? 'its text cannot be read.';
  }
  if (body.forgotten !== undefined) {
    state.sequence += body.kind === 'decided' ? 1 : 0;
    return broken ?? 'what it said was deleted on request, and no snapshot leads on from there.';
  }
  const isBeginning = body.kind === 'policy-created' || body.kind === 'generation-started';
  const isMadeAgain = broken === null && (state.halt === null || isBeginning);
  const different = isMadeAgain ? yield* differenceOf(state, body, entry, onMade) : null;
  // Counted in any case, also what does not fit.
  const uncounted = countingFault(state, body, entry);
  return broken ?? different ?? uncounted;
}

function readBody({ text }: StoredEntry): EntryBody | null {
  try {
    return readEntryText(text);
  } catch {
    return null;
  }
}

function* differenceOf(
  state: PolicyState,
  body: EntryBody,
  entry: StoredEntry,
  onMade?: OnMade,
): Steps<string | null> {
  try {
    return yield* makeAgain(state, body, entry, onMade);
  } catch (error) {
    return notTakenIn(error);
  }
}

function countingFault(state: PolicyState, body: EntryBody, { time }: StoredEntry): string | null {
  try {
    account(state, body, time);
    return null;
  } catch (error) {
    return notTakenIn(error);
  }
}

function notTakenIn(error: unknown): string {
  return `it cannot be taken in (${String(error)}).`;
}

function chainFault(state: PolicyState, entry: StoredEntry): string | null {
  if (entry.position !== state.version + 1) return `expected at position ${state.version + 1}.`;
  if (entry.previousHash !== state.hash) return 'it does not follow from the entry before it.';
  return hashEntry(entry) === entry.hash ? null : 'its text does not fit its hash.';
}

function* makeAgain(
  state: PolicyState,
  body: EntryBody,
  { time }: StoredEntry,
  onMade?: OnMade,
): Steps<string | null> {
  if (body.kind === 'decided' && body.coreId === null) return addressFault(state, body);
  if (body.kind === 'group-planned' && !body.isAsked) return null;
  if (state.planned.length > 0 && !(body.kind === 'decided' && body.planIndex !== undefined)) {
    return 'the plan before it is not complete.';
  }
  const overspent = body.kind === 'generation-started' ? grantFault(state, body) : null;
  if (overspent !== null) return overspent;
  const again = yield* made(state, body, time);
  onMade?.(again);
  const field = differingField(again, body);
  return field === null ? null : differenceText(field, body);
}

/** Returns what the entry is today. */
function* made(state: PolicyState, body: EntryBody, time: string): Steps<EntryBody> {
  state.isMadeAgain = true;
  try {
    return (yield* performInSteps(state, intentOf(body), time)).body;
  } finally {
    state.isMadeAgain = false;
  }
}

/** Whether the books are wrong or only the version is another one: that decides what is to be done. */
function differenceText(field: string, { core }: EntryBody): string {
  const different = `made again, it comes out differently (${field})`;
  if (core === CORE_VERSION) return `${different}.`;
  const writer = core === undefined ? 'a version before entries told theirs' : `version ${core}`;
  return (
    `${different}. It was written by ${writer}, and this is version ${CORE_VERSION}: run the version that wrote it, or ` +
    'start a new generation here (docs/guides/operations.md, upgrading).'
  );
}

/** It may grant less than is left (the books were in doubt when it was written), but never more. */
function grantFault(state: PolicyState, { reserve }: GenerationStarted): string | null {
  if (reserve === undefined || state.core === null) return null;
  const isLeft = reserve.left <= reserveLeft(state) && reserve.granted <= reserve.left;
  return isLeft ? null : 'it grants more of the reserve than was left.';
}

function addressFault(state: PolicyState, { receipt }: Decided): string | null {
  const isNext =
    receipt.sequence === state.sequence + 1 && receipt.generation === generationOf(state);
  return isNext ? null : 'its number does not follow.';
}

/** Counts what a body says. The core is not touched. */
export function account(state: PolicyState, body: EntryBody, time: string): void {
  state.accountedCount += 1;
  accountBody(state, body, time);
  const { expiry, sequence } = state;
  if (generationOf(state) > 0) passTime(expiry, definitionOf(state), { time, sequence });
}

function accountBody(state: PolicyState, body: EntryBody, time: string): void {
  switch (body.kind) {
    case 'policy-created':
      state.isDemonstration = body.demonstration === true;
      startGeneration(state, body, time);
      return;
    case 'generation-started':
      startGeneration(state, body, time);
      return;
    case 'grown':
      accountGrowth(state, body, time);
      return;
    case 'mode-changed':
      state.mode = body.mode;
      return;
    case 'subjects-changed':
      changeRegister(state.subjects, body);
      return;
    case 'policy-archived':
      state.archivedAt = time;
      return;
    case 'policy-restored':
      state.archivedAt = null;
      return;
    case 'decided':
      accountDecision(state, body);
      return;
    case 'group-planned':
    case 'forgotten':
      return;
    case 'group-closed':
      state.openGroup = null;
      state.closedGroup = body.group;
      return;
    case 'forecast-alarmed':
      enterAlarm(state.forecasts, body.variable);
      return;
    case 'expired':
      accountExpiry(state, body);
      return;
    default:
      accountTelling(state, body);
  }
}

/** What has to be known of a generation once it is over. */
function sealGeneration({ generations, expiry }: PolicyState): void {
  const last = generations.at(-1);
  if (last === undefined || expiry.through === 0) return;
  generations.splice(-1, 1, { ...last, expiredThrough: expiry.through });
}

function startGeneration(state: PolicyState, body: Beginning, startedAt: string): void {
  const { definition } = body;
  const reserve = grantOf(body);
  const promise = promiseOf({ definition, reserve });
  const definedAt: DefinedAt = [state.accountedCount];
  sealGeneration(state);
  state.generations.push({ definition, reserve, startedAt, promise, definedAt });
  state.halt = null;
  state.sequence = 0;
  state.unasked = [];
  state.open = new OpenDecisions();
  state.planned = [];
  state.openGroup = null;
  state.closedGroup = null;
  state.tally = emptyTally();
  state.expiry = emptyExpiry();
  state.forecasts = emptyForecastBook();
  state.tightest = null;
}

/** The generation goes on, with all that it has counted. */
function accountGrowth(state: PolicyState, { definition }: Grown, lastAt: string): void {
  const present = state.generations.at(-1)!;
  const promise = promiseOf({ definition, reserve: present.reserve });
  const growth = { count: (present.growth?.count ?? 0) + 1, lastAt };
  const definedAt: DefinedAt = [present.definedAt[0], state.accountedCount];
  state.generations.splice(-1, 1, { ...present, definition, promise, growth, definedAt });
}

function issuedFacts(receipt: Decided['receipt']): OpenFacts {
  const { site, size, parts } = receipt;
  if (site === undefined && size === undefined && parts === undefined) return PLAIN_ISSUED;
  const planned = plannedParts(receipt);
  return { ...PLAIN_ISSUED, site: site ?? null, size: size ?? null, parts: planned };
}

function accountDecision(state: PolicyState, { request, receipt, coreId, key }: Decided): void {
  const { tally } = state;
  const { sequence } = receipt;
  state.sequence = sequence;
  state.lastDecisionAt = receipt.decidedAt;
  state.open.issue(sequence, issuedFacts(receipt));
  keepForecasts(state.forecasts, definitionOf(state), { sequence, request });
  if (receipt.group !== undefined && coreId !== null) state.openGroup = receipt.group;
  noteBaseline(state, receipt.baseline.action);
  tally.decisions += 1;
  tally[receipt.chosenBy] += 1;
  if (receipt.site !== undefined) tally.sited = (tally.sited ?? 0) + 1;
  tally.reasons[receipt.reason] = (tally.reasons[receipt.reason] ?? 0) + 1;
  if (coreId === null) noteUnasked(state, sequence);
  // Before the first trial nothing is at stake.
  else if (tally.learner > 0) noteMargin(state, sequence, receipt.margin.after);
  if (key === null) return;
  state.keys.set(keyName(key.scope, key.text), { id: receipt.id, fingerprint: key.fingerprint });
}

function noteBaseline(state: PolicyState, action: string): void {
  const { tally } = state;
  const declared = definitionOf(state).baseline.action;
  const before = tally.usual === undefined ? declared : tally.usual;
  if (tally.decisions === 0 && action !== declared) tally.usual = action;
  else if (tally.decisions > 0 && action !== before) tally.usual = null;
}

function noteUnasked(state: PolicyState, sequence: number): void {
  const last = state.unasked.at(-1);
  if (last !== undefined && last[1] === sequence - 1) last[1] = sequence;
  else state.unasked.push([sequence, sequence]);
}

/** With a window the promise is about the ends of windows only. */
function noteMargin(state: PolicyState, sequence: number, margin: number): void {
  if (sequence % (definitionOf(state).window ?? 1) !== 0) return;
  if (state.tightest !== null && state.tightest.margin <= margin) return;
  state.tightest = { sequence, margin };
}

function accountTelling(state: PolicyState, telling: Telling): void {
  const name = parseDecisionId(telling.decision);
  if (name === null) throw new Error(`"${telling.decision}" names no decision`);
  requireMean(telling);
  const { site = null, size = null, parts = null } = telling;
  const giveUpReason = giveUpReasonOf(telling) ?? state.recent.get(telling.decision)?.giveUpReason;
  const standing = {
    ...standingAfter(ISSUED, changeByTelling(telling)),
    ...(giveUpReason === undefined ? {} : { giveUpReason }),
    ...{ site, size, parts },
  };
  state.recent.set(telling.decision, standing);
  if (name.generation !== generationOf(state)) return;
  if (telling.kind === 'rewarded' && telling.context !== undefined) {
    enterOutcomes(state.forecasts, name.sequence, telling.context);
  }
  if (isOpen(standing)) state.open.play(name.sequence, standing as OpenFacts);
  else if (telling.kind !== 'corrected') forget(state, name.sequence);
  countTelling(state, telling);
}

/** Nothing more is expected of decisions that waited too long; they are settled, and nothing is known of them. */
function accountExpiry(state: PolicyState, { through, count }: Expired): void {
  const given = state.open.between(state.expiry.through, through);
  for (const sequence of given) forget(state, sequence);
  state.expiry.through = through;
  state.tally.expired = (state.tally.expired ?? 0) + count;
  const ids = given.flatMap((sequence) => coreIdOf(state, sequence) ?? []);
  state.shelf.forget(ids.map((id) => Number(id.slice(1))));
}

/** Nothing more is expected of the decision. */
function forget({ open, forecasts }: PolicyState, sequence: number): void {
  open.settle(sequence);
  forecasts.waiting.delete(sequence);
}

/** The reward of a divided decision follows from its parts. */
function requireMean(telling: Telling): void {
  if (telling.kind !== 'rewarded' && telling.kind !== 'corrected') return;
  if (telling.parts === undefined || meanReward(telling.parts) === telling.value) return;
  throw new Error(`the reward of ${telling.decision} does not follow from its parts`);
}

function countTelling({ tally }: PolicyState, telling: Telling): void {
  const { size = 1 } = telling;
  switch (telling.kind) {
    case 'confirmed':
      return;
    case 'fell-back':
      tally.fellBack += 1;
      return;
    case 'voided':
      tally.voided += 1;
      return;
    case 'rewarded':
      if (telling.value === null) return;
      tally.rewards += 1;
      tally.rewardTotal += telling.value * size;
      return;
    case 'corrected':
      tally.corrections += 1;
      tally.rewardTotal += ((telling.value ?? 0) - (telling.previous ?? 0)) * size;
  }
}

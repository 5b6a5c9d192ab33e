/**
 * Does one thing to a policy's core and returns the entry that tells of it.
 *
 * Live work and replay both come through here. A replay hands in what the entry says was asked, and
 * what comes back must be the entry again; so the two cannot differ unnoticed.
 */
import {
  createPolicy,
  type DecideOptions,
  type Outcome,
  type Policy,
  type Receipt,
  rederive,
} from '@hedgerow/core';
import { decisionId, parseDecisionId } from '../../journal/decision-id.ts';
import type {
  Confirmed,
  Corrected,
  Decided,
  EntryBody,
  FellBack,
  GenerationStarted,
  IdempotencyKey,
  ModeChanged,
  PolicyCreated,
  ReserveGrant,
  Rewarded,
  Voided,
} from '../../journal/entry.ts';
import type { DecisionReceipt, Mode } from '../../wire.ts';
import { flipNone } from './coins.ts';
import { haltedReceipt } from './halted-receipt.ts';
import { coreIdOf, coreOptions, generationOf, noCoin, type PolicyState } from './policy-state.ts';
import { firstGrant, grantedDefinition } from './reserve-grant.ts';

/** Something said about a decision; `isLearnt` tells whether the core is to be asked. */
export type Telling = Confirmed | FellBack | Voided | Rewarded | Corrected;

export interface Deciding {
  readonly kind: 'deciding';
  readonly request: Decided['request'];
  readonly key: IdempotencyKey | null;
  /** The coin that was drawn when the entry was written, null if none was; absent live. */
  readonly drawnCoin?: number | null;
}

/** What a generation begins with. */
export type Beginning = PolicyCreated | GenerationStarted;

/** What is wanted; the entry's body itself, but for a decision, whose receipt is yet to come. */
export type Intent = PolicyCreated | GenerationStarted | ModeChanged | Telling | Deciding;

export interface Performed {
  /** What is to be written if the outcome is `recorded`. */
  readonly body: EntryBody;
  readonly outcome: Outcome;
}

/** Returns what was wanted when the entry was written. */
export function intentOf(body: EntryBody): Intent {
  if (body.kind !== 'decided') return body;
  const { request, key, receipt } = body;
  return { kind: 'deciding', request, key, drawnCoin: receipt.coin?.number ?? null };
}

/** Returns what a generation has of the reserve. */
export function grantOf(beginning: Beginning): ReserveGrant {
  const granted = beginning.kind === 'generation-started' ? beginning.reserve : undefined;
  return granted ?? firstGrant(beginning.definition);
}

/** Changes the core and nothing else; wrong input throws the core's error and changes nothing. */
export function perform(state: PolicyState, intent: Intent, time: string): Performed {
  switch (intent.kind) {
    case 'policy-created':
    case 'generation-started':
      state.core = createPolicy(
        grantedDefinition(intent.definition, grantOf(intent)),
        coreOptions(state),
      );
      state.core.safeMode = state.mode === 'safe-mode';
      return { body: intent, outcome: 'recorded' };
    case 'mode-changed':
      if (state.core !== null) state.core.safeMode = intent.mode === 'safe-mode';
      return { body: intent, outcome: 'recorded' };
    case 'deciding':
      return { body: decide(state, intent, time), outcome: 'recorded' };
    default:
      return tell(state, intent);
  }
}

function decide(state: PolicyState, intent: Deciding, time: string): Decided {
  const { core } = state;
  return core === null ? decideHalted(state, intent, time) : ask(core, { state, intent, time });
}

interface Asking {
  readonly state: PolicyState;
  readonly intent: Deciding;
  readonly time: string;
}

function ask(core: Policy, { state, intent, time }: Asking): Decided {
  const { request, key } = intent;
  const receipt = withCoin(state, intent, () =>
    core.decide(request.context, decideOptions(request, state.mode)),
  );
  requireSound(receipt, coreIdOf(state, state.sequence + 1));
  return {
    kind: 'decided',
    request,
    receipt: { ...receipt, ...address(state, time) },
    coreId: receipt.id,
    key,
  };
}

/** Lets the core flip the coin of this decision: a new one, or the one that was drawn before. */
function withCoin(state: PolicyState, { drawnCoin }: Deciding, act: () => Receipt): Receipt {
  const { policy } = state;
  const name = { policy, generation: generationOf(state), sequence: state.sequence + 1 };
  state.coin = () => (drawnCoin === undefined ? state.flip(name) : (drawnCoin ?? flipNone(name)));
  try {
    return act();
  } finally {
    state.coin = noCoin;
  }
}

function decideHalted(state: PolicyState, { request, key }: Deciding, time: string): Decided {
  const receipt: DecisionReceipt = {
    ...haltedReceipt(state, request),
    reason: 'halted',
    ...address(state, time),
  };
  return { kind: 'decided', request, receipt, coreId: null, key };
}

/** Where and when the next decision stands. */
function address(
  state: PolicyState,
  decidedAt: string,
): Pick<DecisionReceipt, 'id' | 'sequence' | 'policy' | 'generation' | 'mode' | 'decidedAt'> {
  const { policy, mode } = state;
  const name = { policy, generation: generationOf(state), sequence: state.sequence + 1 };
  return { id: decisionId(name), ...name, mode, decidedAt };
}

/** What the core is told of a request. */
export function decideOptions(request: Decided['request'], mode: Mode): DecideOptions {
  const { baseline, allowed, proposal, floors, period } = request;
  return {
    ...(baseline === undefined ? {} : { baseline }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(proposal === undefined ? {} : { proposal }),
    ...(floors === undefined ? {} : { floors }),
    ...(period === undefined ? {} : { period }),
    ...(mode === 'shadow' ? { shadow: true } : {}),
  };
}

/** Stops before a receipt goes out whose own numbers do not lead to its action. */
function requireSound(receipt: Receipt, expectedId: string | null): void {
  const { before, ifProposed, worstIncrement, after } = receipt.margin;
  const derived = rederive(receipt);
  const isSound =
    receipt.id === expectedId &&
    [before, ifProposed, worstIncrement, after].every(Number.isFinite) &&
    derived.action === receipt.action &&
    derived.chosenBy === receipt.chosenBy;
  if (isSound) return;
  throw new Error(
    `A receipt must follow from its own numbers, but ${receipt.id} (expected ${expectedId}) has margins ${before}, ${ifProposed}, ${after} and plays ${receipt.action}.`,
  );
}

function tell(state: PolicyState, telling: Telling): Performed {
  const id = telling.isLearnt ? coreSubject(state, telling) : null;
  if (id === null || state.core === null) {
    return { body: { ...telling, isLearnt: false }, outcome: 'unknown-decision' };
  }
  const outcome = tellCore(state.core, id, telling);
  return { body: { ...telling, isLearnt: outcome === 'recorded' }, outcome };
}

function coreSubject(state: PolicyState, telling: Telling): string | null {
  const name = parseDecisionId(telling.decision);
  if (name === null || name.generation !== generationOf(state)) return null;
  return coreIdOf(state, name.sequence);
}

function tellCore(core: Policy, id: string, telling: Telling): Outcome {
  switch (telling.kind) {
    case 'confirmed':
      return core.confirm(id);
    case 'fell-back':
      return core.fellBack(id);
    case 'voided':
      return core.cancel(id);
    case 'rewarded':
      return core.observe(
        id,
        telling.value,
        telling.context === undefined ? {} : { context: telling.context },
      );
    case 'corrected':
      return core.correct(id, telling.value);
  }
}

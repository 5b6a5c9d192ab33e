/**
 * Does one thing to a policy's core and returns the entry that tells of it.
 *
 * Live work and replay both come through here. A replay hands in what the entry says was asked, and
 * what comes back must be the entry again; so the two cannot differ unnoticed.
 */
import {
  createPolicy,
  growPolicy,
  type Outcome,
  type PartRewards,
  type Policy,
  type Receipt,
} from '@hedgerow/core';
import type { Steps } from '../../instruments/steps.ts';
import { decisionId, parseDecisionId } from '../../journal/decision-id.ts';
import type {
  Corrected,
  Decided,
  EntryBody,
  Expired,
  ForecastAlarmed,
  Forgotten,
  GenerationStarted,
  GroupClosed,
  Grown,
  IdempotencyKey,
  ModeChanged,
  PolicyArchived,
  PolicyCreated,
  PolicyRestored,
  ReserveGrant,
  Rewarded,
  SubjectsChanged,
} from '../../journal/entry.ts';
import { giveUpReasonOf, type Telling } from '../../journal/telling-change.ts';
import type { DecisionReceipt } from '../../wire.ts';
import { flipNone } from './coins.ts';
import { decideOptions } from './decide-options.ts';
import { expiryDue } from './expiry.ts';
import { alarmsDue } from './forecast-book.ts';
import { haltedReceipt } from './halted-receipt.ts';
import { type Planning, performPlan, type Taking, takeFromPlan } from './perform-plan.ts';
import {
  coreIdOf,
  coreOptions,
  definitionOf,
  generationOf,
  noCoin,
  type PolicyState,
} from './policy-state.ts';
import { requireSound } from './require-sound.ts';
import { firstGrant, grantedDefinition } from './reserve-grant.ts';
import { recalibrationOf, seenContext } from './seen-context.ts';

export interface Deciding {
  readonly kind: 'deciding';
  readonly request: Decided['request'];
  readonly key: IdempotencyKey | null;
  /** The coin that was drawn when the entry was written, null if none was; absent live. */
  readonly drawnCoin?: number | null;
}

/** What a generation begins with. */
export type Beginning = PolicyCreated | GenerationStarted;

/** What is wanted; the entry's body itself, but for decisions, whose receipts are yet to come. */
export type Intent = DoneAtOnce | Planning;

/** All but a plan, which may take long. */
export type DoneAtOnce =
  | PolicyCreated
  | GenerationStarted
  | Grown
  | ModeChanged
  | SubjectsChanged
  | PolicyArchived
  | PolicyRestored
  | Forgotten
  | GroupClosed
  | Pick<ForecastAlarmed, 'kind' | 'variable'>
  | Pick<Expired, 'kind' | 'through'>
  | Telling
  | Deciding
  | Taking;

export interface Performed {
  /** What is to be written if the outcome is `recorded`. */
  readonly body: EntryBody;
  readonly outcome: Outcome;
}

/** Returns what was wanted when the entry was written. */
export function intentOf(body: EntryBody): Intent {
  if (body.kind === 'group-planned') {
    const { kind, count, isAsked, draws, ...plan } = body;
    return { kind: 'planning', ...plan, drawn: draws };
  }
  if (body.kind !== 'decided') return body;
  const { request, key, receipt, draw } = body;
  if (body.planIndex !== undefined) return { kind: 'taking', key };
  const drawnCoin = receipt.exploration?.number ?? receipt.coin?.number ?? draw ?? null;
  return { kind: 'deciding', request, key, drawnCoin };
}

/** Returns what a generation has of the reserve. */
export function grantOf(beginning: Beginning): ReserveGrant {
  const granted = beginning.kind === 'generation-started' ? beginning.reserve : undefined;
  return granted ?? firstGrant(beginning.definition);
}

/** The same of anything, in steps: more than one for a plan. */
export function* performInSteps(
  state: PolicyState,
  intent: Intent,
  time: string,
): Steps<Performed> {
  if (intent.kind !== 'planning') return perform(state, intent, time);
  return { body: yield* performPlan(state, intent), outcome: 'recorded' };
}

/** Changes the core and nothing else; wrong input throws the core's error and changes nothing. */
export function perform(state: PolicyState, intent: DoneAtOnce, time: string): Performed {
  switch (intent.kind) {
    case 'policy-created':
    case 'generation-started':
      state.core = createPolicy(
        grantedDefinition(intent.definition, grantOf(intent)),
        coreOptions(state),
      );
      state.core.safeMode = state.mode === 'safe-mode';
      return { body: intent, outcome: 'recorded' };
    case 'grown':
      state.core = grow(state, intent);
      return { body: intent, outcome: 'recorded' };
    case 'mode-changed':
      if (state.core !== null) state.core.safeMode = intent.mode === 'safe-mode';
      return { body: intent, outcome: 'recorded' };
    case 'group-closed':
      state.core?.closeGroup();
      return { body: intent, outcome: 'recorded' };
    // The core knows nothing of these; what was forgotten is not in the state that they follow after.
    case 'forgotten':
    case 'subjects-changed':
    case 'policy-archived':
    case 'policy-restored':
      return { body: intent, outcome: 'recorded' };
    case 'forecast-alarmed':
      return { body: alarmOf(state, intent.variable), outcome: 'recorded' };
    case 'expired':
      return { body: expire(state, intent.through), outcome: 'recorded' };
    case 'deciding':
      return { body: decide(state, intent, time), outcome: 'recorded' };
    case 'taking':
      return { body: take(state, intent, time), outcome: 'recorded' };
    default:
      return tell(state, intent);
  }
}

/** An alarm must follow from the outcomes before it. */
function alarmOf({ forecasts }: PolicyState, variable: string): ForecastAlarmed {
  const record = forecasts.variables.get(variable);
  if (record === undefined || !alarmsDue(forecasts).includes(variable)) {
    throw new Error(`The forecasts of ${variable} are not called wrong.`);
  }
  const { wealthMax: wealth, betCount } = record.test;
  return { kind: 'forecast-alarmed', variable, wealth, betCount };
}

/** Rewards are given up only when they are due, the oldest first. */
function expire(state: PolicyState, through: number): Expired {
  const { core, expiry, open } = state;
  const due = expiryDue(expiry, definitionOf(state));
  if (core === null || due === null || through > due || through <= expiry.through) {
    throw new Error(`Decisions up to ${through} have not waited long enough.`);
  }
  const given = open.between(expiry.through, through);
  const asked = given.filter((sequence) => coreIdOf(state, sequence) !== null);
  // What the core was not asked about it does not wait for.
  if (asked.length > 0) core.abandon(coreIdOf(state, asked.at(-1)!)!, asked.length);
  return { kind: 'expired', through, count: given.length };
}

/** The core with more to choose from or to go by; refuses a definition that does anything but add. */
function grow(state: PolicyState, { definition, generation }: Grown): Policy {
  const { core, generations } = state;
  if (core === null || generation !== generationOf(state)) {
    throw new Error('Only the present generation can grow, and only while it is not halted.');
  }
  const { reserve } = generations.at(-1)!;
  return growPolicy(core, grantedDefinition(definition, reserve), coreOptions(state));
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
  const { receipt, drawn } = withCoin(state, intent, () =>
    core.decide(seenContext(state, request.context), decideOptions(request, state.mode)),
  );
  requireSound(receipt, coreIdOf(state, state.sequence + 1));
  return {
    kind: 'decided',
    request,
    receipt: {
      ...receipt,
      ...address(state, time),
      ...subjectOf(request),
      ...recalibrationOf(state, request.context),
    },
    coreId: receipt.id,
    key,
    // Coins and lots stand in the receipt; of a draw there are only the strips.
    ...(receipt.parts !== undefined && drawn !== null ? { draw: drawn } : {}),
  };
}

/** Lets the core flip the coin of this decision: a new one, or the one that was drawn before. */
function withCoin(state: PolicyState, { drawnCoin }: Deciding, act: () => Receipt) {
  const { policy } = state;
  const name = { policy, generation: generationOf(state), sequence: state.sequence + 1 };
  let drawn: number | null = null;
  state.coin = () => {
    drawn = drawnCoin === undefined ? state.flip(name) : (drawnCoin ?? flipNone(name));
    return drawn;
  };
  try {
    return { receipt: act(), drawn: drawn as number | null };
  } finally {
    state.coin = noCoin;
  }
}

/** The next decision of the plan that was made before. */
function take(state: PolicyState, { key }: Taking, time: string): Decided {
  const { index, request, receipt } = takeFromPlan(state);
  if (receipt === null) {
    const deciding: Deciding = { kind: 'deciding', request, key };
    return { ...decideHalted(state, deciding, time), planIndex: index };
  }
  return {
    kind: 'decided',
    request,
    receipt: {
      ...receipt,
      ...address(state, time),
      ...subjectOf(request),
      ...recalibrationOf(state, request.context),
    },
    coreId: receipt.id,
    key,
    planIndex: index,
  };
}

function decideHalted(state: PolicyState, { request, key }: Deciding, time: string): Decided {
  const receipt: DecisionReceipt = {
    ...haltedReceipt(state, request),
    reason: 'halted',
    ...address(state, time),
    ...subjectOf(request),
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

/** What it is about, where the request says so. */
export function subjectOf({ subject }: { readonly subject?: string | undefined }): {
  readonly subject?: string;
} {
  return subject === undefined ? {} : { subject };
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
      if (telling.reason !== undefined) return core.fellBack(id, { reason: telling.reason });
      return core.confirm(id, telling.executed);
    case 'fell-back':
      return core.fellBack(id, { reason: giveUpReasonOf(telling)! });
    case 'voided':
      return core.cancel(id, { reason: giveUpReasonOf(telling)! });
    case 'rewarded':
      return core.observe(
        id,
        rewardTold(telling),
        // Differences of parts are learnt from the forecast.
        telling.context === undefined || telling.parts !== undefined
          ? {}
          : { context: telling.context },
      );
    case 'corrected':
      return core.correct(id, rewardTold(telling));
  }
}

/** What the core is told: of a divided decision all that is known of its parts. */
function rewardTold({ value, parts }: Rewarded | Corrected): number | PartRewards {
  if (parts === undefined) return value!;
  const { try: tried, check } = parts;
  return { ...(tried === null ? {} : { try: tried }), ...(check === null ? {} : { check }) };
}

/**
 * A policy: the library's front door. Decide with names, observe with names, keep the promise.
 *
 * This is what callers see; hedge-policy.ts is how it is done.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import type { RewardInterval } from '../../safety/books/safety-book.ts';
import type { Outcome } from './decision-lifecycle.ts';
import type { GiveUp } from './give-up.ts';
import { HedgePolicy, type PolicyState } from './hedge-policy.ts';
import type { NamedDefinition, NamedPolicy, WithBaseline } from './named-policy.ts';
import type { PartRewards } from './part-rewards.ts';
import type { PolicyDefinition, PriorDefinition, VariableDefinition } from './policy-definition.ts';
import type { PolicyWeights } from './policy-weights.ts';
import type { Receipt } from './receipt.ts';
import type { PlanInSteps, PlanSituation, SeasonPlan, TogetherOptions } from './season-plan.ts';
import type { Shelving } from './shelf-text.ts';
import { SplitPolicy, type SplitPolicyState } from './split-policy.ts';
import { decodeState, type TextInSteps } from './state-text.ts';
import type { ContextValue } from './variables.ts';

export interface DecideOptions {
  /** Another baseline for this call, or another expected reward of it. */
  readonly baseline?: { readonly action?: string; readonly reward?: number | RewardInterval };
  /** The actions that may be played this time; the baseline's is always allowed. */
  readonly allowed?: readonly string[];
  /**
   * Least expected reward of actions in this situation, by name, where you can vouch for more than
   * the lowest reward of all; takes the place of what the definition says of these actions.
   */
  readonly floors?: Readonly<Record<string, number>>;
  /** Size of the decision, such as hectares; the definition must declare the usual one. Default 1. */
  readonly size?: number;
  /**
   * Name of what this decision shares with others that the forecasts leave open: one weather, one
   * market day. Plan its decisions together (`decideTogether`): what joins after the call that began it
   * counts as the worst it can be, and nothing joins after its first reward. A new name closes the group before.
   */
  readonly group?: string;
  /** Whose promise it counts in: every site has its own budget, and all learn from all. */
  readonly site?: string;
  /** Where decisions can be divided: whether this one can. Default true. */
  readonly divisible?: boolean;
  /** With `period: 'named'`: the period this decision belongs to, such as "2027"; a new name begins one. */
  readonly period?: string;
  /** What you would like to play, from a model or a person of your own; the books decide as ever. */
  readonly proposal?: string;
  /**
   * Only watch: the baseline is played and booked, and the receipt tells what the learner proposed.
   */
  readonly shadow?: boolean;
}

export interface ObserveOptions {
  /** The context as it turned out, if it was seen: learning from it is much faster. */
  readonly context?: ContextValue;
}

/**
 * A divided decision that was carried out on another share than planned. Where the reasons know of the
 * strips, outcomes count as the worst that their means allow. They may always be reported for strips
 * that were drawn and sown alone; where drawn strips were exchanged for others, only for these.
 */
export interface ExecutedShare {
  /** Share of the decision on which the proposal was really tried; 0 if nowhere. */
  readonly share: number;
  /** Whether the reasons for it know nothing of the strips: not of their soil, draw or outcomes. */
  readonly isInnocent: boolean;
}

export interface Policy {
  /** Chooses an action for a forecast and returns the receipt. */
  decide(context: ContextValue, options?: DecideOptions): Receipt;
  /**
   * The receipt that `decide` would return now; nothing is booked, and nothing changes. Where a coin
   * would decide, the preview has its probability and is the same however the coin will fall.
   */
  preview(context: ContextValue, options?: DecideOptions): Receipt;
  /**
   * Plans many decisions at once: whose wish is worth most for what it can cost, and different wishes
   * where nothing is known of them yet. Each is an ordinary decision with a receipt.
   */
  decideTogether(situations: readonly PlanSituation[], options?: TogetherOptions): SeasonPlan;
  /** The plan that `decideTogether` would return now; nothing is booked, and nothing changes. */
  previewTogether(situations: readonly PlanSituation[], options?: TogetherOptions): SeasonPlan;
  /** The same plans, bit for bit, in small steps; nothing else may be asked before the last one. */
  decideTogetherInSteps(
    situations: readonly PlanSituation[],
    options?: TogetherOptions,
  ): PlanInSteps;
  previewTogetherInSteps(
    situations: readonly PlanSituation[],
    options?: TogetherOptions,
  ): PlanInSteps;
  /** Takes the reward of an earlier decision, or of parts of it. */
  observe(id: string, reward: number | PartRewards, options?: ObserveOptions): Outcome;
  /** Replaces a reward that was reported wrongly, or that of a part. */
  correct(id: string, reward: number | PartRewards): Outcome;
  /**
   * With `execution: 'confirm'`: the action was really played. Where decisions can be divided: it was
   * carried out, on another share than planned if that is told.
   */
  confirm(id: string, executed?: ExecutedShare): Outcome;
  /**
   * The baseline was played instead of what the receipt said. A reward of 0 is a reward, to be observed,
   * and an action that was carried out needs no call where its reward is lost.
   */
  fellBack(id: string, why: GiveUp): Outcome;
  /** Nothing was played: the round did not take place. */
  cancel(id: string, why: GiveUp): Outcome;
  /**
   * Nothing is expected any more of decisions up to this one that wait for something, `count` of them, held or
   * handed out: in the books each stays the worst that it can be, for ever, and what is said of it is
   * answered like any decision that is not known.
   */
  abandon(last: string, count: number): void;
  /**
   * Forgets settled decisions before their time, their features above all; what was learnt from them stays.
   * Returns those that are kept, because something is expected of them or their reward waits for its group.
   * One that was handed out must be taken back first.
   */
  forget(ids: readonly string[]): readonly string[];
  /** What grows with groups: names of those that were closed, and rewards that wait for the open one. */
  readonly groupCounts: { readonly closed: number; readonly waiting: number };
  /** Whether a reward of the decision would wait for its group to be closed. */
  awaitsGroup(id: string): boolean;
  /** Closes the group that is open, if one is: its rewards count, and are learnt, from now on. */
  closeGroup(): void;
  /** The safety budget of a site: what is proved that may still be lost, in reward units. */
  margin(site?: string): number;
  /**
   * What is proved to be left of the `reserve` of a site, or below 0 what is overdrawn: the most that a policy in place
   * of this one may start with. It may be less than the budget, which may be earned: what was lost in earlier periods
   * does not come back.
   */
  reserveLeft(site?: string): number;
  /** Names of the sites that have decided something. */
  readonly sites: readonly string[];
  /** What has been learnt of each feature, in reward units; nothing changes by asking. */
  weights(): PolicyWeights;
  /**
   * What has been learnt, as the `prior` of another policy with the same features; nothing changes by
   * asking, and no promise rests on it.
   */
  exportPrior(): PriorDefinition;
  /** What the reward may depend on, as it was declared. */
  readonly variables: Readonly<Record<string, VariableDefinition>>;
  /** Number of decisions whose reward has not come. */
  readonly pendingCount: number;
  /** While on, every decision is the baseline. */
  safeMode: boolean;
  /**
   * Counts what was ever booked: decisions, rewards, corrections, what was played instead. It only
   * grows. Keep the newest where no old snapshot can overwrite it, and give it to `restorePolicy`.
   */
  readonly revision: number;
  /**
   * The whole state as text; `restorePolicy` continues from it bit for bit. It holds the key of the
   * policy's coin, unless the host flips it: keep it as secret as the coin. Going on from any but the
   * newest snapshot spends the same budget twice, and the promise does not hold any more.
   */
  snapshot(): string;
  /** The same text of the state as it is now, written in small steps while the policy goes on. */
  snapshotInSteps(): TextInSteps;
  /** Number of decisions in memory, settled ones that are kept for corrections included. */
  readonly heldCount: number;
  /** Whether the decision is in memory; if not, and it was handed out, `unshelve` its text first. */
  holds(id: string): boolean;
  /** Whether the decision is settled and kept for corrections, in memory or handed out. */
  remembers(id: string): boolean;
  /**
   * Hands out all decisions but the newest `keep` and those whose rewards wait to be learnt, open or
   * settled, as texts for you to keep. They are not in snapshots any more, and unknown until they are
   * taken back; nothing else changes by it.
   */
  shelve(keep: number): Shelving;
  /** Takes back what `shelve` handed out last of these decisions; what is in memory already stays. */
  unshelve(text: string): void;
}

export interface PolicyOptions {
  /** Shared memory and code for many policies; private if absent. */
  readonly engine?: KernelEngine;
  /**
   * The coin of a decision: a number in [0, 1) by its sequence, always the same for the same one,
   * that nobody can foresee who has a hand in rewards or contexts. The policy's own if absent.
   */
  readonly coin?: (sequence: number) => number;
  /**
   * Whether what the policy is told at this moment was accepted before, and is made again from what was written down then: it may be
   * beyond limits that an earlier release did not have. Nothing was if absent.
   */
  readonly wasAccepted?: () => boolean;
}

export interface RestoreOptions extends PolicyOptions {
  /** The newest `revision` that you know of; an older snapshot is refused. */
  readonly notBefore?: number;
}

/** Returns a policy that starts from nothing; names that stand in the program are checked with its types. */
export function createPolicy<
  ActionName extends string,
  VariableName extends string,
  BaselineName extends string,
>(
  definition: NamedDefinition<ActionName, VariableName, BaselineName> &
    WithBaseline<ActionName, BaselineName>,
  options: PolicyOptions = {},
): NamedPolicy<ActionName, VariableName> {
  // Whoever leaves the definition out is told so by the checks of the policy, as of any other mistake.
  const given = definition as PolicyDefinition | undefined;
  const policy: Policy =
    given?.split === undefined
      ? new HedgePolicy(definition, options)
      : new SplitPolicy(definition, options);
  return policy as NamedPolicy<ActionName, VariableName>;
}

/**
 * Returns the policy that `snapshot()` described. Refuses damaged text, and with `notBefore` a
 * snapshot that is older than what you know of: what was spent after it would be spent again.
 */
export function restorePolicy<
  ActionName extends string = string,
  VariableName extends string = string,
>(snapshot: string, options: RestoreOptions = {}): NamedPolicy<ActionName, VariableName> {
  const policy = policyFromState(stateOfSnapshot(snapshot, options), options);
  return policy as NamedPolicy<ActionName, VariableName>;
}

/** Returns what a snapshot holds; refuses one that is damaged or too old. */
export function stateOfSnapshot(
  snapshot: string,
  { notBefore = 0 }: RestoreOptions,
): PolicyState | SplitPolicyState {
  const state = decodeState(snapshot) as PolicyState | SplitPolicyState;
  requireNotOlder(state.revision, notBefore);
  return state;
}

/** Returns the policy that is in this state. */
export function policyFromState(
  state: PolicyState | SplitPolicyState,
  options: PolicyOptions,
): Policy {
  if ('kind' in state) {
    const policy = new SplitPolicy(state.definition, options, state.streams);
    policy.importState(state);
    return policy;
  }
  const policy = new HedgePolicy(state.definition, options, state.streams);
  policy.importState(state);
  return policy;
}

function requireNotOlder(revision: number, notBefore: number): void {
  if (revision >= notBefore) return;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: `a snapshot must be of revision ${notBefore} or later`,
    received: `of revision ${revision}`,
    remedy:
      'Restore the newest one: what was spent after an old snapshot would be spent again. If it is lost, begin a new policy.',
  });
}

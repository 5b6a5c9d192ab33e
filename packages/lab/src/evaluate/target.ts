/**
 * What is to be judged: with which probability it would have done what was done, line by line.
 *
 *   log        as the log says in `targetProbability`
 *   baseline   what is done without the system
 *   action     always the same
 *   uniform    any of the actions that the log shows, all alike
 *   policy     a policy of ours that starts from nothing and learns along the log: it is told the reward where it
 *              would have done what was done, and otherwise the round did not take place for it
 *
 * Each sees only what came before the line: so estimates are of what they would have earned on average, also
 * while they change.
 */
import { createPolicy, HedgerowError, type Policy, type PolicyDefinition } from '@hedgerow/core';
import { type LoggedDecision, logFault, playedOf } from './logged-decision.ts';

export type TargetDefinition =
  | { readonly kind: 'log' | 'baseline' | 'uniform' }
  | { readonly kind: 'action'; readonly action: string }
  | { readonly kind: 'policy'; readonly definition: PolicyDefinition };

export interface TargetChoice {
  /** Probability of the action that was played. */
  readonly ofPlayed: number;
  /** Of every action; null if only that one is known. */
  readonly ofAll: ReadonlyMap<string, number> | null;
}

export interface Target {
  /** What would have been done, where that is one action; for people. */
  readonly name: string;
  /** What it would have done; called once for each line, in order. */
  choose(decision: LoggedDecision): TargetChoice;
  /** Told after the line has been counted. */
  learn?(decision: LoggedDecision): void;
}

/** Returns the target; `actions` are all that the log shows. */
export function createTarget(definition: TargetDefinition, actions: ReadonlySet<string>): Target {
  switch (definition.kind) {
    case 'log':
      return { name: 'the policy of the log', choose: loggedTarget };
    case 'baseline':
      return { name: 'the baseline', choose: baselineTarget };
    case 'uniform': {
      const ofAll = new Map([...actions].map((action) => [action, 1 / actions.size]));
      return { name: 'any action', choose: () => ({ ofPlayed: 1 / actions.size, ofAll }) };
    }
    case 'action':
      if (!actions.has(definition.action)) throw unknownAction(definition.action, actions);
      return {
        name: `always ${definition.action}`,
        choose: ({ action }) => certain(definition.action, action),
      };
    case 'policy':
      if (definition.definition.split !== undefined) throw divided();
      return new PolicyTarget(createPolicy(definition.definition));
  }
}

function certain(chosen: string, played: string): TargetChoice {
  return { ofPlayed: chosen === played ? 1 : 0, ofAll: new Map([[chosen, 1]]) };
}

function loggedTarget({ line, targetProbability }: LoggedDecision): TargetChoice {
  if (targetProbability === null) throw logFault(line, 'must have a targetProbability', 'none');
  return { ofPlayed: targetProbability, ofAll: null };
}

function baselineTarget({ line, action, baseline }: LoggedDecision): TargetChoice {
  if (baseline === null) throw logFault(line, 'must name the baseline', 'none');
  return certain(baseline, action);
}

class PolicyTarget implements Target {
  readonly name = 'the policy';
  readonly #policy: Policy;
  #open: { readonly id: string; readonly action: string } | null = null;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  choose({ line, context, action, baseline }: LoggedDecision): TargetChoice {
    if (context === null) throw logFault(line, 'must have the context, for a policy', 'none');
    const options = baseline === null ? {} : { baseline: { action: baseline } };
    const receipt = this.#policy.decide(context as Parameters<Policy['decide']>[0], options);
    this.#open = { id: receipt.id, action: receipt.action };
    const ofAll = new Map(receipt.propensities.map((one) => [one.action, one.probability]));
    return { ofPlayed: ofAll.get(action) ?? 0, ofAll };
  }

  learn(decision: LoggedDecision): void {
    const { id, action } = this.#open!;
    const seen = playedOf(decision).find((one) => one.action === action);
    // What was logged was drawn without this policy: that it was another action says nothing about this one.
    if (seen === undefined) this.#policy.cancel(id, { reason: 'unrelated' });
    else if (seen.reward !== null) this.#policy.observe(id, seen.reward);
  }
}

function divided(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'a policy that is judged by a log must decide about whole decisions',
    received: 'one with `split`',
    remedy: 'Leave out `split`, or judge one of its actions.',
  });
}

function unknownAction(action: string, actions: ReadonlySet<string>): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `the action to be judged must be one of the log: ${[...actions].slice(0, 20).join(', ')}`,
    received: action,
  });
}

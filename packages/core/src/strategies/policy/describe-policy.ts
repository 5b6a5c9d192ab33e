/**
 * What a definition promises and how large its model is, told without a policy that plays.
 *
 * It refuses what `createPolicy` refuses, with the same words; no coin is drawn, no model is made.
 */
import { requireBetween } from '../../base/require.ts';
import { planSeason } from '../../safety/split/season-plan.ts';
import { checkDefinition, type DefinitionOrigin } from './checked-definition.ts';
import { createBook, createSplitBook } from './create-book.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { featureMapOf } from './feature-map-of.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { promiseOf } from './promise-of.ts';
import type { ReceiptPromise } from './receipt.ts';
import { createVariables } from './variables.ts';

export interface PolicyDescription {
  /** As a receipt says it while no other decision waits for its reward. */
  readonly promise: ReceiptPromise;
  /** Length of one action's feature vector. */
  readonly dimension: number;
  /** Where decisions can be divided: how much of each may be tried in the very first season. */
  readonly firstSeason?: FirstSeason;
}

export interface FirstSeason {
  /** The share, in whole strips, that cannot break the promise, whatever happens to it and to all others. */
  readonly freeShare: number;
  /** What it would be without one of the declarations, by the declaration's name. */
  readonly without: Readonly<Record<string, number>>;
}

/** Returns the description, or throws naming the field at fault. One that is `stored` may be beyond limits of today. */
export function describePolicy(
  definition: PolicyDefinition,
  origin: DefinitionOrigin = 'new',
): PolicyDescription {
  const checked = checkDefinition(definition, origin);
  const { dimension } = featureMapOf(definition, createVariables(definition.context));
  // Books have rules of their own. The length of features is none of them, so the shortest will do.
  if (definition.split === undefined) createBook(checked, 1);
  const firstSeason = definition.split === undefined ? undefined : describeFirstSeason(definition);
  const { ridgePenalty = POLICY_DEFAULTS.ridgePenalty } = definition;
  requireBetween('ridgePenalty', ridgePenalty, 0, Number.POSITIVE_INFINITY);
  const promise = promiseOf(checked, 0);
  return firstSeason === undefined ? { promise, dimension } : { promise, dimension, firstSeason };
}

/** What each declaration is worth on the first day; plot noise is worth nothing then, and much later. */
function describeFirstSeason(definition: PolicyDefinition): FirstSeason {
  const { split = {}, baseline } = definition;
  const without: Record<string, number> = {};
  for (const name of ['drop', 'ratio', 'beside'] as const) {
    if (split[name] === undefined) continue;
    const { [name]: _left, ...rest } = split;
    without[`split.${name}`] = freeShareOf({ ...definition, split: rest });
  }
  if (baseline.reward !== undefined) {
    const { reward: _left, ...rest } = baseline;
    without['baseline.reward'] = freeShareOf({ ...definition, baseline: rest });
  }
  return { freeShare: freeShareOf(definition), without };
}

function freeShareOf(definition: PolicyDefinition): number {
  const checked = checkDefinition(definition, 'stored');
  const { check, strips } = { ...POLICY_DEFAULTS, ...definition.split };
  const first = {
    size: 1,
    values: [1],
    lines: createSplitBook(checked).certainLines,
    allowance: checked.terms.allowancePerRound,
    shareMax: 1 - check,
    stripCount: strips,
  };
  // What a plan would try with nothing proved is announced, and not a share that no plan has.
  return planSeason([first], 0)[0]!.share;
}

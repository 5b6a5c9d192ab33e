/**
 * What a definition promises and how large its model is, told without a policy that plays.
 *
 * It refuses what `createPolicy` refuses, with the same words; no coin is drawn, no model is made.
 */
import { requireBetween } from '../../base/require.ts';
import { checkDefinition } from './checked-definition.ts';
import { createBook } from './create-book.ts';
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
}

/** Returns the description, or throws naming the field at fault. */
export function describePolicy(definition: PolicyDefinition): PolicyDescription {
  const checked = checkDefinition(definition);
  const { dimension } = featureMapOf(definition, createVariables(definition.context));
  // Books have rules of their own. The length of features is none of them, so the shortest will do.
  createBook(checked, 1);
  const { ridgePenalty = POLICY_DEFAULTS.ridgePenalty } = definition;
  requireBetween('ridgePenalty', ridgePenalty, 0, Number.POSITIVE_INFINITY);
  return { promise: promiseOf(checked, 0), dimension };
}

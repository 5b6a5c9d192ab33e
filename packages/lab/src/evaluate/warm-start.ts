/**
 * A policy that starts from what a log knows: its model learns every logged decision, whoever made it, and becomes the
 * `prior` of the definition. No promise rests on a prior: the books start from nothing all the same.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { type LoggedDecision, logFault, playedOf } from './logged-decision.ts';

/** Returns the definition with what the log teaches. */
export function warmStart(
  definition: PolicyDefinition,
  decisions: readonly LoggedDecision[],
): PolicyDefinition {
  const { reward: _declared, ...baseline } = definition.baseline;
  const { exploration: _lots, ...plain } = definition;
  // What is declared of the baseline would be a hint to the model, and not from the log.
  const policy = createPolicy({ ...plain, baseline });
  for (const decision of decisions) {
    const { line, context, isForgotten } = decision;
    if (isForgotten) continue;
    for (const { action, reward } of playedOf(decision)) {
      if (reward === null) continue;
      if (context === null) throw noContext(line);
      const told = context as Parameters<typeof policy.decide>[0];
      // Nothing is chosen: the logged action is the only one, as if it were the baseline.
      const { id } = policy.decide(told, { baseline: { action }, allowed: [action] });
      policy.observe(id, reward);
    }
  }
  return { ...definition, prior: policy.exportPrior() };
}

function noContext(line: number) {
  return logFault(line, 'must have the context, to be learnt from', 'none');
}

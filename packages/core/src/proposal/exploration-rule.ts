/**
 * How boldly a proposer explores: one number for the whole run, or a rule that reads the model.
 *
 * Any confidence radius is such a rule. Unlike a radius in a certificate it promises nothing, so a
 * tuned constant is welcome: 7 was used for the synthetic experiment, and anything from 3 to 15
 * gave the same regret within its error.
 */
import { requireNotNegative } from '../base/require.ts';
import type { ConfidenceRadius } from '../model/confidence-radius.ts';

/** A constant of at least 0, or a function of the model (a schedule by its observation count). */
export type ExplorationRule = number | ConfidenceRadius;

/** Returns the rule as a function, with a constant checked once. */
export function explorationRule(name: string, rule: ExplorationRule): ConfidenceRadius {
  if (typeof rule === 'function') return rule;
  requireNotNegative(name, rule);
  return () => rule;
}

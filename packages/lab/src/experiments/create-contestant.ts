/**
 * From the definition of a strategy to an entrant that plays one trial.
 */
import type { StrategyKind } from '@hedgerow/core/research';
import { baselineEntrant } from './contestants/baseline-entrant.ts';
import { certifiedEntrant } from './contestants/certified-entrant.ts';
import type { Entrant, EntrantInput } from './contestants/entrant.ts';
import { hedgeEntrant } from './contestants/hedge-entrant.ts';
import { linearEntrant } from './contestants/linear-entrant.ts';

const ENTRANTS: Readonly<Record<StrategyKind, (input: EntrantInput) => Entrant>> = {
  baselineOnly: baselineEntrant,
  linearUcb: linearEntrant,
  contextUcb: linearEntrant,
  conservativeLinearUcb: linearEntrant,
  conservativeContextUcb: linearEntrant,
  certifiedContextUcb: certifiedEntrant,
  hedge: hedgeEntrant,
};

/** Returns a fresh entrant for one trial. */
export function createContestant(input: EntrantInput): Entrant {
  return ENTRANTS[input.definition.kind](input);
}

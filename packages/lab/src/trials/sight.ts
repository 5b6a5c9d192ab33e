/**
 * What a strategy gets to know of a round, and so which promise it makes; its definition says both.
 *
 *   linearUcb, conservativeLinearUcb   see the context that came, and what the baseline earns in it
 *   all others                         see the forecast, and are told what is declared of the baseline,
 *                                      unless it is unknown
 *   feedback: revealed                 hear of the context that came together with the reward
 */
import { makesPromise } from '@hedgerow/core/research';
import type { PromiseName } from '../measures/run-measures.ts';
import {
  type AnyLearnerDefinition,
  isOfCore,
  isRival,
  rivalPromise,
  rivalPromises,
} from '../rivals/rival-definition.ts';

export interface Sight {
  readonly sees: 'forecast' | 'context';
  /** Whether the context that came is told with the reward. */
  readonly isContextRevealed: boolean;
  /** Whether the baseline's reward is told; if not, the learner must do without. */
  readonly isBaselineTold: boolean;
}

/** What most strategies know. */
export const FORECAST_SIGHT: Sight = {
  sees: 'forecast',
  isContextRevealed: false,
  isBaselineTold: true,
};

/** Returns what a strategy of this definition knows. */
export function sightOf({ kind, feedback, baselineReward }: AnyLearnerDefinition): Sight {
  const seesContext = kind === 'linearUcb' || kind === 'conservativeLinearUcb';
  return {
    sees: seesContext ? 'context' : 'forecast',
    isContextRevealed: feedback === 'revealed',
    isBaselineTold: baselineReward !== 'unknown',
  };
}

/** Returns the promise that it makes, or would make: those who see contexts promise what is realised. */
export function promiseOf(definition: AnyLearnerDefinition): PromiseName {
  if (definition.kind === 'own') return definition.ownPromise ?? 'expected';
  if (isRival(definition)) return rivalPromise(definition);
  return sightOf(definition).sees === 'context' ? 'realised' : (definition.promise ?? 'expected');
}

/** Whether a strategy makes a promise, and so needs `allowedShortfall`. */
export function promises(definition: AnyLearnerDefinition): boolean {
  if (definition.kind === 'own') return definition.ownPromise !== undefined;
  if (isRival(definition)) return rivalPromises(definition);
  return isOfCore(definition) && makesPromise(definition);
}

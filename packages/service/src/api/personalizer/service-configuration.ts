/**
 * The settings of a Personalizer loop, as far as a policy has them.
 *
 *     learningMode     Online is live, Apprentice is shadow, LoggingOnly is safe mode; the one thing that can be changed
 *     rewardWaitTime   rewardWithin of the definition
 *     defaultReward    the least reward: what never came counts as the worst it can be, and not as an average
 *     explorationPercentage   0: what is tried is what the books allow, not a share
 */
import { z } from 'zod';
import { invalidInput } from '../../problems/refusals.ts';
import type { Mode, PolicyView } from '../../wire.ts';

export interface ServiceConfiguration {
  readonly rewardWaitTime: string;
  readonly defaultReward: number;
  readonly rewardAggregation: string;
  readonly explorationPercentage: number;
  readonly modelExportFrequency: string;
  readonly logRetentionDays: number;
  readonly learningMode: LearningMode;
}

type LearningMode = 'Online' | 'Apprentice' | 'LoggingOnly';

const MODES: Readonly<Record<LearningMode, Mode>> = {
  Online: 'live',
  Apprentice: 'shadow',
  LoggingOnly: 'safe-mode',
};
const LEARNING_MODES: Readonly<Record<Mode, LearningMode>> = {
  live: 'Online',
  shadow: 'Apprentice',
  'safe-mode': 'LoggingOnly',
};

/** The longest that a definition may wait; also where it waits for ever. */
const LONGEST_DAYS = 36_525;

export function configurationOf({ definition, mode }: PolicyView): ServiceConfiguration {
  const days = definition.rewardWithin?.days ?? LONGEST_DAYS;
  return {
    rewardWaitTime: Number.isInteger(days) ? `P${days}D` : `PT${Math.round(days * 86_400)}S`,
    defaultReward: definition.reward.min,
    rewardAggregation: 'earliest',
    explorationPercentage: 0,
    modelExportFrequency: 'PT1M',
    logRetentionDays: -1,
    learningMode: LEARNING_MODES[mode],
  };
}

/** Any of the settings; clients send all, or some. */
export const configurationChange: z.ZodType<Partial<ServiceConfiguration>> = z.looseObject({
  learningMode: z.enum(['Online', 'Apprentice', 'LoggingOnly']).optional(),
}) as z.ZodType<Partial<ServiceConfiguration>>;

/** Returns the mode that is asked for; refuses to change what belongs to the definition. */
export function modeAsked(view: PolicyView, change: Partial<ServiceConfiguration>): Mode {
  const present = configurationOf(view);
  for (const [name, value] of Object.entries(present)) {
    const asked = (change as Readonly<Record<string, unknown>>)[name];
    if (name === 'learningMode' || asked === undefined || asked === value) continue;
    throw invalidInput(
      `${name} must stay ${JSON.stringify(value)}, but ${JSON.stringify(asked)} is asked for. Only learningMode is changed here; the rest belongs to the definition of the policy.`,
      name,
    );
  }
  return MODES[change.learningMode ?? present.learningMode];
}

/**
 * A reward as callers say it: one value, or what is known of the parts of a divided decision.
 */
import { invalidInput } from '../../problems/refusals.ts';
import type { RewardRequest } from '../../wire.ts';
import type { Message } from './tell-command.ts';

export function rewardSaid(request: RewardRequest): Extract<Message, { kind: 'rewarded' }> {
  const { value, try: tried, check, context } = request;
  const seen = context === undefined ? {} : { context };
  const hasParts = tried !== undefined || check !== undefined;
  if (hasParts === (value !== undefined)) throw eitherOr(hasParts);
  if (value !== undefined) return { kind: 'rewarded', reward: value, ...seen };
  const reward = {
    ...(tried === undefined ? {} : { try: tried }),
    ...(check === undefined ? {} : { check }),
  };
  return { kind: 'rewarded', reward, ...seen };
}

function eitherOr(hasBoth: boolean) {
  return invalidInput(
    `A reward must be either value, or try and check of a divided decision, but ${hasBoth ? 'both are' : 'neither is'} given.`,
    'value',
  );
}

/**
 * Does many different things to a policy, in an order that a seed decides.
 */
import type { DecisionService } from '../decision-service.ts';
import { FARM, RAIN, refusalOf } from './sample-service.ts';
import { seededRandom } from './seeded-random.ts';

export interface SeasonOptions {
  readonly service: DecisionService;
  readonly seed: number;
  readonly steps: number;
  readonly policy?: string;
}

/** Returns the ids of all decisions made. Refusals are part of the season. */
export async function busySeason(options: SeasonOptions): Promise<string[]> {
  const { service, seed, steps, policy = 'farm' } = options;
  const random = seededRandom(seed);
  const ids: string[] = [];
  const some = () => random.pick(ids);
  const value = () => random.below(21);
  const decide = async () => {
    const request = { ...RAIN, context: { rain: random.below(400) } };
    const key = { scope: 'local', text: random.chance(0.3) ? `k${random.below(20)}` : null };
    const definition = ids.length === 0 ? { policy: FARM } : {};
    const answer = await refusalOf(service.decide(policy, { ...definition, ...request }, key));
    if (typeof answer === 'object') ids.push(JSON.parse((answer as { text: string }).text).id);
  };
  let actions = FARM.actions;
  const grow = () => {
    actions = [...actions, `new ${actions.length}`];
    return service.define(policy, { definition: { ...FARM, actions } });
  };
  const reason = () => (random.chance(0.5) ? 'unrelated' : 'newer-information');
  const acts: (() => Promise<unknown>)[] = [
    decide,
    decide,
    decide,
    () => service.ack(some(), {}),
    () => service.ack(some(), random.chance(0.5) ? { played: 'baseline', reason: reason() } : {}),
    () => service.void(some(), { reason: reason() }),
    () => service.reward(some(), { value: value() }),
    () => service.reward(ids.at(-1)!, { value: value() }),
    () => service.reward(some(), { value: value(), context: { rain: random.below(400) } }),
    () => service.correct(some(), { value: value(), reason: 'again' }),
    () => service.policy(policy),
    () => service.preview(policy, RAIN),
    () => service.setMode(policy, { mode: random.pick(['live', 'live', 'shadow', 'safe-mode']) }),
    // Seldom: every growth makes all that follow slower.
    () => (random.chance(0.1) ? grow() : service.policy(policy)),
  ];
  await decide();
  for (let step = 0; step < steps; step++) await refusalOf(random.pick(acts)());
  return ids;
}

/**
 * A decision service on a memory journal, with a clock that ticks by itself and seeds that repeat:
 * whatever is done twice in the same order gives the same bytes.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Journal } from '../../journal/journal.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionReceipt, DecisionRequest } from '../../wire.ts';
import { createDecisionService } from '../create-decision-service.ts';
import type { DecisionService } from '../decision-service.ts';
import type { DecisionServiceOptions, ServiceEvent } from '../writer/options.ts';

/** A proposal may cost 7.5 at worst, and a baseline round that was played is worth 2.5. */
export const FARM: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local', reward: 10 },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  failureProbability: 0.05,
  seed: 7,
};

export const RAIN: DecisionRequest = { context: { rain: 120 } };

export const NO_KEY: { readonly scope: string; readonly text: null } = {
  scope: 'local',
  text: null,
};

export interface SampleService {
  readonly service: DecisionService;
  readonly journal: Journal;
  readonly events: ServiceEvent[];
  /** Decides without an Idempotency-Key, or with the one given. */
  decide(
    request?: Partial<DecisionRequest>,
    key?: string | null,
    policy?: string,
  ): Promise<DecisionReceipt>;
}

export function sampleService(
  options: Partial<DecisionServiceOptions> & { readonly definition?: PolicyDefinition } = {},
): SampleService {
  const { definition = FARM, ...given } = options;
  const journal = given.journal ?? new MemoryJournal();
  const events: ServiceEvent[] = [];
  const service = createDecisionService({
    clock: tickingClock(),
    drawSeed: () => '11',
    monotonic: { nowMs: () => 0 },
    arrivals: () => Promise.resolve(),
    onEvent: (event) => events.push(event),
    ...given,
    journal,
  });
  return {
    service,
    journal,
    events,
    decide: async (request = {}, key = null, policy = 'farm') => {
      const whole = { policy: definition, ...RAIN, ...request };
      const { text } = await service.decide(policy, whole, { scope: 'local', text: key });
      return JSON.parse(text) as DecisionReceipt;
    },
  };
}

/** Each look is a second later than the one before. */
export function tickingClock(): { now(): string } {
  let seconds = 0;
  return {
    now: () => {
      seconds += 1;
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      return `2026-01-01T${parts.map((part) => String(part).padStart(2, '0')).join(':')}.000Z`;
    },
  };
}

/** How many times more runs than usual: HEDGEROW_SOAK=20 makes twenty times as many. */
export function soakFactor(): number {
  return Number(process.env.HEDGEROW_SOAK ?? 1);
}

/** Returns the code of the problem that the call is refused with, or what it answers. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => (error instanceof ServiceProblem ? error.code : error));
}

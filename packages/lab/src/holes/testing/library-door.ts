/**
 * The library as a door.
 */
import { createEngine, createPolicy, type PolicyDefinition } from '@hedgerow/core';
import type { Door } from '../door.ts';

const engine = createEngine();

/** Opens a policy in this process. */
export async function openLibraryDoor(definition: PolicyDefinition, seed: number): Promise<Door> {
  let policy = createPolicy({ ...definition, seed }, { engine });
  return {
    decide: async (context, options) => policy.decide(context, options),
    plan: async (situations, options) => policy.decideTogether(situations, options).receipts,
    observe: async (id, reward) => policy.observe(id, reward),
    correct: async (id, reward) => policy.correct(id, reward),
    confirm: async (id, executed) => policy.confirm(id, executed),
    fellBack: async (id, why) => policy.fellBack(id, why),
    cancel: async (id, why) => policy.cancel(id, why),
    closeGroup: async () => policy.closeGroup(),
    async redefine(next) {
      const left = Math.min(
        ...[undefined, ...policy.sites].map((site) => policy.reserveLeft(site)),
      );
      const reserve = Math.min(next.reserve ?? 0, left);
      policy = createPolicy({ ...next, reserve, seed }, { engine });
    },
    budget: async (site) => policy.margin(site),
  };
}

/**
 * A service as a door, through the client, over real HTTP.
 */
import { type Client, createClient, ServiceError } from '@hedgerow/client';
import type { Outcome } from '@hedgerow/core';
import type { Door, OpenDoor } from '@hedgerow/lab/holes';
import type { OutcomeReply } from '@hedgerow/service/wire';

/** Patience with a machine that has other things to do, in milliseconds. */
const CALL_TIMEOUT_MS = 60_000;

/** Returns a maker of policies at that address, each under a name of its own. */
export function httpDoors(address: string): OpenDoor {
  const client = createClient({
    url: address,
    timeoutMs: CALL_TIMEOUT_MS,
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
  let count = 0;
  return async (definition) => {
    count += 1;
    const policy = `hole-${count}`;
    await client.define(policy, { definition });
    return httpDoor(client, policy);
  };
}

function httpDoor(client: Client, policy: string): Door {
  let group: string | undefined;
  return {
    async decide(context, options = {}) {
      group = options.group ?? group;
      return await client.decide(policy, { context, ...options });
    },
    async plan(situations, options) {
      group = options.group;
      const request = { ...options, situations, commit: true };
      return (await client.planGroup(policy, request)).receipts;
    },
    observe: (id, reward) => told(client.reward(id, reward)),
    correct(id, reward) {
      const said = typeof reward === 'number' ? { value: reward } : reward;
      return told(client.correct(id, { ...said, reason: 'it was typed wrong' }));
    },
    confirm: (id, executed) => told(client.ack(id, executed === undefined ? {} : { executed })),
    fellBack: (id, why) => told(client.ack(id, { played: 'baseline', ...why })),
    cancel: (id, why) => told(client.void(id, why)),
    async closeGroup() {
      if (group !== undefined) await client.closeGroup(policy, group);
      group = undefined;
    },
    async redefine(definition) {
      await client.define(policy, { definition, reason: 'played on with another definition' });
    },
    async budget(site) {
      const { margin } = await client.policy(policy, site === undefined ? {} : { site });
      // Null before the first decision, when nothing was lost and nothing is claimed.
      return margin ?? Number.NEGATIVE_INFINITY;
    },
  };
}

async function told(reply: Promise<OutcomeReply>): Promise<Outcome> {
  try {
    const { outcome } = await reply;
    return outcome as Outcome;
  } catch (error) {
    // What the library answers with a value, the service answers with a problem.
    if (error instanceof ServiceError && error.code === 'HR_DECISION_UNKNOWN') {
      return 'unknown-decision';
    }
    throw error;
  }
}

/**
 * Flags (OFREP) and rank calls of Azure Personalizer, as callers of an earlier version asked for them: whoever asks again must get what it
 * got then, because a flag has one value in a generation, and an event one decision.
 */
import type { HttpServer } from '../routes/route-tools.ts';

export interface AskedCall {
  readonly url: string;
  readonly body: object;
  readonly status: number;
  readonly answer: string;
}

const SHOP = {
  actions: ['usual', 'new'],
  baseline: { action: 'usual', reward: 10 },
  context: { visitors: { min: 0, max: 100 } },
  reward: { min: 3, max: 20 },
  allowedShortfall: 0.2,
  reserve: 15,
  seed: 11,
};

const CALLERS = 12;

/** Makes two policies and asks both ways, with some rewards in between. */
export async function askFlagsAndRanks(app: HttpServer): Promise<AskedCall[]> {
  await define(app, 'banner', { ...SHOP, execution: 'assume' });
  await define(app, 'loop', { ...SHOP, execution: 'confirm' });
  const asked: AskedCall[] = [];
  for (let caller = 0; caller < CALLERS; caller++) {
    asked.push(await ask(app, flagOf(caller)), await ask(app, rankOf(caller)));
    if (caller % 3 === 0) await reward(app, caller);
  }
  return asked;
}

/** Asks for the same once more. */
export async function askAgain(app: HttpServer, calls: readonly AskedCall[]): Promise<AskedCall[]> {
  const again: AskedCall[] = [];
  for (const call of calls) again.push(await ask(app, call));
  return again;
}

function flagOf(caller: number) {
  const context = { targetingKey: `visitor ${caller}`, visitors: 7 * caller };
  return { url: '/ofrep/v1/evaluate/flags/banner', body: { context } };
}

function rankOf(caller: number) {
  const actions = SHOP.actions.map((id) => ({ id, features: [] }));
  const contextFeatures = [{ visitors: 7 * caller }];
  const deferActivation = caller % 2 === 0;
  const body = { eventId: `event ${caller}`, contextFeatures, actions, deferActivation };
  return { url: '/v1/policies/loop/personalizer/v1.0/rank', body };
}

async function ask(
  app: HttpServer,
  { url, body }: Pick<AskedCall, 'url' | 'body'>,
): Promise<AskedCall> {
  const { statusCode, body: answer } = await app.inject({ method: 'POST', url, payload: body });
  return { url, body, status: statusCode, answer };
}

async function define(app: HttpServer, id: string, definition: object): Promise<void> {
  const url = `/v1/policies/${id}`;
  const { statusCode, body } = await app.inject({ method: 'PUT', url, payload: { definition } });
  if (statusCode !== 200) throw new Error(body);
}

async function reward(app: HttpServer, caller: number): Promise<void> {
  const url = `/v1/policies/loop/personalizer/v1.0/events/${encodeURIComponent(`event ${caller}`)}/reward`;
  const { statusCode, body } = await app.inject({ method: 'POST', url, payload: { value: 8 } });
  if (statusCode !== 204) throw new Error(body);
}

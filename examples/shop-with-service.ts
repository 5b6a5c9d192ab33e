/*
 * The web shop of shop-offer.ts, with the decisions made by a service that several shops could share.
 * It runs in this program here, on a folder of its own; elsewhere, "npx hedgerow serve" starts it.
 *
 * Once a day the service is away for ten visits. The shop then shows its usual offer and goes on;
 * when the service is back, the client reports those visits by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@hedgerow/client';
import { readSettings, startService } from '@hedgerow/service';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const data = mkdtempSync(path.join(tmpdir(), 'hedgerow-'));
const start = (port: number) =>
  startService(readSettings({ flags: { port: `${port}`, data, logLevel: 'silent' } }));
let service = await start(0);

// Patient, so that this prints the same on a slow computer; a real shop would wait for 2 seconds.
const client = createClient({ url: service.address, retries: 1, timeoutMs: 20_000 });
await client.define('shop', {
  definition: {
    actions: ['usual', 'bundle', 'gift'],
    baseline: { action: 'usual', reward: { min: 1.9, max: 2.1 } },
    context: { visitor: { categories: ['new', 'regular'] } },
    reward: { min: 0, max: 10, unit: '€' },
    allowedShortfall: 0.2,
    seed: 1,
  },
});

// The world: what a visit earns on average.
const means: Record<string, { new: number; regular: number }> = {
  usual: { new: 2, regular: 2 },
  bundle: { new: 1, regular: 5 },
  gift: { new: 4, regular: 1.5 },
};
const generator = xoroshiro128plus(2026);
const random = () => uniformFloat64(generator);

async function visit(): Promise<string> {
  const chanceOfRegular = random();
  const probabilities = [1 - chanceOfRegular, chanceOfRegular];
  const decision = await client.decideOrBaseline(
    'shop',
    { context: { visitor: { kind: 'categories', probabilities } } },
    { baseline: 'usual' },
  );
  const kind = random() < chanceOfRegular ? 'regular' : 'new';
  const reward = 2 * means[decision.action]![kind] * random();
  if (decision.source === 'service') await client.reward(decision.receipt.id, reward);
  else if (decision.ticket !== null) await client.reward(decision.ticket, reward);
  return decision.source;
}

for (let day = 1; day <= 3; day++) {
  const sources = { service: 0, fallback: 0 };
  for (let count = 1; count <= 60; count++) {
    if (count === 21) await service.close();
    if (count === 31) service = await start(service.port);
    sources[(await visit()) as keyof typeof sources] += 1;
  }
  await client.flush();
  const { counts } = await client.policy('shop');
  console.log(
    `day ${day}: ${sources.service} visits decided by the service, ${sources.fallback} by the shop; ` +
      `the books know ${counts.decisions}`,
  );
}
const { isKept, decisions } = await client.audit('shop');
console.log(`promise kept over ${decisions} decisions: ${isKept}`);
await service.close();
rmSync(data, { recursive: true });

// prints:
// day 1: 50 visits decided by the service, 10 by the shop; the books know 60
// day 2: 50 visits decided by the service, 10 by the shop; the books know 120
// day 3: 50 visits decided by the service, 10 by the shop; the books know 180
// promise kept over 180 decisions: true

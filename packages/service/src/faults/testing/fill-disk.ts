/**
 * A process that fills the disk it serves from, frees a little and then enough, and says in one line what
 * the service answered each time. It is started on a small disk of its own (full-disk.test.ts).
 */
import path from 'node:path';
import { fill, freeUpTo } from './filler.ts';
import { call, definePolicy } from './http-call.ts';
import { SHOP_POLICY } from './shop-policy.ts';
import { openShop } from './shop-service.ts';

const MB = 1 << 20;
const disk = process.argv[2]!;

interface Answers {
  readonly step: string;
  readonly decide: string;
  readonly ready: string;
}

const shop = await openShop(path.join(disk, 'data'));
await definePolicy(shop.address, 'shop', SHOP_POLICY);
const before = await ask('before');
fill(disk);
let full = await ask('full');
// The log may have room of its own that it uses first.
while (full.decide.startsWith('200')) full = await ask('full');
freeUpTo(disk, 1.5 * MB);
const little = await ask('a little room');
freeUpTo(disk, 6 * MB);
const answers = [before, full, little, await ask('room')];
await shop.close();
process.stdout.write(`${JSON.stringify(answers)}\n`);

async function ask(step: string): Promise<Answers> {
  const body = '{"context":{"visitors":40}}';
  const decision = await call({ url: `${shop.address}/v1/policies/shop/decisions`, body });
  const ready = await call({ url: `${shop.address}/readyz`, method: 'GET' });
  return {
    step,
    decide: `${decision.status} ${decision.text}`,
    ready: `${ready.status} ${ready.text}`,
  };
}

/**
 * A process that starts a service on the folder of an earlier version, on a disk that has no room for its new tables, and again when there
 * is room. It says in one line what came of either. It is started on a small disk of its own (full-disk.test.ts).
 */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { fill, freeUpTo } from './filler.ts';
import { openShop, verifyFolder } from './shop-service.ts';

/** Enough to open the folder, and not to change it. */
const LITTLE = 48 << 10;
const ENOUGH = 6 << 20;

const [earlier, disk] = process.argv.slice(2) as [string, string];
const data = path.join(disk, 'data');
cpSync(earlier, data, { recursive: true });
fill(disk);
freeUpTo(disk, LITTLE);
const full = await start();
freeUpTo(disk, ENOUGH);
const room = await start();
// Books of today do not prove what earlier ones decided; that all of it is there is what is told.
const policies = (await verifyFolder(data)).policies.length;
const answers = { full, room, policies };
process.stdout.write(`${JSON.stringify(answers)}\n`);

async function start(): Promise<string> {
  try {
    await (await openShop(data)).close();
    return 'started';
  } catch (error) {
    return String(error);
  }
}

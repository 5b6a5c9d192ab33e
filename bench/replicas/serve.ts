/**
 * One replica of the benchmark, in a process of its own: the service as it is started for good. It reads its
 * settings from the command line, prints its address, and then its CPU seconds for every line it is sent.
 */
import { createInterface } from 'node:readline';
import { readSettings, type SettingSources } from '../../packages/service/src/start/settings.ts';
import { startService } from '../../packages/service/src/start/start-service.ts';

const flags = JSON.parse(process.argv[2]!) as NonNullable<SettingSources['flags']>;
const { address, close } = await startService(readSettings({ flags }));
process.stdout.write(`${address}\n`);

for await (const _line of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${(user + system) / 1e6}\n`);
}
await close();

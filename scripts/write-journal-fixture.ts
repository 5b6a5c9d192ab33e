/**
 * Writes a journal that a version of this repository makes, as SQL, for the tests that later versions read it.
 *
 *     npm run journal-fixture -- present packages/service/fixtures/journal-compact.sql
 *
 * Without a commit it is the present version: `… present <file>`. With `forgotten` after the file, some decisions of every policy are
 * forgotten, and it goes on from there; with `flags` it holds flags (OFREP) and rank calls of Azure Personalizer, with
 * their answers. A fixture that was released is never written anew: it is what stands on somebody's disk.
 */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { askFlagsAndRanks } from '../packages/service/src/api/testing/flags-and-ranks.ts';
import type { DecisionService } from '../packages/service/src/decisions/decision-service.ts';
import {
  everyFeature,
  forgetSome,
} from '../packages/service/src/decisions/testing/every-feature.ts';
import { earlierVersion } from './lib/earlier-version.ts';
import { REPOSITORY_ROOT } from './lib/repository.ts';

const [commit, file, what] = process.argv.slice(2);
if (commit === undefined || file === undefined) throw new Error('Name a commit and a file.');
if (what !== undefined && !['forgotten', 'flags'].includes(what)) {
  throw new Error('Only "forgotten" or "flags" may follow.');
}
const earlier = commit === 'present' ? null : earlierVersion(commit);
if (earlier === null && commit !== 'present') throw new Error(`git does not know ${commit}.`);
const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-fixture-'));
try {
  const receipts = await writeJournal(earlier?.root ?? REPOSITORY_ROOT, folder);
  writeFileSync(file, `${dump(path.join(folder, 'hedgerow.db'))}${receipts.join('')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
  earlier?.remove();
}

/**
 * Everything a policy can have, by the service of that version; closed properly, so with snapshots. Returns a comment for each
 * decision with the SHA-256 of the receipt that was answered.
 */
async function writeJournal(root: string, data: string): Promise<string[]> {
  const source = path.join(root, 'packages/service/src');
  const { openSqliteJournal } = await import(path.join(source, 'journal/sqlite/sqlite-journal.ts'));
  const { createDecisionService } = await import(
    path.join(source, 'decisions/create-decision-service.ts')
  );
  const journal = await openSqliteJournal({ folder: data, isSynced: false, ballastBytes: 0 });
  let seconds = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1) + 1000 * seconds++).toISOString();
  const options = { journal, clock: { now }, drawSeed: () => '11', monotonic: { nowMs: () => 0 } };
  // A checkpoint leans on the shelf: nearly everything must be there.
  const limits = what === 'forgotten' ? { decisionsHeld: 2 } : {};
  const service: DecisionService = createDecisionService({ ...options, limits });
  const receipts: string[] = [];
  if (what === 'flags') {
    receipts.push(...(await askedOver(source, service)));
    await service.close();
    await journal.close();
    return receipts;
  }
  await everyFeature(service, (id, text) => receipts.push(`-- ${id} ${hash('sha256', text)}\n`));
  if (what === 'forgotten') await forgetSome(service);
  await service.close();
  await journal.close();
  return receipts;
}

/** Asks over HTTP, as routes of that version have it; returns a comment for each call. */
async function askedOver(source: string, service: DecisionService): Promise<string[]> {
  const { createTestServer } = await import(path.join(source, 'api/testing/test-server.ts'));
  const { app } = await createTestServer({ service });
  const asked = await askFlagsAndRanks(app);
  await app.close();
  return asked.map((call) => `-- asked ${JSON.stringify(call)}\n`);
}

/** The statements that make the database again. */
function dump(databaseFile: string): string {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const schema = database
    .prepare('select name, type, sql from sqlite_master where sql is not null')
    .all();
  const lines = schema.map(({ sql }) => `${String(sql)};`);
  for (const { name, type } of schema) {
    if (type !== 'table') continue;
    for (const row of database.prepare(`select * from "${String(name)}"`).all()) {
      lines.push(
        `insert into "${String(name)}" values (${Object.values(row).map(literal).join(', ')});`,
      );
    }
  }
  database.close();
  return `${lines.join('\n')}\n`;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : String(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

/**
 * Makes a large journal in SQLite quickly, past the turns and the writing thread, for measurements.
 *
 *     node --conditions=@hedgerow/source fill-journal.ts <folder> <count>
 */
import { pathToFileURL } from 'node:url';
import { EMPTY_HEAD, headAfter, sealEntries } from '../entry-hash.ts';
import { openDatabase } from '../sqlite/folder/open-database.ts';
import { openSqliteJournal } from '../sqlite/sqlite-journal.ts';
import { packBatch } from '../sqlite/writing/packed-batch.ts';
import { packSnapshot } from '../sqlite/writing/packed-snapshot.ts';
import { WriteStatements } from '../sqlite/writing/write-statements.ts';
import { created, decided, rewarded } from './sample-entries.ts';

export interface FillOptions {
  readonly folder: string;
  readonly policy: string;
  /** Number of decisions; every second one has a reward. */
  readonly count: number;
}

const STEP = 5000;

export async function fillJournal({ folder, policy, count }: FillOptions): Promise<void> {
  // Makes the folder and the tables.
  await (await openSqliteJournal({ folder, ballastBytes: 0 })).close();
  const database = openDatabase({ folder, isSynced: false });
  const statements = new WriteStatements(database);
  let head = EMPTY_HEAD;
  for (let start = 0; start < count; start += STEP) {
    const sequences = Array.from(
      { length: Math.min(STEP, count - start) },
      (_, index) => start + index + 1,
    );
    const entries = sequences.flatMap((sequence) => [
      decided({ policy, sequence, key: `key ${sequence}` }),
      ...(sequence % 2 === 0 ? [rewarded(`${policy}.1.${sequence}`, sequence / 7)] : []),
    ]);
    const sealed = sealEntries(policy, head, start === 0 ? [created(), ...entries] : entries);
    database.exec('begin immediate');
    statements.writeBatch(packBatch({ policy, head, entries: sealed }));
    statements.blocks.flush();
    statements.settling.settleAll();
    database.exec('commit');
    head = headAfter(head, sealed);
  }
  statements.writeSnapshot(await packSnapshot({ policy, ...head, generation: 1, body: ['{}'] }));
  database.close();
}

const [, script, folder, count] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  await fillJournal({ folder: folder!, policy: 'maize', count: Number(count) });
}

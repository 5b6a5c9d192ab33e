/**
 * What the thread that writes puts off is written even if it always has something else to write.
 */
import { expect, it } from 'vitest';
import { EMPTY_HEAD, headAfter, sealEntries } from '../../entry-hash.ts';
import type { Head } from '../../journal.ts';
import { migrate } from '../../migrations/migrate.ts';
import { created, decided } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from '../folder/open-database.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import type { Work } from './batch-writer.ts';
import { packBatch } from './packed-batch.ts';
import { WriterThread } from './writer-thread.ts';

const POLICY = 'maize';

/** Batches of so many entries each, built on each other, and the head after the first. */
function chainOf(batchCount: number, entryCount: number) {
  const heads: Head[] = [EMPTY_HEAD];
  const works = Array.from({ length: batchCount }, (_, index): Work => {
    const head = heads[index]!;
    const fresh = Array.from({ length: entryCount }, (_, i) => {
      const sequence = index * entryCount + i;
      return sequence === 0 ? created() : decided({ sequence });
    });
    const entries = sealEntries(POLICY, head, fresh);
    heads.push(headAfter(head, entries));
    return { kind: 'batch', batch: packBatch({ policy: POLICY, head, entries }) };
  });
  return { works, firstHead: heads[1]! };
}

it('what was put off has its time after some commits, although there is always another', async () => {
  const folder = temporaryFolder();
  const database = openDatabase({ folder, isSynced: false });
  await migrate(queryBuilder(database), 'sqlite');
  const lines = database.prepare('select count(*) as n from decision');
  const lineCounts: number[] = [];
  const data = { folder, isSynced: false, maxTurnsPerCommit: 1, ballastBytes: 0 };
  // A thread takes longer to start than it takes to hand all of this over.
  const thread = new WriterThread(data, () => lineCounts.push(Number(lines.get()?.n)));
  const told: string[] = [];
  const run = async (work: Work) => {
    await thread.run(work);
    told.push(work.kind);
  };
  const { works, firstHead: anchor } = chainOf(20, 100);
  const { version } = anchor;
  const rows = [{ first: 1, last: 1, text: 'row' }];
  const shelf = { policy: POLICY, generation: 1, version, anchor, rows, forgotten: [] };
  await Promise.all(works.toSpliced(1, 0, { kind: 'shelf', shelf }).map(run));
  expect(told.indexOf('shelf')).toBeLessThan(5);
  // Of 2,000 entries more than a thousand need not wait any longer.
  expect(lineCounts.at(-1)).toBeGreaterThan(0);
  await thread.close();
  database.close();
});

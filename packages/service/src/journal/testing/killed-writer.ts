/**
 * A process that writes until it is killed or the disk fails: it says the position of each entry
 * once it is stored, and the kind of the failure.
 */
import type { JournalFailure } from '../journal.ts';
import { openSqliteJournal } from '../sqlite/sqlite-journal.ts';
import { decided } from './sample-entries.ts';

const journal = await openSqliteJournal({ folder: process.argv[2]!, ballastBytes: 0 });
let known = (await journal.head('maize'))?.version ?? 0;
let failure: JournalFailure | null = null;
while (failure === null) {
  const turn = await journal.beginTurn('maize', known);
  known += 1;
  const commit = turn.append([decided({ sequence: known })]);
  const told = commit.durable.then(
    () => process.stdout.write(`${commit.stored[0]!.position}\n`),
    (reason: JournalFailure) => {
      failure ??= reason;
    },
  );
  // Runs ahead of the disk, but not without end.
  await (known % 8 === 0 ? told : commit.accepted);
}
process.stdout.write(`${(failure as JournalFailure).kind}\n`);
await journal.close();

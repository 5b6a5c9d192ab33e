/**
 * A process that moves entries of a folder into segments and ends itself, as a kill would, at one step.
 *
 *     node --conditions=@hedgerow/source killed-compactor.ts <folder> <step> <count>
 */
import { openSqliteJournal } from '../sqlite/sqlite-journal.ts';

const [, , folder, step, count] = process.argv;
let seen = 0;
const journal = await openSqliteJournal({
  folder: folder!,
  ballastBytes: 0,
  onSegmentStep: (now) => {
    if (now !== step) return;
    seen += 1;
    if (seen === Number(count)) process.kill(process.pid, 'SIGKILL');
  },
});
while ((await journal.retention.compact('maize', { rawEntries: 0, rawSince: null })).entries > 0);
await journal.close();

/**
 * The thread that brings the write-ahead log into the database file, pass by pass, until it is told to end.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseOptions, openDatabase } from '../folder/open-database.ts';

/** Pages that are written again and again are brought over once a pass, so passes are not frequent. */
const PASS_MS = 3000;

const database = openDatabase(workerData as DatabaseOptions);
const timer = setInterval(() => {
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } catch {
    // The disk may be full or failing: the writer tells of that, and the next pass tries again.
  }
}, PASS_MS);

parentPort!.once('message', () => {
  clearInterval(timer);
  database.close();
});

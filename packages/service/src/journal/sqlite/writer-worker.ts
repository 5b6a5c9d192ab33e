/**
 * The thread that writes: it takes whatever has queued up, writes it in one go, and says what came
 * of each piece. While it waits for the disk, the next pieces queue up.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Ballast } from './ballast.ts';
import { BatchWriter, type Work } from './batch-writer.ts';
import { Checkpointer } from './checkpointer.ts';
import { openDatabase } from './open-database.ts';
import type { WriterData, WriterReply, WriterRequest } from './writer-thread.ts';

/** A pause between pieces of ballast, so that it never stands in the way. */
const BALLAST_PAUSE_MS = 25;

const port = parentPort!;
const { folder, isSynced, maxTurnsPerCommit, ballastBytes } = workerData as WriterData;
const ballast = new Ballast(folder, ballastBytes);
const writer = new BatchWriter({
  open: () => openDatabase({ folder, isSynced }),
  ballast,
  onRoomRegained: growBallast,
});
const checkpointer = new Checkpointer({ folder, isSynced });
let ballastTimer: NodeJS.Timeout | undefined;

function serve(first: WriterRequest): void {
  const requests = [first];
  while (requests.length < maxTurnsPerCommit) {
    const more = receiveMessageOnPort(port);
    if (more === undefined) break;
    requests.push(more.message as WriterRequest);
  }
  const works = requests.filter((request) => 'work' in request);
  if (works.length > 0) port.postMessage(write(works));
  if (works.length < requests.length) void end();
}

function write(requests: readonly { id: number; work: Work }[]): WriterReply {
  const start = performance.now();
  const outcomes = writer.write(requests.map(({ work }) => work));
  checkpointer.wrote(requests.reduce((sum, { work }) => sum + bytesOf(work), 0));
  const batches = requests.flatMap(({ work }, index) =>
    work.kind === 'batch' && outcomes[index]!.isDone ? [work.batch] : [],
  );
  return {
    outcomes: outcomes.map((outcome, index) => ({ id: requests[index]!.id, outcome })),
    report: {
      entryCount: batches.reduce((sum, { entries }) => sum + entries.length, 0),
      batchCount: batches.length,
      durationMs: performance.now() - start,
    },
  };
}

/** Of the texts alone: lines and indexes come on top. */
function bytesOf(work: Work): number {
  if (work.kind === 'snapshot') return work.snapshot.body.length;
  if (work.kind !== 'batch') return 0;
  return work.batch.entries.flat().reduce((sum: number, value) => sum + lengthOf(value), 0);
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

async function end(): Promise<void> {
  clearTimeout(ballastTimer);
  // Whoever closes the database last empties the log, and that must not be cut short.
  await checkpointer.close();
  writer.close();
  port.close();
}

function growBallast(): void {
  clearTimeout(ballastTimer);
  try {
    if (ballast.hasRoom() && ballast.grow())
      ballastTimer = setTimeout(growBallast, BALLAST_PAUSE_MS);
  } catch {
    // Ballast is kept only where there is room for it.
    ballast.release();
  }
}

port.on('message', serve);
growBallast();

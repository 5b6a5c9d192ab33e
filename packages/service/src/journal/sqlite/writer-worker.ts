/**
 * The thread that writes: it takes whatever has queued up, writes it in one go, and says what came
 * of each piece. While it waits for the disk, the next pieces queue up.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Ballast } from './ballast.ts';
import { BatchWriter, type Work } from './batch-writer.ts';
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
  if (works.length < requests.length) end();
}

function write(requests: readonly { id: number; work: Work }[]): WriterReply {
  const start = performance.now();
  const outcomes = writer.write(requests.map(({ work }) => work));
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

function end(): void {
  clearTimeout(ballastTimer);
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

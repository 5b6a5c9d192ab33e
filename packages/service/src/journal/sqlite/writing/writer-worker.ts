/**
 * The thread that writes: it takes whatever has queued up, writes it in one go, and says what came
 * of each piece. While it waits for the disk, the next pieces queue up.
 *
 * Work comes by several lines, one for each thread that has some. One commit takes from all of them, one
 * piece after the other, so that no line keeps the others waiting.
 */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import type { CommitReport } from '../../journal.ts';
import { Ballast } from '../folder/ballast.ts';
import { FilesInPlace } from '../folder/files-in-place.ts';
import { openDatabase } from '../folder/open-database.ts';
import { SegmentFiles } from '../folder/segment-files.ts';
import { BatchWriter, type Work, type WorkOutcome } from './batch-writer.ts';
import { Checkpointer } from './checkpointer.ts';
import type { WriterData, WriterOrder, WriterReply, WriterRequest } from './writer-thread.ts';

/** A pause between pieces of ballast, so that it never stands in the way. */
const BALLAST_PAUSE_MS = 25;

/** So that the pages that are written all the time need not be read again and again. */
const CACHE_MEGABYTES = 16;

/** Lines that wait are written after this time, whether or not there is more to write. */
const SETTLE_MS = 2000;
/** Lines of so many entries wait for company until then; whatever is more is written in the pauses between commits. */
const WAITING_ENTRIES = 1024;

/** A line by which work comes: the process's own, or another thread's. */
type Line = Pick<MessagePort, 'postMessage' | 'close'>;
type Said = WriterRequest | WriterOrder;

interface Piece {
  readonly line: Line;
  readonly id: number;
  readonly work: Work;
}

const own = parentPort!;
const lent = new Map<number, MessagePort>();
const { folder, isSynced, maxTurnsPerCommit, ballastBytes } = workerData as WriterData;
const ballast = new Ballast(folder, ballastBytes);
const files = new FilesInPlace(folder);
const writer = new BatchWriter({
  requirePlace: () => files.require(),
  open: () => openDatabase({ folder, isSynced, cacheMegabytes: CACHE_MEGABYTES }),
  ballast,
  files: new SegmentFiles({ folder, isSynced }),
  onRoomRegained: growBallast,
});
const checkpointer = new Checkpointer({ folder, isSynced });
let ballastTimer: NodeJS.Timeout | undefined;
let settleTimer: NodeJS.Timeout | undefined;
let isPauseAwaited = false;
/** What decisions need not wait for, in the order in which it came. */
const later: Piece[] = [];
/** Whether all lines that wait have waited long enough. */
let isLate = false;

/** Takes what has come by all lines, beginning with what woke the thread. */
function serve(line: MessagePort, first: Said): void {
  const pieces: Piece[] = [];
  const isOver = hear(line, first, pieces) || hearAll(pieces);
  const deferred = pieces.filter(isDeferred);
  const others = pieces.filter((piece) => !isDeferred(piece));
  // What decisions need not wait for stays before whatever is not a decision.
  const isPlain = others.every(({ work }) => work.kind === 'batch');
  later.push(...deferred);
  if (!isPlain) others.unshift(...later.splice(0));
  if (others.length > 0) write(others);
  // Where there is always more to hear there is no pause by itself, and what was put off would pile up.
  if (isPauseAwaited) useThePause();
  else pauseSoon();
  if (isOver) void end();
}

/** Snapshots and rows of the shelf are handed over when what they rest on is stored, and nobody who decides waits for them. */
function isDeferred({ work }: Piece): boolean {
  return work.kind === 'shelf' || work.kind === 'snapshot';
}

/** Goes round the lines until none has more, or a commit is full. Returns whether the end was said. */
function hearAll(pieces: Piece[]): boolean {
  for (let heardCount = -1; heardCount !== 0; ) {
    heardCount = 0;
    for (const line of [own, ...lent.values()]) {
      if (pieces.length >= maxTurnsPerCommit) return false;
      const more = receiveMessageOnPort(line);
      if (more === undefined) continue;
      heardCount += 1;
      if (hear(line, more.message as Said, pieces)) return true;
    }
  }
  return false;
}

/** Work is put to the pieces, an order is carried out. Returns whether it was the last. */
function hear(line: Line, said: Said, pieces: Piece[]): boolean {
  if ('work' in said) pieces.push({ line, ...said });
  else if ('join' in said) join(said.join, said.port);
  else if ('part' in said) part(said.part);
  else return true;
  return false;
}

function join(name: number, port: MessagePort): void {
  lent.set(name, port);
  port.on('message', (said: WriterRequest) => lent.has(name) && serve(port, said));
  port.on('close', () => lent.delete(name));
}

/** What was sent by this line and not read yet is never written. */
function part(name: number): void {
  lent.get(name)?.close();
  lent.delete(name);
}

function write(pieces: readonly Piece[]): void {
  const start = performance.now();
  const outcomes = writer.write(pieces.map(({ work }) => work));
  const batches = pieces.flatMap(({ work }, index) =>
    work.kind === 'batch' && outcomes[index]!.isDone ? [work.batch] : [],
  );
  const report = {
    entryCount: batches.reduce((sum, { entries }) => sum + entries.length, 0),
    batchCount: batches.length,
    durationMs: performance.now() - start,
  };
  reply(pieces, outcomes, batches.length > 0 ? report : undefined);
}

function reply(
  pieces: readonly Piece[],
  outcomes: readonly WorkOutcome[],
  report?: CommitReport,
): void {
  checkpointer.wrote(pieces.reduce((sum, { work }) => sum + bytesOf(work), 0));
  // A message wakes whoever it is for: the process, which is told first, has one for both if some of the work was its own.
  const first: Line[] = report === undefined ? [] : [own];
  const lines = new Set([...first, ...pieces.map((piece) => piece.line)]);
  for (const line of lines) {
    const replies = pieces.flatMap((piece, index) =>
      piece.line === line ? [{ id: piece.id, outcome: outcomes[index]! }] : [],
    );
    const told = report === undefined || line !== own ? {} : { report };
    line.postMessage({ outcomes: replies, ...told } satisfies WriterReply);
  }
  if (writer.isBehind) settleTimer ??= setTimeout(settleLate, SETTLE_MS);
}

/** Whoever has sent work meanwhile is served before. */
function pauseSoon(): void {
  if (isPauseAwaited) return;
  isPauseAwaited = true;
  setImmediate(() => {
    isPauseAwaited = false;
    useThePause();
  });
}

/**
 * Writes some of what was put off: not so much that a decision would wait for it for long, and more the more there is of it, so that neither
 * the one nor the other piles up.
 */
function useThePause(): void {
  const pieces = later.splice(0, Math.ceil(later.length / 2));
  const works = pieces.map(({ work }) => work);
  if (works.length > 0) reply(pieces, writer.writeInPause(works));
  const isTime = works.length === 0 || writer.waitingCount > 2 * WAITING_ENTRIES;
  const isMore = isTime && writer.settleSome(isLate ? 0 : WAITING_ENTRIES);
  if (works.length > 0 || isMore) pauseSoon();
  else isLate = false;
}

function settleLate(): void {
  settleTimer = undefined;
  isLate = true;
  pauseSoon();
}

/** What cannot be written now is written with the next piece of work, or after the next start. */
function settle(): void {
  clearTimeout(settleTimer);
  settleTimer = undefined;
  if (later.length > 0) write(later.splice(0));
  if (writer.isBehind) writer.write([{ kind: 'settle', policy: null }]);
}

/** Of the texts alone: lines and indexes come on top. */
function bytesOf(work: Work): number {
  if (work.kind === 'snapshot') return work.snapshot.packed.length;
  if (work.kind !== 'batch') return 0;
  return work.batch.entries.flat().reduce((sum: number, value) => sum + lengthOf(value), 0);
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

async function end(): Promise<void> {
  clearTimeout(ballastTimer);
  settle();
  // Whoever closes the database last empties the log, and that must not be cut short.
  await checkpointer.close();
  writer.close();
  for (const port of lent.values()) port.close();
  own.close();
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

own.on('message', (said: Said) => serve(own, said));
settle();
growBallast();

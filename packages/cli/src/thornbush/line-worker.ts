/**
 * One worker thread: plays the lines it is given, and starts services of its own when the first of
 * them asks for HTTP; its runs take turns with them.
 */
import path from 'node:path';
import { threadId, workerData } from 'node:worker_threads';
import {
  type CreateSubject,
  type LineTally,
  type LineTask,
  librarySubject,
  playLine,
  restoredSubject,
} from '@hedgerow/lab/thornbush';
import { openGridServices, subjectsInTurn } from './own-service.ts';

/** Runs over HTTP at the same time: most of each is waiting for the disk. */
const SERVICE_LANES = 8;

let subjects: CreateSubject | null = null;

export default async function runTask(task: LineTask): Promise<LineTally> {
  const { way } = task.cell;
  if (way === 'library') return await playLine({ ...task, createSubject: librarySubject });
  if (way === 'restored') return await playLine({ ...task, createSubject: restoredSubject });
  subjects ??= openSubjects();
  return await playLine({ ...task, createSubject: subjects, laneCount: SERVICE_LANES });
}

function openSubjects(): CreateSubject {
  const folder = path.join(folderOf(workerData), String(threadId));
  return subjectsInTurn(openGridServices(folder));
}

/** Piscina hands the data of the pool over as the second of a pair. */
function folderOf(data: unknown): string {
  const given: unknown = Array.isArray(data) ? data[1] : data;
  if (typeof given === 'string') return given;
  throw new Error('A worker of the grid must be told its folder.');
}

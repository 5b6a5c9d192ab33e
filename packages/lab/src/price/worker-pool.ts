/**
 * Shares tasks out over worker threads and returns the answers in the order of the tasks.
 *
 * Which thread takes which task depends on chance; the answers do not, because a task names its
 * random streams itself. A worker that fails fails the whole run, with the task named: results
 * with a trial missing would look whole.
 */
import { Worker } from 'node:worker_threads';

export interface PoolOptions<Task> {
  /** The module that each worker runs; it answers every message with one message. */
  readonly workerUrl: URL;
  readonly workerCount: number;
  readonly tasks: readonly Task[];
  /** Called after each answer with the number of tasks done. */
  readonly onProgress: (doneCount: number) => void;
  /** Ends all workers when aborted. */
  readonly signal: AbortSignal;
}

/** Runs all tasks. */
export async function runPool<Task, Answer>(options: PoolOptions<Task>): Promise<Answer[]> {
  const { tasks, workerUrl } = options;
  const answers = new Array<Answer>(tasks.length);
  const workerCount = Math.min(options.workerCount, tasks.length);
  const workers = Array.from({ length: workerCount }, () => new Worker(workerUrl));
  const endAll = () => Promise.all(workers.map((worker) => worker.terminate()));
  options.signal.addEventListener('abort', endAll, { once: true });
  let nextTask = 0;
  let doneCount = 0;
  const takeTask = () => nextTask++;
  const keep = (taskIndex: number, answer: Answer) => {
    answers[taskIndex] = answer;
    doneCount += 1;
    options.onProgress(doneCount);
  };
  try {
    await Promise.all(workers.map((worker) => serve({ worker, tasks, takeTask, keep })));
  } finally {
    options.signal.removeEventListener('abort', endAll);
    await endAll();
  }
  options.signal.throwIfAborted();
  return answers;
}

interface Service<Task, Answer> {
  readonly worker: Worker;
  readonly tasks: readonly Task[];
  readonly takeTask: () => number;
  readonly keep: (taskIndex: number, answer: Answer) => void;
}

/** Feeds one worker until no task is left, or it ends. */
function serve<Task, Answer>({
  worker,
  tasks,
  takeTask,
  keep,
}: Service<Task, Answer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let taskIndex = takeTask();
    const feed = () => {
      if (taskIndex < tasks.length) worker.postMessage(tasks[taskIndex]);
      else resolve();
    };
    worker.on('message', (answer: Answer) => {
      keep(taskIndex, answer);
      taskIndex = takeTask();
      feed();
    });
    worker.on('error', (cause) => reject(failure(tasks[taskIndex], cause)));
    worker.on('exit', () => resolve());
    feed();
  });
}

function failure(task: unknown, cause: unknown): Error {
  return new Error(`A worker failed at the task ${JSON.stringify(task)}.`, { cause });
}

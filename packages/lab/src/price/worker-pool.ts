/**
 * Shares tasks out over worker threads and returns the answers in the order of the tasks.
 *
 * Which thread takes which task depends on chance; the answers do not, because a task names its
 * random streams itself. A task that fails fails the whole run, with the task named: results
 * with a trial missing would look whole.
 */
import { Piscina } from 'piscina';

export interface PoolOptions<Task> {
  /** The module that each worker runs; its default export answers one task. */
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
  const { tasks, workerUrl, workerCount, signal } = options;
  const threads = new Piscina<Task, Answer>({
    filename: workerUrl.href,
    minThreads: workerCount,
    maxThreads: workerCount,
    recordTiming: false,
    // In a clone the core is read from its source as well, whoever started this process.
    ...(workerUrl.href.endsWith('.ts') ? { execArgv: ['--conditions=@hedgerow/source'] } : {}),
  });
  const endAll = () => void threads.destroy();
  signal.addEventListener('abort', endAll, { once: true });
  let doneCount = 0;
  try {
    return await Promise.all(
      tasks.map(async (task) => {
        const answer = await threads.run(task).catch((cause) => failure(task, cause));
        doneCount += 1;
        options.onProgress(doneCount);
        return answer;
      }),
    );
  } catch (error) {
    // Tasks that an abort cut off fail too; what is reported then is the abort.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', endAll);
    await threads.destroy();
  }
}

function failure(task: unknown, cause: unknown): never {
  throw new Error(`A worker failed at the task ${JSON.stringify(task)}.`, { cause });
}

/**
 * Worker threads, the same for trials, lines of the grid and all else that takes long.
 *
 * Which thread takes which task depends on chance; the answers do not, because a task names its
 * random streams itself. A task that fails fails the whole run, with the task named: results with
 * one missing would look whole.
 */
import { Piscina } from 'piscina';

export interface WorkerPool<Task, Answer> {
  readonly workerCount: number;
  /** Has one task done; rejects if it is lost. */
  run(task: Task): Promise<Answer>;
  /** Ends all threads at once, whatever they are doing. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** The TypeScript file whose default export does a task; where it is published, its JavaScript. */
  readonly worker: URL;
  /** What every thread is told when it starts. */
  readonly workerData?: unknown;
  readonly workerCount: number;
}

/** Starts the threads. */
export function openWorkerPool<Task, Answer>(options: WorkerPoolOptions): WorkerPool<Task, Answer> {
  const { worker, workerData, workerCount } = options;
  const isSource = import.meta.url.endsWith('.ts');
  const threads = new Piscina<Task, Answer>({
    filename: isSource ? worker.href : worker.href.replace(/\.ts$/, '.js'),
    workerData,
    minThreads: workerCount,
    maxThreads: workerCount,
    recordTiming: false,
    // In a clone the packages are read from their source as well, whoever started this process.
    ...(isSource ? { execArgv: ['--conditions=@hedgerow/source'] } : {}),
  });
  return { workerCount, run: (task) => threads.run(task), close: () => threads.destroy() };
}

export interface AllTasks<Task, Answer> {
  readonly tasks: readonly Task[];
  /** Called after each answer, and waited for. */
  readonly onAnswer: (answer: Answer, task: Task) => void | Promise<void>;
  /** Ends all threads when aborted. */
  readonly signal: AbortSignal;
}

/** Has all tasks done, closes the pool, and returns the answers in the order of the tasks. */
export async function runAll<Task, Answer>(
  pool: WorkerPool<Task, Answer>,
  { tasks, onAnswer, signal }: AllTasks<Task, Answer>,
): Promise<Answer[]> {
  const endAll = () => void pool.close();
  signal.addEventListener('abort', endAll, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.all(
      tasks.map(async (task) => {
        const answer = await pool.run(task).catch((cause) => failure(task, cause));
        await onAnswer(answer, task);
        return answer;
      }),
    );
  } catch (error) {
    // Tasks that an abort cut off fail too; what is reported then is the abort.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', endAll);
    await pool.close();
  }
}

function failure(task: unknown, cause: unknown): never {
  throw new Error(`A worker failed at the task ${JSON.stringify(task)}.`, { cause });
}

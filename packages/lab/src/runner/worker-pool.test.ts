import { describe, expect, it } from 'vitest';
import { openWorkerPool, runAll } from './worker-pool.ts';

const worker = new URL('./testing/doubling-worker.ts', import.meta.url);
const never = new AbortController().signal;

function open() {
  return openWorkerPool<number, number>({ worker, workerCount: 2 });
}

describe('a pool of workers', () => {
  it('answers in the order of the tasks, and tells each answer with its task', async () => {
    const told: [number, number][] = [];
    const onAnswer = (answer: number, task: number) => void told.push([task, answer]);
    const tasks = [5, 1, 4];
    expect(await runAll(open(), { tasks, onAnswer, signal: never })).toEqual([10, 2, 8]);
    expect(told.toSorted((a, b) => a[0] - b[0])).toEqual([
      [1, 2],
      [4, 8],
      [5, 10],
    ]);
  });

  it('fails as a whole if one task does, and names it', async () => {
    const all = runAll(open(), { tasks: [1, 13], onAnswer: () => {}, signal: never });
    await expect(all).rejects.toThrow('A worker failed at the task 13.');
  });

  it('ends at once when it is told to, whatever is under way', async () => {
    const stop = new AbortController();
    const onAnswer = () => stop.abort();
    const all = runAll(open(), { tasks: [99, 1], onAnswer, signal: stop.signal });
    await expect(all).rejects.toThrow(/abort/i);
    const aborted = runAll(open(), { tasks: [1], onAnswer, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toThrow(/abort/i);
  });
});

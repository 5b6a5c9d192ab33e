import { once } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { type MemoryUse, oldSpaceUse } from './memory-use.ts';

it('counts what stays, and has room for some of all that the engine tells of', () => {
  const before = oldSpaceUse();
  const kept = new Array<number>(4 << 20).fill(0.5);
  const { usedBytes, limitBytes } = oldSpaceUse();
  expect(usedBytes - before.usedBytes).toBeGreaterThan(30 << 20);
  expect(kept).toHaveLength(4 << 20);
  expect(limitBytes).toBeLessThan(getHeapStatistics().heap_size_limit);
});

it('knows that all young objects may have to find room among the old', () => {
  const { limitBytes } = oldSpaceUse({ maxOldGenerationSizeMb: 130, maxYoungGenerationSizeMb: 24 });
  expect(limitBytes).toBe((130 - 16) << 20);
});

it('knows what a thread was told', async () => {
  const url = new URL('./memory-use.ts', import.meta.url).href;
  const program = `import(${JSON.stringify(url)}).then(({ oldSpaceUse }) =>
    require('node:worker_threads').parentPort.postMessage(oldSpaceUse()))`;
  const worker = new Worker(program, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 77, maxYoungGenerationSizeMb: 24 },
    execArgv: [],
  });
  const [told] = (await once(worker, 'message')) as [MemoryUse];
  expect(told.limitBytes).toBe((77 - 16) << 20);
  expect(told.usedBytes).toBeGreaterThan(1 << 20);
  await worker.terminate();
});

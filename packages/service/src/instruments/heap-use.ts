/** How much of the memory that the engine gives a thread is in use, garbage included. */
import { getHeapStatistics } from 'node:v8';

export interface HeapUse {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

export function heapUse(): HeapUse {
  const { used_heap_size: usedBytes, heap_size_limit: limitBytes } = getHeapStatistics();
  return { usedBytes, limitBytes };
}

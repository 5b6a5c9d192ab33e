import { expect, it } from 'vitest';
import { MemoryWatch } from './memory-watch.ts';

it('ends a thread whose memory stays nearly full, and none that only was so for a moment', () => {
  let usedBytes = 0;
  const watch = new MemoryWatch(() => ({ usedBytes, limitBytes: 100 << 20 }));
  for (const used of [89, 95, 95, 50, 95, 95]) {
    usedBytes = used << 20;
    watch.look();
  }
  expect(() => watch.look()).toThrow('uses 95 MB of 100. Give it more with deciderMemory.');
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kernelBinaryText } from '../../../../../scripts/build-kernel.ts';

it('is exactly what the AssemblyScript source compiles to', async () => {
  const committed = readFileSync(new URL('kernel-binary.ts', import.meta.url), 'utf8');
  expect(await kernelBinaryText()).toBe(committed);
});

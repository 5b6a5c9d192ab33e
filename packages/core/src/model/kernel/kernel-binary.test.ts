import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KERNEL_SOURCE_SHA256 } from './kernel-binary.ts';

it('was compiled from the present source; if not: npm run build:kernel', () => {
  const source = readFileSync(new URL('kernel.assembly.ts', import.meta.url));
  expect(createHash('sha256').update(source).digest('hex')).toBe(KERNEL_SOURCE_SHA256);
});

/** The words with which the command starts Node for a service: they are part of what is measured. */
import { createRequire } from 'node:module';

export const HEAP_OPTIONS: readonly string[] = createRequire(import.meta.url)(
  '../../packages/cli/bin/heap-options.json',
).roomy;

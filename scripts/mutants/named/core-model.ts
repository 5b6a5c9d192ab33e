/**
 * Mutants of the numbers: the kernel, the model and what everything rests on.
 */
import type { Mutant } from './mutant.ts';

const KERNEL = 'packages/core/src/model/kernel';

export const CORE_MODEL_MUTANTS: readonly Mutant[] = [
  {
    name: 'ChaCha mixes a double round too few',
    file: 'packages/core/src/base/chacha-block.ts',
    find: 'const DOUBLE_ROUNDS = 10;',
    replace: 'const DOUBLE_ROUNDS = 9;',
    tests: ['packages/core/src/base/keyed-random.test.ts'],
  },
  {
    name: 'a kernel begins with what another left behind',
    file: `${KERNEL}/wasm-arena.ts`,
    find: 'if (isUsed) new Float64Array',
    replace: 'if (isUsed && start < 0) new Float64Array',
    tests: [`${KERNEL}/create-engine.test.ts`],
  },
  {
    name: 'a kernel that was restored does not know how far its rows reach',
    file: `${KERNEL}/triangular-factor.ts`,
    find: 'ends[k] = (last + 1) * BYTES_PER_NUMBER;',
    replace: 'ends[k] = (k + 1) * BYTES_PER_NUMBER;',
    tests: [`${KERNEL}/engines-agree.test.ts`],
  },
  {
    name: 'memory that is taken is handed out again',
    file: `${KERNEL}/arena-blocks.ts`,
    find: 'const from = joinsBefore ? before.start : start;',
    replace: 'const from = before !== undefined ? before.start : start;',
    tests: [`${KERNEL}/arena-blocks.test.ts`],
  },
  {
    name: 'a model that grows begins anew',
    file: 'packages/core/src/model/grow-state.ts',
    find: 'triangleOf([...present, ...fresh])',
    replace: 'rowsOf(start)',
    tests: ['packages/core/src/model/grow-state.test.ts'],
  },
];

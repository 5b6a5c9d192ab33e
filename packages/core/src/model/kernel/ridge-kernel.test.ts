import { createEngine } from './create-engine.ts';
import { describeRidgeKernelContract } from './ridge-kernel.contract.ts';

for (const kind of ['typescript', 'wasm', 'wasm-fma'] as const) {
  describeRidgeKernelContract(kind, () => createEngine(kind));
}

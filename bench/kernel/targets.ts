/** How fast each engine must be: time of a round over that of native code, by problem size. */
import type { ProblemSize } from './fixture.ts';

export type EngineName = 'typescript' | 'wasm' | 'wasm-fma';

export const PROBLEM_SIZES: readonly ProblemSize[] = [
  { dimension: 15, actionCount: 20 },
  { dimension: 64, actionCount: 50 },
  { dimension: 128, actionCount: 200 },
  { dimension: 64, actionCount: 10_000 },
];

/** In the order of `PROBLEM_SIZES`. */
const NATIVE_RATIO_MAX: Readonly<Record<EngineName, readonly number[]>> = {
  typescript: [6.5, 13, 13, 12],
  wasm: [3, 4.5, 5, 4.5],
  'wasm-fma': [2.5, 3, 3.2, 3],
};

/** Returns the largest allowed ratio to native code. */
export function nativeRatioMax(engine: EngineName, size: ProblemSize): number | undefined {
  const index = PROBLEM_SIZES.findIndex(
    ({ dimension, actionCount }) =>
      dimension === size.dimension && actionCount === size.actionCount,
  );
  return NATIVE_RATIO_MAX[engine][index];
}

/** Returns the largest allowed ratio to NumPy; plain TypeScript is only the fallback. */
export function numpyRatioMax(engine: EngineName): number | undefined {
  return engine === 'typescript' ? undefined : 1;
}

/**
 * Chooses the machine code that computes: WebAssembly where the host allows it, else TypeScript.
 *
 * Both give the same bits, so the choice is silent. `wasm-fma` fuses products and sums; it is faster
 * and its last bits depend on the processor, so it is never chosen unless asked for by name.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireWhole } from '../../base/require.ts';
import { ArenaPool, type PooledKernel } from './arena-pool.ts';
import { assembleKernel } from './assemble-kernel.ts';
import { FUSED_KERNEL_HEX, PLAIN_KERNEL_HEX } from './kernel-binary.ts';
import { type KernelSize, kernelByteLength, viewKernelMemory } from './kernel-memory.ts';
import type { EngineBranch, EngineKind, KernelEngine } from './ridge-kernel.ts';
import { typescriptArithmetic } from './typescript-kernel.ts';
import { WasmArena } from './wasm-arena.ts';
import {
  hostWebAssembly,
  type WebAssemblyInterface,
  type WebAssemblyModule,
} from './web-assembly.ts';

/** Returns an engine of the kind asked for; without a kind, the fastest of those that agree. */
export function createEngine(kind?: EngineKind): KernelEngine {
  if (kind === undefined) return createWasmEngine('wasm') ?? createTypescriptEngine();
  if (kind === 'typescript') return createTypescriptEngine();
  const engine = createWasmEngine(kind);
  if (engine !== undefined) return engine;
  throw new HedgerowError({
    code: 'HR_ENGINE_UNAVAILABLE',
    rule: `engine must be one that this host can run`,
    received: `'${kind}'`,
    remedy: "Leave it out, or ask for 'typescript', which runs everywhere.",
  });
}

function createTypescriptEngine(): KernelEngine {
  const createKernel: KernelEngine['createKernel'] = (size) => {
    requireKernelSize(size);
    const buffer = new ArrayBuffer(kernelByteLength(size));
    return assembleKernel(typescriptArithmetic(viewKernelMemory(size, buffer, 0)));
  };
  // Each kernel has memory of its own, which goes with it.
  const branch = (): EngineBranch => ({ ...engine, dispose: () => {} });
  const engine: KernelEngine = { kind: 'typescript', createKernel, branch };
  return engine;
}

/** Returns undefined where WebAssembly is missing, too old for the code, or forbidden. */
function createWasmEngine(kind: WasmKind): KernelEngine | undefined {
  const host = hostWebAssembly();
  if (host === undefined) return undefined;
  const module = compiledOnce(host, kind);
  if (module === undefined) return undefined;
  const arenas = new ArenaPool((byteLength) => new WasmArena(host, module, byteLength));
  const createKernel: KernelEngine['createKernel'] = (size) => {
    requireKernelSize(size);
    return assembleKernel(arenas.cut(size).arithmetic);
  };
  const branch = (): EngineBranch => branchOf(arenas, { kind, createKernel, branch });
  return { kind, createKernel, branch };
}

/** An engine that knows which kernels it has made. */
function branchOf(arenas: ArenaPool, engine: KernelEngine): EngineBranch {
  let taken: PooledKernel[] = [];
  return {
    ...engine,
    createKernel: (size) => {
      requireKernelSize(size);
      const kernel = arenas.cut(size);
      taken.push(kernel);
      return assembleKernel(kernel.arithmetic);
    },
    dispose: () => {
      for (const kernel of taken) arenas.giveBack(kernel);
      taken = [];
    },
  };
}

type WasmKind = 'wasm' | 'wasm-fma';

/** Compiling takes longer than all else in making a small policy, and the code is always the same. */
const compiled = new WeakMap<WebAssemblyInterface, Map<WasmKind, WebAssemblyModule>>();

function compiledOnce(host: WebAssemblyInterface, kind: WasmKind): WebAssemblyModule | undefined {
  const modules = compiled.get(host) ?? new Map<WasmKind, WebAssemblyModule>();
  compiled.set(host, modules);
  const module =
    modules.get(kind) ?? compile(host, kind === 'wasm' ? PLAIN_KERNEL_HEX : FUSED_KERNEL_HEX);
  if (module !== undefined) modules.set(kind, module);
  return module;
}

function compile(host: WebAssemblyInterface, hex: string): WebAssemblyModule | undefined {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    return host.validate(bytes) ? new host.Module(bytes) : undefined;
  } catch {
    // A content policy without 'wasm-unsafe-eval' refuses by throwing.
    return undefined;
  }
}

function requireKernelSize(size: KernelSize): void {
  requireWhole('dimension', size.dimension, 1, 8192);
  requireWhole('actionCapacity', size.actionCapacity, 1, 16_777_216);
}

/**
 * A fixed piece of WebAssembly memory with the machine code tied to it; kernels are cut from it, and may be given
 * back (arena-blocks.ts).
 *
 * It never grows, because growing would detach every view handed out. An arena is garbage as soon as the engine
 * has moved on and its last kernel is gone. A memory reserves gigabytes of address space whatever its size, so
 * that a process can have only some ten thousand of them; hence many kernels to an arena.
 */
import { ArenaBlocks } from './arena-blocks.ts';
import type { KernelArithmetic } from './kernel-arithmetic.ts';
import {
  type KernelMemory,
  type KernelSize,
  kernelByteLength,
  viewKernelMemory,
} from './kernel-memory.ts';
import type { WebAssemblyInterface, WebAssemblyMemory, WebAssemblyModule } from './web-assembly.ts';

const PAGE_BYTES = 65_536;
/** Memory of an ordinary arena: some five hundred kernels of 15 features and 20 actions. */
const ARENA_BYTES = 4 * 1024 * 1024;

/** What kernel.assembly.ts exports; arrays are passed as addresses, the stride in bytes. */
interface KernelExports {
  scoreActions(
    factor: number,
    reciprocals: number,
    ends: number,
    features: number,
    panel: number,
    predictions: number,
    uncertainties: number,
    upperBounds: number,
    dimension: number,
    stride: number,
    actionCount: number,
    radius: number,
  ): number;
  probe(
    factor: number,
    reciprocals: number,
    ends: number,
    direction: number,
    remainder: number,
    answers: number,
    dimension: number,
    stride: number,
  ): void;
  projectActions(
    features: number,
    direction: number,
    projections: number,
    dimension: number,
    actionCount: number,
  ): void;
  update(
    factor: number,
    carries: number,
    reciprocals: number,
    ends: number,
    settled: number,
    direction: number,
    remainder: number,
    dimension: number,
    stride: number,
    reward: number,
    weight: number,
  ): number;
}

/** A kernel's arithmetic, and how its memory is given back. */
export interface CutKernel {
  readonly arithmetic: KernelArithmetic;
  readonly start: number;
}

export class WasmArena {
  readonly #memory: WebAssemblyMemory;
  readonly #code: KernelExports;
  readonly #blocks: ArenaBlocks;

  /** Makes an arena that holds at least one kernel of `byteLength`. */
  constructor(host: WebAssemblyInterface, module: WebAssemblyModule, byteLength: number) {
    const pages = Math.ceil(Math.max(byteLength, ARENA_BYTES) / PAGE_BYTES);
    this.#memory = new host.Memory({ initial: pages, maximum: pages });
    this.#blocks = new ArenaBlocks(pages * PAGE_BYTES);
    const { exports } = new host.Instance(module, { env: { memory: this.#memory } });
    const { scoreActions, probe, projectActions, update } = exports as KernelExports;
    // Exports of each instance have a shape of their own, which engines are slow with; here all share one.
    this.#code = { scoreActions, probe, projectActions, update };
  }

  /** Whether no kernel is cut from it. */
  get isEmpty(): boolean {
    return this.#blocks.isEmpty;
  }

  /** Cuts a kernel from the arena; null if there is no room for it. */
  cut(size: KernelSize): CutKernel | null {
    const byteLength = kernelByteLength(size);
    const block = this.#blocks.take(byteLength);
    if (block === null) return null;
    const { start, isUsed } = block;
    const { buffer } = this.#memory;
    // A kernel begins with zeros, whoever had the memory before.
    if (isUsed) new Float64Array(buffer, start, byteLength / 8).fill(0);
    return { arithmetic: wasmArithmetic(viewKernelMemory(size, buffer, start), this.#code), start };
  }

  /** Gives the memory of a kernel back; whoever still has the kernel must not use it any more. */
  giveBack(start: number, size: KernelSize): void {
    this.#blocks.give(start, kernelByteLength(size));
  }
}

function wasmArithmetic(memory: KernelMemory, code: KernelExports): KernelArithmetic {
  const { dimension } = memory;
  const stride = memory.stride * 8;
  const factor = memory.factor.byteOffset;
  const carries = memory.carries.byteOffset;
  const reciprocals = memory.reciprocals.byteOffset;
  const ends = memory.ends.byteOffset;
  const settled = memory.settled.byteOffset;
  const features = memory.features.byteOffset;
  const panel = memory.panel.byteOffset;
  const predictions = memory.predictions.byteOffset;
  const uncertainties = memory.uncertainties.byteOffset;
  const upperBounds = memory.upperBounds.byteOffset;
  const projections = memory.projections.byteOffset;
  const direction = memory.direction.byteOffset;
  const remainder = memory.remainder.byteOffset;
  const answers = memory.answers.byteOffset;
  return {
    memory,
    scoreActions: (actionCount, radius) =>
      code.scoreActions(
        factor,
        reciprocals,
        ends,
        features,
        panel,
        predictions,
        uncertainties,
        upperBounds,
        dimension,
        stride,
        actionCount,
        radius,
      ),
    probe: () =>
      code.probe(factor, reciprocals, ends, direction, remainder, answers, dimension, stride),
    projectActions: (actionCount) =>
      code.projectActions(features, direction, projections, dimension, actionCount),
    update: (reward, weight) =>
      code.update(
        factor,
        carries,
        reciprocals,
        ends,
        settled,
        direction,
        remainder,
        dimension,
        stride,
        reward,
        weight,
      ),
  };
}

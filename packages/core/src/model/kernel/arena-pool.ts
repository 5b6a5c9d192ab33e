/**
 * The arenas of one engine. A new one is made when no other has room; one that holds nothing any more is let go.
 *
 * Only the newest arena, and those in which something was given back, are known here: an arena whose kernels are
 * never given back is garbage together with the last of them.
 */
import { type KernelSize, kernelByteLength } from './kernel-memory.ts';
import type { CutKernel, WasmArena } from './wasm-arena.ts';

/** A kernel, and where its memory belongs. */
export interface PooledKernel extends CutKernel {
  readonly arena: WasmArena;
  readonly size: KernelSize;
}

export class ArenaPool {
  readonly #create: (byteLength: number) => WasmArena;
  readonly #withGaps = new Set<WasmArena>();
  #newest: WasmArena | null = null;

  constructor(create: (byteLength: number) => WasmArena) {
    this.#create = create;
  }

  cut(size: KernelSize): PooledKernel {
    for (const arena of this.#withGaps) {
      const kernel = arena.cut(size);
      if (kernel !== null) return { ...kernel, arena, size };
    }
    const kernel = this.#newest?.cut(size) ?? null;
    if (kernel !== null) return { ...kernel, arena: this.#newest!, size };
    this.#newest = this.#create(kernelByteLength(size));
    return { ...this.#newest.cut(size)!, arena: this.#newest, size };
  }

  giveBack({ arena, start, size }: PooledKernel): void {
    arena.giveBack(start, size);
    if (arena.isEmpty && arena !== this.#newest) this.#withGaps.delete(arena);
    else this.#withGaps.add(arena);
  }
}

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEngine } from './create-engine.ts';
import type { RidgeKernel } from './ridge-kernel.ts';
import { hostWebAssembly } from './web-assembly.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Replaces part of the host's WebAssembly until the test ends. */
function stubWebAssembly(changes: object): void {
  const { validate, Module, Memory, Instance } = hostWebAssembly()!;
  vi.stubGlobal('WebAssembly', { validate, Module, Memory, Instance, ...changes });
}

describe('the choice of an engine', () => {
  it('is WebAssembly without fused products where the host allows it', () => {
    expect(createEngine().kind).toBe('wasm');
  });

  it('is what was asked for', () => {
    for (const kind of ['typescript', 'wasm', 'wasm-fma'] as const) {
      expect(createEngine(kind).kind).toBe(kind);
    }
  });

  it('falls back to TypeScript silently without WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(createEngine().kind).toBe('typescript');
  });

  it('falls back to TypeScript silently where a content policy forbids compiling', () => {
    stubWebAssembly({
      Module: class {
        constructor() {
          throw new Error('Refused to compile WebAssembly');
        }
      },
    });
    expect(createEngine().kind).toBe('typescript');
  });

  it('falls back to TypeScript silently where SIMD is unknown', () => {
    stubWebAssembly({ validate: () => false });
    expect(createEngine().kind).toBe('typescript');
  });

  it('is refused by name where the host cannot run it', () => {
    stubWebAssembly({ validate: () => false });
    for (const kind of ['wasm', 'wasm-fma'] as const) {
      expect(() => createEngine(kind)).toThrow(/engine must be .*HR_ENGINE_UNAVAILABLE/);
    }
    expect(createEngine('typescript').kind).toBe('typescript');
  });
});

describe('a branch of an engine', () => {
  const SIZE = { dimension: 60, actionCapacity: 8 };

  /** Counts the memories that are made. */
  function countMemories(): () => number {
    let count = 0;
    const { Memory } = hostWebAssembly()!;
    stubWebAssembly({
      Memory: class extends Memory {
        constructor(limits: { initial: number; maximum: number }) {
          super(limits);
          count += 1;
        }
      },
    });
    return () => count;
  }

  /** Learns a little, and returns all that the kernel says then. */
  function play(kernel: RidgeKernel): number[] {
    kernel.features.forEach((_, i) => {
      kernel.features[i] = Math.sin(i);
    });
    kernel.direction.set(kernel.features.subarray(0, SIZE.dimension));
    kernel.update(3, 0.5);
    kernel.scoreActions(5, 0.7);
    return [...kernel.upperBounds, ...kernel.predictions, ...kernel.exportState()];
  }

  it('gives its memory back: any number of them, one after the other, need one arena', () => {
    const memories = countMemories();
    const engine = createEngine('wasm');
    for (let k = 0; k < 500; k++) {
      const branch = engine.branch();
      for (let i = 0; i < 3; i++) branch.createKernel(SIZE);
      branch.dispose();
      branch.dispose();
    }
    expect(memories()).toBe(1);
  });

  it('begins with zeros where others have been, and does not touch who is still there', () => {
    const engine = createEngine('wasm');
    const first = play(engine.createKernel(SIZE));
    const stays = engine.branch().createKernel(SIZE);
    play(stays);
    const state = stays.exportState();
    const goes = engine.branch();
    play(goes.createKernel(SIZE));
    goes.dispose();
    const next = engine.branch().createKernel(SIZE);
    expect([...next.features, ...next.predictions]).not.toContain(0.5);
    expect(next.features.every((one) => one === 0)).toBe(true);
    expect(play(next)).toEqual(first);
    expect(stays.exportState()).toEqual(state);
  });

  it('may live long beside others that come and go', () => {
    const memories = countMemories();
    const engine = createEngine('wasm');
    const branches = Array.from({ length: 40 }, () => engine.branch());
    for (let k = 0; k < 2000; k++) {
      const at = (k * 7) % branches.length;
      branches[at]!.dispose();
      branches[at] = engine.branch();
      branches[at]!.createKernel({ dimension: 20 + ((k * 13) % 100), actionCapacity: 3 });
    }
    // Forty kernels of at most 120 features are some 10 MB.
    expect(memories()).toBeLessThan(6);
  });
});

describe('the memory of an engine', () => {
  it.each(['typescript', 'wasm'] as const)('holds thousands of kernels apart (%s)', (kind) => {
    const engine = createEngine(kind);
    const kernels = Array.from({ length: 5000 }, (_, i) =>
      engine.createKernel({ dimension: 1 + (i % 7), actionCapacity: 1 + (i % 5) }),
    );
    kernels.forEach(mark);
    kernels.forEach((kernel, i) => {
      expectMark(kernel, i);
    });
  });

  it('needs few WebAssembly memories for thousands of kernels', () => {
    let memoryCount = 0;
    const Original = hostWebAssembly()!.Memory;
    stubWebAssembly({
      Memory: class extends Original {
        constructor(size: { initial: number; maximum: number }) {
          super(size);
          memoryCount++;
        }
      },
    });
    const engine = createEngine('wasm');
    for (let i = 0; i < 5000; i++) engine.createKernel({ dimension: 15, actionCapacity: 20 });
    expect(memoryCount).toBeLessThanOrEqual(20);
  });

  it('makes room for a kernel larger than an ordinary arena and goes on with small ones', () => {
    const engine = createEngine('wasm');
    const sizes = [1, 20_000, 1, 40_000, 2].map((actionCapacity) => ({
      dimension: 64,
      actionCapacity,
    }));
    const kernels = sizes.map((size) => engine.createKernel(size));
    kernels.forEach(mark);
    kernels.forEach((kernel, i) => {
      expect(kernel.features.length).toBe(64 * sizes[i]!.actionCapacity);
      expectMark(kernel, i);
    });
  });

  it('refuses sizes that are not whole or not positive', () => {
    const engine = createEngine();
    expect(() => engine.createKernel({ dimension: 0, actionCapacity: 1 })).toThrow(
      /dimension must/,
    );
    expect(() => engine.createKernel({ dimension: 2, actionCapacity: 1.5 })).toThrow(
      /actionCapacity must/,
    );
  });
});

/** Fills everything a caller may write, and learns, so that an overlap would show. */
function mark(kernel: RidgeKernel, index: number): void {
  kernel.reset(index + 1);
  kernel.features.fill(index + 0.5);
  kernel.direction.fill(1);
  kernel.update(index, 1);
  kernel.scoreActions(kernel.actionCapacity, 1);
}

function expectMark(kernel: RidgeKernel, index: number): void {
  const { dimension, actionCapacity } = kernel;
  const penalty = index + 1;
  const uncertainty = (index + 0.5) * Math.sqrt(dimension / (penalty + dimension));
  expect(kernel.features.length).toBe(dimension * actionCapacity);
  expect(kernel.features.every((value) => value === index + 0.5)).toBe(true);
  expect(kernel.direction.every((value) => value === 1)).toBe(true);
  for (const value of kernel.uncertainties) expect(value / uncertainty).toBeCloseTo(1, 12);
  kernel.scoreActions(actionCapacity, 1);
  for (const value of kernel.uncertainties) expect(value / uncertainty).toBeCloseTo(1, 12);
}

import type { KernelMemory } from './kernel-memory.ts';

/**
 * The four functions worth machine code, over the memory of one kernel.
 *
 * Two implementations compute the same bits: typescript-kernel.ts and kernel.assembly.ts.
 */
export interface KernelArithmetic {
  readonly memory: KernelMemory;
  /** Scores the first `actionCount` actions; returns the index of the largest upper bound. */
  scoreActions(actionCount: number, radius: number): number;
  /** Writes prediction and uncertainty along `direction` into `answers`. */
  probe(): void;
  /** Writes ψ · `direction` of the first `actionCount` actions into `projections`. */
  projectActions(actionCount: number): void;
  /** Learns `direction` and `reward`; returns 1 + weight · (uncertainty before)². */
  update(reward: number, weight: number): number;
}

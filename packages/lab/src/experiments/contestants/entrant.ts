/**
 * A contestant of an experiment, and what it is made from.
 */
import type { KernelEngine } from '@hedgerow/core';
import type { RandomSource } from '@hedgerow/core/research';
import type { Contestant } from '../../trials/contestant.ts';
import type { DrawnWorld, Environment } from '../create-world.ts';
import type { StrategyDefinition } from '../experiment.ts';

export interface Entrant {
  readonly contestant: Contestant;
  /** Whether θ* lies in the confidence set now; null if there is no set, or no θ*. */
  readonly coversTruth: (() => boolean) | null;
}

export interface EntrantInput extends DrawnWorld {
  readonly definition: StrategyDefinition;
  readonly environment: Environment;
  /** α, or null for a strategy without a gate. */
  readonly allowedShortfall: number | null;
  /** For the coin and other choices of the contestant. */
  readonly random: RandomSource;
  /** Shared by many trials, because starting one takes longer than a round. */
  readonly engine: KernelEngine;
}

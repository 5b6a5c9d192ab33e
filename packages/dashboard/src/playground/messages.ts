/**
 * What the page and the worker of the playground say to each other.
 */
import type { Configuration } from './configuration.ts';
import type { SimulationState } from './simulation.ts';

export type MessageToWorker =
  | {
      readonly kind: 'start';
      readonly configuration: Configuration;
      /** Wait after each step, so that a short run can be watched; 0 for none. */
      readonly pauseMs: number;
    }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' };

export type MessageFromWorker =
  | ({ readonly kind: 'progress' } & RunPoint)
  | { readonly kind: 'failed'; readonly reason: string };

/** What all trials had come to after a round. */
export interface RunPoint {
  readonly round: number;
  readonly state: SimulationState;
}

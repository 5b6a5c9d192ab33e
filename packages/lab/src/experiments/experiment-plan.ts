/**
 * What an experiment comes to before anything is run: its cells, and the rounds that are recorded.
 */
import { makesPromise } from '@hedgerow/core/research';
import type { Cell, EnvironmentDefinition, Experiment, StrategyDefinition } from './experiment.ts';

/** Curves have about so many points. */
const RECORDED_ROUND_COUNT = 100;

/** A cell with what it is made of. */
export interface PlannedCell extends Cell {
  readonly environmentDefinition: EnvironmentDefinition;
  readonly strategyDefinition: StrategyDefinition;
  /** α that slacks are judged by: the cell's own, or else the experiment's least, or else 0. */
  readonly judgedShortfall: number;
}

/** Returns all cells: environment by environment, strategy by strategy, α by α. */
export function planCells(experiment: Experiment): PlannedCell[] {
  const { environments, strategies, allowedShortfalls } = experiment;
  const strictest = allowedShortfalls.length === 0 ? 0 : Math.min(...allowedShortfalls);
  return environments.flatMap((environment) =>
    strategies.flatMap((strategy) => {
      const shortfalls = makesPromise(strategy) ? allowedShortfalls : [null];
      return shortfalls.map((allowedShortfall) => ({
        environment: environment.id,
        strategy: strategy.id,
        allowedShortfall,
        environmentDefinition: environment,
        strategyDefinition: strategy,
        judgedShortfall: allowedShortfall ?? strictest,
      }));
    }),
  );
}

/** Returns the rounds at which curves are recorded, evenly spaced; the last is the last round. */
export function recordedRounds(roundCount: number): number[] {
  const count = Math.min(roundCount, RECORDED_ROUND_COUNT);
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * roundCount) / count));
}

/** Writes a cell for people: "berkson × hedge × 0.1". */
export function cellName({ environment, strategy, allowedShortfall }: Cell): string {
  const parts = [environment, strategy];
  if (allowedShortfall !== null) parts.push(String(allowedShortfall));
  return parts.join(' × ');
}

/**
 * What an experiment comes to before anything is run: its cells, and the rounds that are recorded.
 */
import { promises } from '../trials/sight.ts';
import type {
  Cell,
  EnvironmentDefinition,
  Experiment,
  StrategyDefinition,
  StrategyPair,
} from './experiment.ts';
import { RecordLayout } from './trial-record.ts';

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
      const shortfalls = shortfallsOf(strategy, experiment) ?? [strictest];
      return shortfalls.map((judgedShortfall) => ({
        environment: environment.id,
        strategy: strategy.id,
        allowedShortfall: promises(strategy) ? judgedShortfall : null,
        environmentDefinition: environment,
        strategyDefinition: strategy,
        judgedShortfall,
      }));
    }),
  );
}

/** Returns every α that a strategy is run at or judged by; null if it is the same at all of them. */
function shortfallsOf(
  strategy: StrategyDefinition,
  { allowedShortfalls }: Experiment,
): readonly number[] | null {
  if (strategy.allowedShortfall !== undefined) return [strategy.allowedShortfall];
  return promises(strategy) ? allowedShortfalls : null;
}

/** Two cells that met the same worlds, and the α at which they are compared. */
export interface ComparedCells extends StrategyPair {
  readonly environment: string;
  /** Null if neither has a gate. */
  readonly allowedShortfall: number | null;
  /** Places of the two cells in the plan. */
  readonly places: readonly [number, number];
}

/** Returns the comparisons that an experiment asks for: pair by pair, in the order of the first's cells. */
export function planDifferences(experiment: Experiment): ComparedCells[] {
  const cells = planCells(experiment);
  return (experiment.differences ?? []).flatMap(({ strategy, minus }) =>
    cells.flatMap((first, place) => {
      if (first.strategy !== strategy) return [];
      return cells.flatMap((second, other) => {
        if (second.strategy !== minus || !areComparable(first, second, experiment)) return [];
        const { environment } = first;
        const allowedShortfall = first.allowedShortfall ?? second.allowedShortfall;
        return [
          { strategy, minus, environment, allowedShortfall, places: [place, other] as const },
        ];
      });
    }),
  );
}

/** A cell that is the same at every α goes with all of the other's. */
function areComparable(first: PlannedCell, second: PlannedCell, experiment: Experiment): boolean {
  const isSameAtAll = ({ strategyDefinition }: PlannedCell) =>
    shortfallsOf(strategyDefinition, experiment) === null;
  return (
    first.environment === second.environment &&
    (isSameAtAll(first) || isSameAtAll(second) || first.judgedShortfall === second.judgedShortfall)
  );
}

/** Returns the rounds at which curves are recorded, evenly spaced; the last is the last round. */
export function recordedRounds(roundCount: number): number[] {
  const count = Math.min(roundCount, RECORDED_ROUND_COUNT);
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * roundCount) / count));
}

/** Returns how the rows of an experiment's trials are laid out. */
export function layoutOf({ rounds, measures = [] }: Experiment): RecordLayout {
  return new RecordLayout(recordedRounds(rounds).length, measures.length);
}

/** Writes a cell for people: "berkson × hedge × 0.1". */
export function cellName({ environment, strategy, allowedShortfall }: Cell): string {
  const parts = [environment, strategy];
  if (allowedShortfall !== null) parts.push(String(allowedShortfall));
  return parts.join(' × ');
}

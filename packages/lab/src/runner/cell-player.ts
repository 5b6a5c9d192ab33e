/**
 * Plays trials of an experiment and writes their rows. A trial depends on the seed, its cell and its
 * number alone: not on who plays it, nor on what was played before.
 */
import { createEngine, type EngineBranch } from '@hedgerow/core';
import { createLearner, type Learner, type RandomSource } from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import type { EnvironmentDefinition, Experiment } from '../experiments/experiment.ts';
import {
  layoutOf,
  type PlannedCell,
  planCells,
  recordedRounds,
} from '../experiments/experiment-plan.ts';
import type { RecordLayout } from '../experiments/trial-record.ts';
import { createRival } from '../rivals/create-rival.ts';
import { isOfCore, isRival } from '../rivals/rival-definition.ts';
import { coversTruth } from '../trials/coverage.ts';
import type { Environment } from '../trials/environment.ts';
import { playRounds } from '../trials/play-rounds.ts';
import { promiseOf, sightOf } from '../trials/sight.ts';
import { mapTrials, type TrialStreams } from '../trials/trial-streams.ts';
import { NOTHING_OWN, type OwnThings } from './own-things.ts';
import { TrialRecorder } from './trial-recorder.ts';

export class CellPlayer {
  readonly experiment: Experiment;
  readonly cells: readonly PlannedCell[];
  readonly layout: RecordLayout;
  readonly #recordedRounds: readonly number[];
  /** Lends its memory to one trial after the other. */
  readonly #engine: EngineBranch = createEngine().branch();
  readonly #own: OwnThings;
  /** Some take longer to make than a trial to play. */
  readonly #environments: Map<EnvironmentDefinition, Environment> = new Map();

  constructor(experiment: Experiment, own: OwnThings = NOTHING_OWN) {
    this.#own = own;
    this.experiment = experiment;
    this.cells = planCells(experiment);
    this.#recordedRounds = recordedRounds(experiment.rounds);
    this.layout = layoutOf(experiment);
  }

  /** Plays a trial, counted from 0, to its end and writes its row in the table of its cell. */
  play(cellIndex: number, trial: number, table: Float64Array): void {
    const row = this.layout.row(table, trial);
    const range = { seed: this.experiment.seed, firstTrial: trial, trialCount: 1 };
    try {
      mapTrials(range, (streams) => this.#playWith(streams, this.cells[cellIndex]!, row));
    } finally {
      this.#engine.dispose();
    }
  }

  #playWith(streams: TrialStreams, cell: PlannedCell, row: Float64Array): void {
    const definition = cell.strategyDefinition;
    const environment = this.#environmentOf(cell.environmentDefinition);
    const { world, trueWeights } = environment.draw(streams.world);
    const learner = this.#learnerFor(cell, world, environment, streams.learner.asSource());
    const measures = this.#own.measures(this.experiment);
    const recorder = new TrialRecorder({
      layout: this.layout,
      row,
      judgedShortfall: cell.judgedShortfall,
      promise: promiseOf(definition),
      window: definition.window,
      recordedRounds: this.#recordedRounds,
      belief: () => ({
        isCovered: coversTruth(learner, trueWeights),
        claim: learner.provedSlack(),
      }),
    });
    playRounds({
      world,
      learner,
      roundCount: this.experiment.rounds,
      sight: sightOf(definition),
      teller: environment,
      listeners: [recorder, ...measures],
    });
    recorder.finish(learner.provedSlack());
    for (const [index, measure] of measures.entries()) {
      row[this.layout.ownIndex(index)] = measure.value();
    }
  }

  #learnerFor(
    { strategyDefinition, allowedShortfall }: PlannedCell,
    { dimension, actionCount, forecast }: World,
    { declarations }: Environment,
    random: RandomSource,
  ): Learner {
    const engine = this.#engine;
    const declared = { ...declarations, dimension, actionCount, coin: random, random, engine };
    const definition = {
      ...strategyDefinition,
      // Some have a shortfall of their own without a promise that could be judged.
      allowedShortfall: allowedShortfall ?? strategyDefinition.allowedShortfall ?? null,
    };
    if (isOfCore(definition)) return createLearner(definition, declared);
    const known = { ...declared, roundCount: this.experiment.rounds, forecast };
    return isRival(definition)
      ? createRival(definition, known)
      : this.#own.learner(definition, known);
  }

  #environmentOf(definition: EnvironmentDefinition): Environment {
    const known = this.#environments.get(definition) ?? this.#own.environment(definition);
    this.#environments.set(definition, known);
    return known;
  }
}

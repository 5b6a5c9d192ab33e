/**
 * Strategies, worlds, feature maps and measures of one's own, from ES modules that an experiment file names. The default
 * export of each is a function:
 *
 *     strategy      (declared, options) → a Learner, or as little as { choose(round), learn(play, reward) }
 *     environment   (options) → { declarations, draw(random) → { world, trueWeights } }
 *     features      (actions, options) → a FeatureMap of the core; its context is what the world forecasts
 *     measure       (options) → { decided(world, play), value() }
 *
 * They are imported in every worker, and tried on a few rounds before anything is run: what breaks a contract is told with
 * the module's name, and not after an hour. A module is somebody's program, and runs as such: use those you trust.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FeatureMap, HedgerowError } from '@hedgerow/core';
import type { Learner } from '@hedgerow/core/research';
import { isShowing, MappedWorld } from '../environments/mapped-world.ts';
import type { World } from '../environments/world.ts';
import { createEnvironment } from '../experiments/create-world.ts';
import type {
  EnvironmentDefinition,
  Experiment,
  OwnModule,
  StrategyDefinition,
} from '../experiments/experiment.ts';
import type { RoundPlay } from '../measures/run-measures.ts';
import type { RivalDeclarations } from '../rivals/create-rival.ts';
import { type RivalRule, rivalLearner } from '../rivals/rival-learner.ts';
import type { Environment } from '../trials/environment.ts';
import { checkOwnEnvironment, checkOwnLearner, checkOwnMeasure } from './own-contracts.ts';

/** A measure of one trial. */
export interface OwnMeasure {
  /** After every decision, before the reward is told. */
  decided(world: World, play: RoundPlay): void;
  /** What the trial came to; a finite number. */
  value(): number;
}

/** A strategy with the α that it is played at. */
export type OwnStrategy = Omit<StrategyDefinition, 'allowedShortfall'> & {
  readonly allowedShortfall?: number | null | undefined;
};

/** What an experiment has of its own, loaded. */
export interface OwnThings {
  environment(definition: EnvironmentDefinition): Environment;
  learner(definition: OwnStrategy, declared: RivalDeclarations): Learner;
  /** Fresh ones, for one trial. */
  measures(experiment: Experiment): OwnMeasure[];
}

/** For experiments that name no module. */
export const NOTHING_OWN: OwnThings = {
  environment: createEnvironment,
  learner: ({ module = '' }) => {
    throw notLoaded(module);
  },
  measures: ({ measures = [] }) => {
    if (measures.length > 0) throw notLoaded(measures[0]!.module);
    return [];
  },
};

type Made = (...given: unknown[]) => unknown;

/** Imports every module that the experiment names and tries what it makes. */
export async function loadOwnThings(
  experiment: Experiment,
  folder: string = process.cwd(),
): Promise<OwnThings> {
  const named = modulesOf(experiment);
  if (named.length === 0) return NOTHING_OWN;
  const makers = new Map<string, Made>();
  for (const { module } of named) makers.set(module, await importMaker(module, folder));
  const own = ownThings(makers);
  for (const environment of experiment.environments) {
    checkOwnEnvironment(environment.id, own.environment(environment));
  }
  for (const strategy of experiment.strategies) {
    if (strategy.kind === 'own') checkOwnLearner(strategy, own);
  }
  if (experiment.measures !== undefined) checkOwnMeasure(experiment, own);
  return own;
}

function modulesOf({ environments, strategies, measures = [] }: Experiment): OwnModule[] {
  const named = [...environments, ...strategies, ...measures].flatMap((definition) => [
    ...('module' in definition && definition.module !== undefined ? [definition as OwnModule] : []),
    ...('features' in definition && definition.features !== undefined ? [definition.features] : []),
  ]);
  return named as OwnModule[];
}

function ownThings(makers: ReadonlyMap<string, Made>): OwnThings {
  const make = ({ module, options = {} }: OwnModule, ...given: unknown[]) =>
    makers.get(module)!(...given, options);
  return {
    environment: (definition) => {
      if (definition.kind === 'own') return make(definition) as Environment;
      const environment = createEnvironment(definition);
      const features = 'features' in definition ? definition.features : undefined;
      if (features === undefined) return environment;
      return withFeatures(environment, (actions) => make(features, actions) as FeatureMap);
    },
    learner: (definition, declared) => {
      const made = make(definition as OwnModule, { ...definition, ...declared });
      return isRule(made) ? rivalLearner(declared, made) : (made as Learner);
    },
    measures: ({ measures = [] }) => measures.map((measure) => make(measure) as OwnMeasure),
  };
}

function isRule(made: unknown): made is RivalRule {
  return typeof made === 'object' && made !== null && 'choose' in made;
}

/** The same worlds seen through another map. */
function withFeatures(
  environment: Environment,
  mapOf: (actions: readonly (readonly number[])[]) => FeatureMap,
): Environment {
  return {
    ...environment,
    draw: (random) => {
      const { world } = environment.draw(random);
      if (!isShowing(world))
        throw new Error('Only worlds that show forecasts have other features.');
      return { world: new MappedWorld(world, mapOf), trueWeights: null };
    },
  };
}

async function importMaker(module: string, folder: string): Promise<Made> {
  const file = path.resolve(folder, module);
  let found: { default?: unknown };
  try {
    found = (await import(pathToFileURL(file).href)) as { default?: unknown };
  } catch (cause) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${module} must be an ES module that can be imported`,
      received: String(cause),
      remedy:
        'Paths begin at the folder of the experiment file; of TypeScript only types may be left out.',
    });
  }
  if (typeof found.default === 'function') return found.default as Made;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: `${module} must export a function as default`,
    received: typeof found.default,
  });
}

function notLoaded(module: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: `the module ${module} must be loaded before the experiment is played`,
    received: 'not loaded',
    remedy: 'Run the experiment with runExperiment or hedgerow run.',
  });
}

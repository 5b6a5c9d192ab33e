/**
 * Reads an experiment from YAML or JSON, checks everything, and fills in the defaults.
 *
 * JSON is read as YAML, of which it is a part. Nothing is computed and nothing is written before the
 * whole file has been found good.
 */

import { HedgerowError } from '@hedgerow/core';
import { parseDocument } from 'yaml';
import { promises } from '../trials/sight.ts';
import type { Experiment, LoggedRound, StrategyDefinition } from './experiment.ts';
import { EXPERIMENT_FORMAT, experimentSchema } from './experiment-schema.ts';
import { faultyField, fieldError } from './field-errors.ts';

/** Returns the checked experiment, or throws a HedgerowError that names the field at fault. */
export function parseExperiment(text: string): Experiment {
  return checkExperiment(parseText(text));
}

/** The same for data that have been read already. */
export function checkExperiment(data: unknown): Experiment {
  const parsed = experimentSchema.safeParse(data);
  if (!parsed.success) throw faultyField(parsed.error.issues[0]!, EXPERIMENT_FORMAT);
  const experiment = parsed.data;
  requireUniqueIds('environments', experiment.environments);
  requireUniqueIds('strategies', experiment.strategies);
  requireShortfalls(experiment);
  requireRanks(experiment);
  requireLogs(experiment);
  requireObservable(experiment);
  requireFitting(experiment);
  requirePairs(experiment);
  return experiment;
}

function parseText(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault === undefined) return document.toJS();
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'an experiment must be YAML or JSON',
    received: `not: ${fault.message.split('\n')[0]!.replace(/:$/, '')}`,
  });
}

function requireUniqueIds(field: string, definitions: readonly { readonly id: string }[]): void {
  const places = new Map<string, number>();
  definitions.forEach(({ id }, place) => {
    const earlier = places.get(id);
    if (earlier !== undefined) {
      throw fieldError({
        path: [field, place, 'id'],
        rule: 'must be an id of its own',
        received: `"${id}", like ${field}[${earlier}].id`,
      });
    }
    places.set(id, place);
  });
}

function requireShortfalls({ strategies, allowedShortfalls }: Experiment): void {
  allowedShortfalls.forEach((shortfall, place) => {
    if (allowedShortfalls.indexOf(shortfall) === place) return;
    throw fieldError({
      path: ['allowedShortfalls', place],
      rule: 'must be a number that is not in the list yet',
      received: String(shortfall),
    });
  });
  const gated = strategies.find(
    (strategy) => promises(strategy) && strategy.allowedShortfall === undefined,
  );
  if (gated === undefined || allowedShortfalls.length > 0) return;
  throw fieldError({
    path: ['allowedShortfalls'],
    rule: `must hold at least one number, because the strategy "${gated.id}" makes a promise`,
    received: 'empty',
  });
}

function requireRanks({ environments }: Experiment): void {
  environments.forEach((environment, place) => {
    if (environment.kind !== 'synthetic') return;
    const { baselineRank, actionCount } = environment;
    if (baselineRank <= actionCount) return;
    throw fieldError({
      path: ['environments', place, 'baselineRank'],
      rule: `must be at most ${actionCount}, the number of actions`,
      received: String(baselineRank),
    });
  });
}

/** A log is named by file or given whole, and its rounds are all of one shape. */
function requireLogs({ environments }: Experiment): void {
  environments.forEach((environment, place) => {
    if (environment.kind !== 'log') return;
    const { file, rounds } = environment;
    if ((file === undefined) === (rounds === undefined)) {
      throw fieldError({
        path: ['environments', place],
        rule: 'must have either a file or rounds',
        received: file === undefined ? 'neither' : 'both',
      });
    }
    requireOneShape(rounds ?? [], place);
  });
}

function requireOneShape(rounds: readonly LoggedRound[], place: number): void {
  const [first] = rounds;
  rounds.forEach(({ expectedFeatures, rewards, baseline }, index) => {
    const actionCount = first!.expectedFeatures.length;
    const dimension = first!.expectedFeatures[0]!.length;
    const isFitting =
      expectedFeatures.length === actionCount &&
      rewards.length === actionCount &&
      expectedFeatures.every((features) => features.length === dimension) &&
      baseline.action < actionCount;
    if (isFitting) return;
    throw fieldError({
      path: ['environments', place, 'rounds', index],
      rule: `must have ${actionCount} actions with ${dimension} features each, rewards for all, and one of them as baseline`,
      received: 'of another shape',
    });
  });
}

/**
 * A promise about observed rewards rests on a floor under them, which normal noise does not have, and
 * is about what the baseline would have been seen to earn, which only the coin measures.
 */
function requireObservable({ environments, strategies }: Experiment): void {
  const noisy = environments.find(
    (environment) =>
      environment.kind === 'bilinear' ||
      (environment.kind === 'synthetic' && environment.rewardCeiling === undefined),
  );
  strategies.forEach(({ promise, baselineReward }, place) => {
    if (promise !== 'observed') return;
    const obstacle =
      noisy === undefined
        ? 'where the baseline reward is known'
        : `in the environment "${noisy.id}", where nothing bounds observed rewards from below`;
    if (noisy === undefined && baselineReward === 'unknown') return;
    throw fieldError({
      path: ['strategies', place, 'promise'],
      rule: `must be "expected" or "played" ${obstacle}`,
      received: '"observed"',
    });
  });
}

/** A window needs a declared baseline, and an expected promise to be looked at after it. */
function requireFitting({ strategies }: Experiment): void {
  const isUnfit = ({ gate, window, baselineReward, promise }: StrategyDefinition) =>
    window !== undefined &&
    (gate === 'none' || baselineReward !== 'known' || promise !== 'expected');
  strategies.forEach((strategy, place) => {
    if (!isUnfit(strategy)) return;
    throw fieldError({
      path: ['strategies', place, 'window'],
      rule: 'must be left out unless the strategy has a gate, a known baseline reward and an expected promise',
      received: String(strategy.window),
    });
  });
}

function requirePairs({ strategies, differences = [] }: Experiment): void {
  differences.forEach((pair, place) => {
    for (const field of ['strategy', 'minus'] as const) {
      if (strategies.some(({ id }) => id === pair[field])) continue;
      throw fieldError({
        path: ['differences', place, field],
        rule: 'must be the id of a strategy',
        received: `"${pair[field]}"`,
      });
    }
  });
}

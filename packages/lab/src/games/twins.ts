/**
 * Twins: two ways of telling the same, after which a policy must be the same. Asking, loading, refused
 * calls, the order of arrival, confirming early or late: none may leave a trace.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Step } from './histories.ts';

const PRIOR = {
  weights: [0.25, 0.25, 0.25, 0.25],
  precision: [1e20, 1e20, 1e20, 1e20],
  noiseVariance: 1,
  seasonVariance: [0, 0, 0, 0],
};

const NUMBER: PolicyDefinition = {
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: 0.5 },
  context: {},
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.5,
  reserve: 2,
  failureProbability: 0.2,
  execution: 'confirm',
  prior: PRIOR,
};

/** Definitions that twins are told in: every promise, and every option of the books. */
export const TWIN_DEFINITIONS: Readonly<Record<string, PolicyDefinition>> = {
  number: NUMBER,
  interval: { ...NUMBER, baseline: { action: 'b', reward: { min: 0.4, max: 0.6 } } },
  log: {
    ...NUMBER,
    baseline: { action: 'b', log: { rewards: [0.5, 0.6, 0.4, 0.5], link: 'same-mean' } },
  },
  'hold-out, policy': { ...NUMBER, baseline: { action: 'b' } },
  'hold-out, played': { ...NUMBER, baseline: { action: 'b', coin: 'played' } },
  'hold-out, observed': { ...NUMBER, baseline: { action: 'b' }, promise: 'observed' },
  observed: { ...NUMBER, promise: 'observed' },
  'loss a round': absolute({ allowedLossPerRound: 0.1 }),
  noise: { ...NUMBER, reward: { min: 0, max: 1, noiseScale: 0.1 } },
  deviation: { ...NUMBER, reward: { min: 0, max: 1, deviationScale: 0.2 } },
  floors: { ...NUMBER, reward: { min: 0, max: 1, floors: { x: 0.2 } } },
  'limited savings': { ...NUMBER, budgetMax: 3 },
  'every five': { ...NUMBER, period: 5 },
  exploration: { ...NUMBER, exploration: { share: 0.1 } },
  memory: { ...withoutPrior(), memory: { halfLife: 20, unit: 'rewards' } },
  sizes: { ...NUMBER, size: { typical: 2 } },
  'trusted weights': { ...NUMBER, baseline: { action: 'b', reward: 0.5, weightNormBound: 2 } },
};

function absolute(more: Partial<PolicyDefinition>): PolicyDefinition {
  const { allowedShortfall: _relative, ...rest } = NUMBER;
  return { ...rest, ...more };
}

function withoutPrior(): PolicyDefinition {
  const { prior: _prior, ...rest } = NUMBER;
  return rest;
}

/** Decisions of which the last three are told in the way of a twin. */
export interface Telling {
  readonly name: string;
  readonly steps: (rewards: readonly number[], first: number) => readonly Step[];
}

const decisions = (count: number): Step[] =>
  Array.from({ length: count }, () => ({ kind: 'decide' }));
const tellings = (rewards: readonly number[], first: number): Step[] =>
  rewards.map((reward, i) => ({ kind: 'tell', decision: first + i, reward }));

/** All three decisions, then their rewards in order. */
export const PLAIN: Telling = {
  name: 'plain',
  steps: (rewards, first) => [...decisions(rewards.length), ...tellings(rewards, first)],
};

export const TELLINGS: readonly Telling[] = [
  {
    name: 'asked before',
    steps: (rewards, first) => [
      { kind: 'preview' },
      ...decisions(rewards.length),
      { kind: 'preview' },
      ...tellings(rewards, first),
      { kind: 'preview' },
    ],
  },
  {
    name: 'loaded between',
    steps: (rewards, first) => [
      ...decisions(rewards.length),
      { kind: 'load' },
      ...tellings(rewards, first).flatMap((step): Step[] => [step, { kind: 'load' }]),
    ],
  },
  {
    name: 'with refused calls',
    steps: (rewards, first) => [
      ...decisions(rewards.length),
      { kind: 'refused' },
      ...tellings(rewards, first),
    ],
  },
  {
    name: 'said once more, otherwise, or taken back',
    steps: (rewards, first) => [
      ...decisions(rewards.length),
      ...rewards.flatMap((reward, i): Step[] => [
        { kind: 'tell', decision: first + i, reward },
        { kind: 'repeat', decision: first + i, reward },
      ]),
    ],
  },
  {
    name: 'in another order',
    steps: (rewards, first) => [
      ...decisions(rewards.length),
      ...tellings(rewards, first).reverse(),
    ],
  },
  {
    name: 'confirmed before',
    steps: (rewards, first) => [
      ...decisions(rewards.length),
      ...rewards.map((_reward, i): Step => ({ kind: 'confirm', decision: first + i })),
      ...tellings(rewards, first),
    ],
  },
  {
    name: 'typed wrong and corrected',
    steps: (rewards, first) => [
      ...decisions(rewards.length),
      ...tellings(
        rewards.map((reward) => 1 - reward),
        first,
      ),
      ...rewards.map((reward, i): Step => ({ kind: 'correct', decision: first + i, reward })),
    ],
  },
];

/**
 * Proposers: which action we would like to play. None of them affects safety.
 */

export { callerProposal } from './caller-proposal.ts';
export {
  curiousProposer,
  type PosteriorInput,
  posteriorVariance,
  type RewardBeliefs,
} from './curious-proposer.ts';
export type { ExplorationRule } from './exploration-rule.ts';
export { greedyProposer } from './greedy-proposer.ts';
export { optimisticProposer } from './optimistic-proposer.ts';
export { type OptimismOptions, proposeOptimistic } from './propose-optimistic.ts';
export type { Proposer } from './proposer.ts';
export {
  sampleWeights,
  type ThompsonProposerOptions,
  thompsonProposer,
} from './thompson-proposer.ts';

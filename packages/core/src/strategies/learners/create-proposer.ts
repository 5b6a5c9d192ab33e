/**
 * Makes the proposer of a hedge learner from its definition and what the learner believes.
 */
import { uniformAt } from '../../base/counter-random.ts';
import type { RandomSource } from '../../base/random-source.ts';
import { curiousProposer, type RewardBeliefs } from '../../proposal/curious-proposer.ts';
import { greedyProposer } from '../../proposal/greedy-proposer.ts';
import type { Proposer } from '../../proposal/proposer.ts';
import { thompsonProposer } from '../../proposal/thompson-proposer.ts';
import { BOLDNESS } from './hedge/hedge-defaults.ts';
import type { ProposerDefinition } from './learner-definition.ts';

/** Draws for one round, which begin anew with every observation. */
export type RoundDraws = (observationCount: number) => RandomSource;

/** Returns the proposer; `draws` are asked for only by one that draws. */
export function createProposer(
  { kind, boldness = BOLDNESS }: ProposerDefinition,
  beliefs: RewardBeliefs,
  draws: RoundDraws,
): Proposer {
  switch (kind) {
    case 'optimistic':
      return curiousProposer(beliefs, boldness);
    case 'greedy':
      return greedyProposer();
    case 'thompson': {
      const curious = curiousProposer(beliefs, boldness);
      return {
        name: 'thompson',
        propose(model, actionCount) {
          // What actions may pay is asked for by others, too: without this it would be left from before.
          curious.propose(model, actionCount);
          const random = draws(model.observationCount);
          const spread = () => boldness * largerDeviation(beliefs);
          return thompsonProposer({ random, spread }).propose(model, actionCount);
        },
      };
    }
  }
}

/** Draws are spread by whichever is larger, so that untried actions are tried. */
function largerDeviation(beliefs: RewardBeliefs): number {
  return Math.sqrt(Math.max(beliefs.noiseVariance(), beliefs.surpriseVariance()));
}

/**
 * Draws that survive a snapshot are numbers by position: the position starts anew in every round. They
 * are no secret, and no coin comes from their seed.
 */
export function drawsFromSeed(seed: bigint): RoundDraws {
  return (observationCount) => {
    let position = (observationCount + 1) * DRAWS_APART;
    return () => uniformAt(seed, position++);
  };
}

/** Room for the draws of one round. */
const DRAWS_APART = 2 ** 24;

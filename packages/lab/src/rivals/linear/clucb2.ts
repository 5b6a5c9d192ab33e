/**
 * CLUCB2 (Garcelon, Ghavamzadeh, Lazaric and Pirotta, AAAI 2020): the learner's rounds count with the
 * rewards that were seen, less a martingale term, and only the candidate with its lower bound.
 *
 * Not the algorithm of the same name for an unknown baseline. The published term is of Freedman's kind; as
 * we read it, ours is the union over the number of rounds, ε(m) = R √(2 m ln(π² m² / (3 δ))). The gate may
 * believe in another noise than the chooser: with hidden contexts the declared one is far too small.
 */
import type { RivalChoice, RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, type RadiusForm, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface Clucb2Options extends RivalRidgeOptions {
  readonly allowedShortfall: number;
  readonly failureProbability: number;
  readonly noiseScale: number;
  /** The noise that the gate believes in; the chooser's if absent. */
  readonly gateNoiseScale?: number | undefined;
  readonly form: RadiusForm;
}

/** What the seen rewards of m rounds may exceed their expectations by. */
export function martingaleTerm(
  noiseScale: number,
  rounds: number,
  failureProbability: number,
): number {
  if (rounds === 0) return 0;
  const ways = (Math.PI ** 2 * rounds ** 2) / (3 * failureProbability);
  return noiseScale * Math.sqrt(2 * rounds * Math.log(ways));
}

export function clucb2(options: Clucb2Options): RivalRule {
  const { allowedShortfall, failureProbability, noiseScale, form } = options;
  const { gateNoiseScale = noiseScale } = options;
  const ridge = new RivalRidge(options);
  const half = failureProbability / 2;
  const chooser = ridge.setFor({ noiseScale, failureProbability: half, form });
  const gate = ridge.setFor({ noiseScale: gateNoiseScale, failureProbability: half, form });
  let rounds = 0;
  let seenTotal = 0;
  return {
    hasGate: true,
    confidenceSet: chooser,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round: RivalRound): RivalChoice {
      const { actionCount, baselineAction, baselineReward, baselineTotal } = round;
      const { predictions, widths } = ridge.score(round);
      const radius = chooser.radius(ridge.model);
      const gateRadius = gate.radius(ridge.model);
      const proved = Math.max(
        0,
        seenTotal - martingaleTerm(gateNoiseScale, rounds, failureProbability),
      );
      const needed = (1 - allowedShortfall) * baselineTotal - round.baselinePlayedTotal - proved;
      const upper = (action: number) => predictions[action]! + radius * widths[action]!;
      const action = bestOf(
        actionCount,
        upper,
        (x) => Math.max(0, predictions[x]! - gateRadius * widths[x]!) >= needed,
      );
      const mayPlay = action >= 0 && upper(action) >= baselineReward;
      return mayPlay
        ? { action, chosenBy: 'learner' }
        : { action: baselineAction, chosenBy: 'baseline' };
    },
    learn({ chosenBy, features }, reward) {
      if (chosenBy === 'baseline') return;
      ridge.model.learn(features, reward, 1);
      rounds += 1;
      seenTotal += reward;
    },
  };
}

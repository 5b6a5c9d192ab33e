/**
 * Two models apart: the level from the check, and, once both are known, the difference between the try
 * and the check beside it, in the same weather, so that a good year does not look like a good action.
 * What is told again or corrected replaces what was learnt before.
 */
import { Beliefs, type BeliefsOptions, type BeliefsPrior } from '../hedge/beliefs.ts';
import { checkReward, tryReward } from './measured-parts.ts';
import type { PartsModel, PartsModelState } from './parts-model.ts';
import type { Learnt, SplitTicket } from './split-ticket.ts';

export class ApartModel implements PartsModel {
  readonly differences: Beliefs;
  readonly #levels: Beliefs;

  constructor(options: BeliefsOptions) {
    this.differences = new Beliefs({ ...options, rewardOffset: 0, hasIntercept: false });
    this.#levels = new Beliefs({ ...options, actionCount: 1, hasIntercept: false });
  }

  get offset(): number {
    return this.#levels.rewardOffset;
  }

  predictLevel(features: ArrayLike<number>): number {
    return this.#levels.predict(features).prediction;
  }

  enter(): void {}

  leave(): void {}

  putAway(): void {}

  learn(ticket: SplitTicket): void {
    const check = checkReward(ticket);
    const tried = tryReward(ticket);
    if (check === null) return;
    ticket.checkLearnt = learnt(this.#levels, ticket.baselineFeatures, check, ticket.checkLearnt);
    if (tried === null || ticket.differenceFeatures === null) return;
    const { differenceFeatures, tryLearnt } = ticket;
    ticket.tryLearnt = learnt(this.differences, differenceFeatures, tried - check, tryLearnt);
  }

  imagine(differenceFeatures: Float64Array): void {
    this.differences.imagine(differenceFeatures);
  }

  passSeason(): void {
    this.differences.passSeason();
    this.#levels.passSeason();
  }

  asPrior(): BeliefsPrior {
    return { ...this.differences.asPrior(), offset: this.#levels.asPrior().offset };
  }

  exportNumbers(): PartsModelState {
    return { differences: this.differences.exportState(), levels: this.#levels.exportState() };
  }

  importNumbers({ differences, levels }: PartsModelState): void {
    this.differences.importState(differences);
    this.#levels.importState(levels!);
  }
}

function learnt(
  beliefs: Beliefs,
  features: Float64Array,
  value: number,
  before: Learnt | undefined,
): Learnt {
  if (before === undefined) return { value, age: beliefs.learn(features, value) };
  if (value !== before.value) {
    beliefs.revise(features, { before: before.value, after: value }, before.age);
  }
  return { value, age: before.age };
}

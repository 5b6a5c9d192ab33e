/**
 * One model for levels and differences, where a prior says how weights stray from season to season.
 *
 * Try and check of a decision, and all blocks of one field, share how that season strays there; each
 * part that is measured is learnt less what the parts before it tell of it (model/straying-rows.ts). A
 * good year so moves the level a little and the difference not at all; a check that comes alone is a
 * level, and one that comes later makes a difference of the try. A correction changes its own row and
 * what was taken off the rows after it.
 */
import { freshRow, type Straying } from '../../../model/straying-rows.ts';
import { Beliefs, type BeliefsOptions, type BeliefsPrior } from '../hedge/beliefs.ts';
import { checkReward, tryReward } from './measured-parts.ts';
import type { PartsModel, PartsModelState } from './parts-model.ts';
import type { Learnt, SplitTicket } from './split-ticket.ts';

/** A part that was learnt. */
interface LearntRow {
  readonly features: Float64Array;
  readonly learnt: Learnt;
}

export class JointModel implements PartsModel {
  readonly differences: Beliefs;
  readonly offset: number;
  readonly #straying: Straying;
  /** Decisions that are kept, by the first decision of their field and season. */
  readonly #places = new Map<number, SplitTicket[]>();

  constructor(options: BeliefsOptions, straying: Straying) {
    this.differences = new Beliefs({ ...options, rewardOffset: 0, hasIntercept: false });
    this.offset = options.rewardOffset;
    this.#straying = straying;
  }

  predictLevel(features: ArrayLike<number>): number {
    return this.offset + this.differences.predict(features).prediction;
  }

  enter(ticket: SplitTicket): void {
    const neighbours = this.#places.get(ticket.place);
    if (neighbours === undefined) this.#places.set(ticket.place, [ticket]);
    else neighbours.push(ticket);
  }

  /** What comes later of its neighbours could not be told apart from what was learnt of it: it is left. */
  leave(ticket: SplitTicket): void {
    const left = this.#places.get(ticket.place)!.filter((other) => other !== ticket);
    for (const neighbour of left) neighbour.isLearntOut = true;
    if (left.length > 0) this.#places.set(ticket.place, left);
    else this.#places.delete(ticket.place);
  }

  putAway(place: number): void {
    this.#places.delete(place);
  }

  learn(ticket: SplitTicket): void {
    if (ticket.isLearntOut === true) return;
    const check = checkReward(ticket);
    const tried = tryReward(ticket);
    if (check !== null) ticket.checkLearnt = this.#learn(ticket, 'checkLearnt', check);
    if (tried !== null && ticket.differenceFeatures !== null) {
      ticket.tryLearnt = this.#learn(ticket, 'tryLearnt', tried);
    }
  }

  /** As two measurements beside each other would tell it. */
  imagine(differenceFeatures: Float64Array): void {
    const { noiseVariance } = this.#straying;
    const strayed = noiseVariance / this.differences.weightOf(differenceFeatures);
    this.differences.imagine(differenceFeatures, noiseVariance / (strayed + noiseVariance));
  }

  passSeason(): void {
    this.differences.passSeason();
  }

  asPrior(): BeliefsPrior {
    return { ...this.differences.asPrior(), offset: this.offset };
  }

  exportNumbers(): PartsModelState {
    return { differences: this.differences.exportState() };
  }

  importNumbers({ differences }: PartsModelState): void {
    this.differences.importState(differences);
  }

  #learn(ticket: SplitTicket, part: 'checkLearnt' | 'tryLearnt', reward: number): Learnt {
    const value = reward - this.offset;
    const before = ticket[part];
    if (before !== undefined) {
      if (value !== before.value) this.#revise(ticket.place, before, value - before.value);
      return { ...before, value };
    }
    const rows = this.#rowsOf(ticket.place);
    const { features, shares, weight } = freshRow(
      rows.map((row) => row.features),
      featuresOf(ticket, part),
      this.#straying,
    );
    const fresh = rows.reduce((rest, { learnt }, i) => rest - shares[i]! * learnt.value, value);
    const order = (rows.at(-1)?.learnt.order ?? 0) + 1;
    return { value, age: this.differences.learn(features, fresh, weight), order };
  }

  /** Changes what was learnt of one row, and what was taken off the later ones for it. */
  #revise(place: number, changed: Learnt, change: number): void {
    const rows = this.#rowsOf(place);
    const first = rows.findIndex(({ learnt }) => learnt === changed);
    for (let i = first; i < rows.length; i++) {
      const before = rows.slice(0, i).map((row) => row.features);
      const { features, shares, weight } = freshRow(before, rows[i]!.features, this.#straying);
      const { value, age } = rows[i]!.learnt;
      // What was learnt of it: what the rows before it tell was taken off.
      const fresh = rows
        .slice(0, i)
        .reduce((rest, row, k) => rest - shares[k]! * row.learnt.value, value);
      const own = i === first ? change : -shares[first]! * change;
      this.differences.revise(features, { before: fresh, after: fresh + own }, age, weight);
    }
  }

  /** What was learnt in one field and season, in the order in which it was. */
  #rowsOf(place: number): LearntRow[] {
    const rows = this.#places.get(place)!.flatMap((ticket) =>
      PARTS.flatMap((part) => {
        const learnt = ticket[part];
        return learnt === undefined ? [] : [{ features: featuresOf(ticket, part), learnt }];
      }),
    );
    return rows.sort((a, b) => a.learnt.order! - b.learnt.order!);
  }
}

const PARTS = ['checkLearnt', 'tryLearnt'] as const;

function featuresOf(
  { baselineFeatures, differenceFeatures }: SplitTicket,
  part: (typeof PARTS)[number],
): Float64Array {
  if (part === 'checkLearnt') return baselineFeatures;
  return baselineFeatures.map((feature, i) => feature + differenceFeatures![i]!);
}

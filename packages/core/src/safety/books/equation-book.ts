/**
 * The book for those who trust the linear model: the declared baseline rewards are equations about
 * the true weights, and what they prove of a proposal may be booked at once.
 *
 *     increment = the largest of   floor − shareKept · baseline max             (as always)
 *                                  bound on ψ(x)ᵀθ* − shareKept · baseline max
 *                                  bound on (ψ(x) − shareKept · ψ(b))ᵀθ*
 *
 * (the equation theorem, docs/concepts/certificate.md). It spends no failure probability and makes the
 * first rounds much cheaper, but it is only as true as "rewards are linear in these features and the
 * numbers are right". So it is opt-in, and the model-free book is kept beside it: the moment two
 * declarations contradict each other, everything that rested on them is forgotten for good.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import { EquationBound, type EquationBoundState } from '../bets/equation-bound.ts';
import { requireDeclared } from './declared-baseline.ts';
import { KnownBaselineBook, type KnownBaselineBookOptions } from './known-baseline-book.ts';
import type {
  BookEntry,
  Offer,
  OfferFeatures,
  Player,
  Quote,
  RewardInterval,
  SafetyBook,
} from './safety-book.ts';

export interface EquationBookOptions extends KnownBaselineBookOptions {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** A: bound on the Euclidean norm of the true weights, in reward units. */
  readonly weightNormBound: number;
  readonly engine?: KernelEngine;
}

/** An entry of the model-free book, and what the equations proved of it beyond that. */
interface EquationStake {
  readonly inner: unknown;
  readonly lead: number;
}

interface EquationBookState {
  readonly inner: ReturnType<KnownBaselineBook['exportState']>;
  readonly equations: EquationBoundState;
  readonly lead: number;
}

export class EquationBook implements SafetyBook {
  readonly #options: EquationBookOptions;
  readonly #inner: KnownBaselineBook;
  readonly #equations: EquationBound;
  /** How far the slack is ahead of the certain part, by equations or by rewards. */
  #lead = 0;

  constructor(options: EquationBookOptions) {
    this.#options = options;
    this.#inner = new KnownBaselineBook(options);
    this.#equations = new EquationBound(options);
  }

  /** Whether the declarations have contradicted each other; then only the model-free book counts. */
  get isContradicted(): boolean {
    return this.#equations.isContradicted;
  }

  checkBaseline(baselineReward: RewardInterval | null): void {
    this.#inner.checkBaseline(baselineReward);
  }

  declareBaseline(features: Float64Array, baselineReward: RewardInterval): void {
    this.#equations.declare({
      expectedFeatures: features,
      rewardMin: baselineReward.min,
      rewardMax: baselineReward.max,
    });
  }

  quote(offer: Offer): Quote {
    const plain = this.#inner.quote(offer);
    if (this.isContradicted) return plain;
    const slack = this.slack();
    const increment = this.#increment(offer, plain.increment);
    const margin = plain.margin + (slack - plain.slack) + (increment - plain.increment);
    return { ...plain, slack, increment, margin, mayPlay: margin >= 0 };
  }

  issue(offer: Offer, player: Player): BookEntry {
    const entry = this.#inner.issue(offer, player);
    const isTrusted = player === 'proposal' && !this.isContradicted;
    const lead = isTrusted ? this.#increment(offer, entry.increment) - entry.increment : 0;
    this.#lead += lead;
    const stake: EquationStake = { inner: entry.stake, lead };
    return { ...entry, stake };
  }

  checkReward(reward: number): void {
    this.#inner.checkReward(reward);
  }

  confirm(entry: BookEntry): void {
    this.#withInner(entry, (inner) => this.#inner.confirm(inner));
  }

  fallBack(entry: BookEntry): void {
    this.#withInner(entry, (inner) => this.#inner.fallBack(inner));
    this.#giveUpLead(entry);
  }

  cancel(entry: BookEntry): void {
    this.#withInner(entry, (inner) => this.#inner.cancel(inner));
    this.#giveUpLead(entry);
  }

  settle(entry: BookEntry, reward: number): void {
    this.#withInner(entry, (inner) => this.#inner.settle(inner, reward));
  }

  revise(entry: BookEntry, reward: number): void {
    const isLower = reward < entry.reward!;
    this.#withInner(entry, (inner) => this.#inner.revise(inner, reward));
    if (isLower) this.#lead = this.#innerLead();
  }

  slack(): number {
    if (this.isContradicted) return this.#inner.slack();
    return this.#inner.certainSlack + Math.max(this.#lead, this.#innerLead());
  }

  refresh(): void {
    this.#inner.refresh();
    this.#lead = this.isContradicted ? 0 : Math.max(this.#lead, this.#innerLead());
  }

  exportState(): EquationBookState {
    return {
      inner: this.#inner.exportState(),
      equations: this.#equations.exportState(),
      lead: this.#lead,
    };
  }

  importState(state: EquationBookState): void {
    this.#inner.importState(state.inner);
    this.#equations.importState(state.equations);
    this.#lead = state.lead;
  }

  #innerLead(): number {
    return this.#inner.slack() - this.#inner.certainSlack;
  }

  #increment(offer: Offer, plain: number): number {
    const { terms } = this.#options;
    const { max } = requireDeclared(terms, offer.baselineReward);
    const { proposal, baseline } = requireFeatures(offer.features);
    const contrast = proposal.map((feature, i) => feature - terms.shareKept * baseline[i]!);
    const alone = this.#equations.lowerBound(proposal) - terms.shareKept * max;
    const together = this.#equations.lowerBound(contrast);
    return Math.max(plain, Math.max(alone, together) + terms.allowancePerRound);
  }

  #giveUpLead(entry: BookEntry): void {
    this.#lead = Math.max(0, this.#lead - (entry.stake as EquationStake).lead);
  }

  /** Lets the model-free book change its own view of an entry, and takes the changes over. */
  #withInner(entry: BookEntry, act: (inner: BookEntry) => void): void {
    const inner = { ...entry, stake: (entry.stake as EquationStake).inner };
    act(inner);
    entry.execution = inner.execution;
    entry.reward = inner.reward;
  }
}

function requireFeatures(features: OfferFeatures | undefined): OfferFeatures {
  if (features !== undefined) return features;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'an offer must tell its features to a book that trusts a linear model',
    received: 'without features',
  });
}

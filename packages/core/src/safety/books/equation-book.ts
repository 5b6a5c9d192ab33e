/**
 * The book for those who trust the linear model: the declared baseline rewards are equations about
 * the true weights, and what they prove of a proposal may be booked at once.
 *
 *     certain = the largest of   floor − shareKept · baseline max             (as always)
 *                                bound on ψ(x)ᵀθ* − shareKept · baseline max
 *                                bound on (ψ(x) − shareKept · ψ(b))ᵀθ*
 *
 * (the equation theorem, docs/concepts/certificate.md). It spends no failure probability and makes the
 * first rounds much cheaper, but it is only as true as "rewards are linear in these features and the
 * numbers are right". So it is opt-in, and an account without it is kept beside: the moment two
 * declarations contradict each other, that one counts, and everything that rested on them is forgotten.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import { EquationBound } from '../bets/equation-bound.ts';
import type { PromiseTerms } from '../promise-terms.ts';
import type { BookPromise } from './book-promise.ts';
import { requireDeclared } from './declared-baseline.ts';
import { type KnownBaselineBookOptions, knownBaselinePromise } from './known-baseline-book.ts';
import { PromiseBook } from './promise-book.ts';
import type { Offer, OfferFeatures } from './safety-book.ts';

export interface EquationBookOptions extends KnownBaselineBookOptions {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** A: bound on the Euclidean norm of the true weights, in reward units. */
  readonly weightNormBound: number;
  readonly engine?: KernelEngine;
}

/** Returns the book that trusts a linear model until its declarations contradict each other. */
export function equationBook(options: EquationBookOptions): PromiseBook {
  const equations = new EquationBound(options);
  const plain = knownBaselinePromise(options);
  const promises = [plain, trusting(plain, equations)] as const;
  return new PromiseBook({ ...options, promises, equations, reserve: options.terms.reserve });
}

/** The same promise, with what the equations prove of a proposal taken for certain. */
function trusting(plain: BookPromise, equations: EquationBound): BookPromise {
  const { terms } = plain;
  const trustedIncrement = (offer: Offer) => provedIncrement(terms, equations, offer);
  return {
    ...plain,
    tellsActionsApart: true,
    isTrusted: () => !equations.isContradicted,
    trustedIncrement,
    increment: (offer, playProbability) =>
      Math.max(plain.increment(offer, playProbability), trustedIncrement(offer)),
    certain: (round) => {
      const certain = plain.certain(round);
      const trusted = round.player === 'proposal' ? round.stake.trustedIncrement : null;
      return trusted === null ? certain : Math.max(certain, trusted);
    },
  };
}

function provedIncrement(terms: PromiseTerms, equations: EquationBound, offer: Offer): number {
  const { max } = requireDeclared(terms, offer.baselineReward);
  const { proposal, baseline } = requireFeatures(offer.features);
  const contrast = proposal.map((feature, i) => feature - terms.shareKept * baseline[i]!);
  const alone = equations.lowerBound(proposal) - terms.shareKept * max;
  const together = equations.lowerBound(contrast);
  return Math.max(alone, together) + terms.allowancePerRound;
}

function requireFeatures(features: OfferFeatures | undefined): OfferFeatures {
  if (features !== undefined) return features;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'an offer must tell its features to a book that trusts a linear model',
    received: 'without features',
  });
}

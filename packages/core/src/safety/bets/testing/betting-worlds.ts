/**
 * Worlds that try to break the betting certificate, for tests with fixed seeds.
 *
 * An adversary sets the mean of each round before it is played. `fading`: high while the bettors are
 * poor, so that they get rich, then low, so that what they proved too much is not made good.
 * `steady`: always the same, which shows bounds that grow too fast. Outcomes have that mean and a
 * shape that makes lucky sums likely.
 */
import type { RandomSource } from '../../../base/random-source.ts';
import { standardNormal } from '../../../base/random-source.ts';
import { seededRandom } from '../../../base/testing/seeded-random.ts';
import { BettingCertificate, type BettingCertificateOptions } from '../betting-certificate.ts';

/** Returns an outcome with mean `mean`, which is from 0 to 1; at least 0 but for noise. */
export type Outcome = (mean: number, random: RandomSource) => number;

export const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'rare events': (mean, random) => (random() < mean / 20 ? 20 : 0),
  exponential: (mean, random) => -mean * Math.log1p(-random()),
  Bernoulli: (mean, random) => (random() < mean ? 1 : 0),
  'chi-squared': (mean, random) => mean * standardNormal(random) ** 2,
};

/** Noise of scale 0.3 around the mean: often below the floor of 0. */
export const normalOutcome: Outcome = (mean, random) => mean + 0.3 * standardNormal(random);

/** Returns the mean of the next round. */
export type Adversary = (lowerBound: number, trueTotal: number) => number;

export const ADVERSARIES: Readonly<Record<string, Adversary>> = {
  fading: (lowerBound, trueTotal) => (lowerBound > 0.5 * trueTotal ? 0.02 : 0.8),
  steady: () => 0.6,
};

export interface BettingTrial {
  readonly adversary: Adversary;
  readonly outcome: Outcome;
  readonly options: BettingCertificateOptions;
  readonly roundCount: number;
  readonly seed: number;
  /** What the certificate is told of the spread; 0 if absent. */
  readonly deviation?: number;
  /** What is reported instead of the true outcome: 1 in an honest trial. */
  readonly exaggeration: number;
}

/** Returns whether the bound ever exceeded the true sum of means. */
export function everWrong(trial: BettingTrial): boolean {
  const { outcome, options, exaggeration } = trial;
  const random = warmRandom(trial.seed);
  const certificate = new BettingCertificate(options);
  let [trueTotal, observedTotal, lowerBound] = [0, 0, 0];
  for (let round = 1; round <= trial.roundCount; round++) {
    const mean = trial.adversary(lowerBound, trueTotal);
    trueTotal += mean;
    const prediction = (observedTotal + 0.5) / round;
    const deviation = trial.deviation ?? 0;
    const bet = certificate.openBet({ prediction, deviation, scale: 0.5 });
    const reward = outcome(mean, random);
    observedTotal += reward;
    certificate.settleBet(bet, options.floor + exaggeration * (reward - options.floor));
    lowerBound = certificate.lowerBound();
    if (!(lowerBound <= trueTotal)) return true;
  }
  return false;
}

/** The first numbers of neighbouring seeds resemble each other; they are thrown away. */
export function warmRandom(seed: number): RandomSource {
  const random = seededRandom(seed);
  for (let draw = 0; draw < 32; draw++) random();
  return random;
}

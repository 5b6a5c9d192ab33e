/**
 * What the books may prove, in arithmetic of 120 digits: every bet from its formula, every prefix.
 *
 * An oracle for the rounding of the books: it knows nothing of sums kept on the way, of prefixes left
 * out, or of Newton's method. It only says whether a claimed slack is proved by some prefix.
 */
import { fixed, fixedExp, fixedLog, multiply } from '../../bets/testing/fixed-point.ts';

const ONE: bigint = fixed(1);

/** One bet as it stands: what it does to each bettor, and its two plain parts, all exact. */
export interface ExactBet {
  readonly growths: readonly bigint[];
  readonly base: bigint;
  readonly certain: bigint;
}

export interface ExactBook {
  readonly rates: readonly number[];
  readonly weights: readonly number[];
  readonly failureProbability: number;
  /** In the order of their issue. */
  readonly bets: readonly ExactBet[];
  /** What is certain of rounds that nobody bets on, and the reserve. */
  readonly unbet: bigint;
}

/** Returns log(1 + rate · (gain − prediction)) + rate · prediction, all exact. */
export function exactGrowth(rate: bigint, gain: bigint, prediction: bigint): bigint {
  return fixedLog(ONE + multiply(rate, gain - prediction)) + multiply(rate, prediction);
}

/** Returns the quotient of two fixed-point numbers. */
export function divide(numerator: bigint, denominator: bigint): bigint {
  return (numerator * ONE) / denominator;
}

/** Whether some prefix of the bets proves at least this slack. */
export function isProved(book: ExactBook, slack: number): boolean {
  const claimed = fixed(slack) - book.unbet;
  const certain = book.bets.reduce((sum, bet) => sum + bet.certain, 0n);
  if (claimed <= certain) return true;
  const wealths = book.rates.map(() => 0n);
  let plain = certain;
  return book.bets.some((bet) => {
    bet.growths.forEach((growth, k) => {
      wealths[k]! += growth;
    });
    plain += bet.base - bet.certain;
    return claimed <= plain || isGainProved(book, wealths, claimed - plain);
  });
}

/** Whether Σ weight · exp(wealth − rate · gain) is at least 1 / failureProbability. */
function isGainProved(book: ExactBook, wealths: readonly bigint[], gain: bigint): boolean {
  const lines = wealths.map((wealth, k) => wealth - multiply(fixed(book.rates[k]!), gain));
  const [highest = 0n] = [...lines].sort((left, right) => (left > right ? -1 : 1));
  const total = lines.reduce(
    (sum, line, k) => sum + multiply(fixed(book.weights[k]!), fixedExp(line - highest)),
    0n,
  );
  return highest + fixedLog(total) + fixedLog(fixed(book.failureProbability)) >= 0n;
}

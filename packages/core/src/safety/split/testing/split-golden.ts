/**
 * vectors/split-golden.json: sequences of divided decisions and group bets with log wealths, proven
 * gains, floors and slacks after each step, computed by an independent program in 60 digits.
 */
import { readFileSync } from 'node:fs';
import type { MixtureGrid } from '../../bets/wealth-mixture.ts';
import type { SplitDeclarations } from '../split-declarations.ts';

type Digits = string;

/** The names of the file for what SYMBOLS.md calls otherwise. */
type GreekDigits = Readonly<Record<'alpha' | 'delta', Digits> & Record<'sigma', Digits | null>>;

interface GoldenBook extends GreekDigits {
  readonly lo: Digits;
  readonly hi: Digits;
  readonly baseline: readonly [Digits, Digits] | null;
  readonly drop: Digits | null;
  readonly ratio: Digits | null;
  readonly beside: Digits | null;
  readonly strips: 'independent' | 'any';
  readonly surelyInRange: boolean;
  readonly rates: readonly Digits[];
  readonly weights: readonly Digits[];
  readonly gaussianRates: readonly Digits[];
  readonly gaussianWeights: readonly Digits[];
}

export interface GoldenDecision {
  readonly id: string;
  readonly size: Digits;
  readonly shares: readonly Digits[];
  /** One for each part, the last for the check; only that of the action for whole decisions. */
  readonly prediction: readonly Digits[];
  /** The baseline's declared number, for whole decisions. */
  readonly number?: Digits;
  /** Whether the learner plays it, for whole decisions. */
  readonly learner?: boolean;
}

export type GoldenStep =
  | ({ readonly do: 'decide' } & GoldenDecision)
  | { readonly do: 'group'; readonly id: string; readonly decisions: readonly GoldenDecision[] }
  | { readonly do: 'executed'; readonly id: string; readonly shares?: readonly Digits[] }
  | { readonly do: 'void'; readonly id: string }
  | {
      readonly do: 'measured';
      readonly id: string;
      readonly x: readonly (Digits | null)[];
      readonly b?: Digits | null;
    };

export interface GoldenState {
  readonly logWealth: readonly Digits[];
  readonly gaussian: readonly Digits[];
  readonly sStar: Digits;
  readonly F: Digits;
  readonly W: Digits;
}

export interface GoldenCase {
  readonly name: string;
  readonly book: GoldenBook;
  readonly steps: readonly GoldenStep[];
  readonly expected: readonly GoldenState[];
}

const PATH = new URL('../../../../../../vectors/split-golden.json', import.meta.url);

export const GOLDEN_CASES: readonly GoldenCase[] = JSON.parse(readFileSync(PATH, 'utf8')).cases;

function greek(book: GoldenBook, name: keyof GreekDigits): number | null {
  const digits = book[name];
  return digits === null ? null : Number(digits);
}

/** α and δ of a case. */
export function promiseOf(book: GoldenBook): {
  readonly allowedShortfall: number;
  readonly failureProbability: number;
} {
  return {
    allowedShortfall: greek(book, 'alpha')!,
    failureProbability: greek(book, 'delta')!,
  };
}

/** What a case declares. */
export function declarationsOf(book: GoldenBook): SplitDeclarations {
  const { baseline, drop, ratio, beside } = book;
  const noiseScale = greek(book, 'sigma');
  return {
    range: { min: Number(book.lo), max: Number(book.hi) },
    mayLeaveRange: !book.surelyInRange,
    ...(baseline === null
      ? {}
      : { baseline: { min: Number(baseline[0]), max: Number(baseline[1]) } }),
    ...(drop === null ? {} : { drop: Number(drop) }),
    ...(ratio === null ? {} : { ratio: Number(ratio) }),
    ...(beside === null ? {} : { beside: Number(beside) }),
    ...(noiseScale === null
      ? {}
      : { plotNoise: { scale: noiseScale, isIndependent: book.strips === 'independent' } }),
  };
}

/** The bettors of a case: those on the gain alone, and those who use the noise. */
export function gridsOf(book: GoldenBook): { onGain: MixtureGrid; onSpread: MixtureGrid | null } {
  const numbers = (digits: readonly Digits[]) => digits.map(Number);
  const onSpread = {
    rates: numbers(book.gaussianRates),
    weights: numbers(book.gaussianWeights),
  };
  return {
    onGain: { rates: numbers(book.rates), weights: numbers(book.weights) },
    onSpread: onSpread.rates.length === 0 ? null : onSpread,
  };
}

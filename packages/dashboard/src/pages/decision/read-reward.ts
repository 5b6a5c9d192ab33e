/**
 * Reads the reward somebody typed, with a comma or a point, and says what is wrong with it.
 */
import { rangeText } from '../../design/number-text.ts';

export type ReadReward =
  | { readonly value: number; readonly fault: null }
  | { readonly value: null; readonly fault: string };

export interface RewardRange {
  readonly min: number;
  readonly max: number;
  readonly noiseScale?: number;
}

/** Rewards outside the declared range are refused, unless noise on top of it was declared. */
export function readReward(text: string, range: RewardRange | null): ReadReward {
  const value = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(value)) {
    return { value: null, fault: 'Enter a number, such as 8.4.' };
  }
  const hasNoise = range?.noiseScale !== undefined && range.noiseScale > 0;
  if (range !== null && !hasNoise && (value < range.min || value > range.max)) {
    const allowed = rangeText({ low: range.min, high: range.max }, '');
    return { value: null, fault: `A round can pay ${allowed}; this is outside.` };
  }
  return { value, fault: null };
}

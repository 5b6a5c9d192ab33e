/**
 * How fields are given out over candidates, where each field's difference is worth one measurement: the
 * rules of GATE3's table.
 *
 *     same        upper bound, the same for all fields of a season
 *     left        upper bound with the variance that is left after the fields already given out
 *     sampled     one draw from the posterior for each field
 *
 * A field goes to the candidate of the highest number above 0, else it keeps the usual hybrid.
 */
import type { RandomStream } from '../../environments/random-stream.ts';

export interface SpreadRule {
  readonly kind: 'same' | 'left' | 'sampled';
  /** Standard deviations of hope. */
  readonly boldness: number;
}

/** What is believed of one candidate's difference. */
export interface DifferenceBelief {
  readonly mean: number;
  readonly precision: number;
}

export interface GivenField {
  readonly candidate: number | null;
  /** The number that won; 0 for none. */
  readonly value: number;
}

/** Returns who gets each field, in order; `telling` is the precision of one field's measurement. */
export function giveOut(
  { kind, boldness }: SpreadRule,
  beliefs: readonly DifferenceBelief[],
  { fieldCount, telling, random }: { fieldCount: number; telling: number; random: RandomStream },
): GivenField[] {
  const imagined = beliefs.map(({ precision }) => precision);
  return Array.from({ length: fieldCount }, () => {
    let best: GivenField = { candidate: null, value: 0 };
    beliefs.forEach(({ mean, precision }, candidate) => {
      const deviation = 1 / Math.sqrt(kind === 'left' ? imagined[candidate]! : precision);
      const value = mean + boldness * (kind === 'sampled' ? random.normal() : 1) * deviation;
      if (value > best.value) best = { candidate, value };
    });
    if (best.candidate !== null) imagined[best.candidate]! += telling;
    return best;
  });
}

/** Returns what is believed after one more measurement. */
export function afterMeasuring(
  { mean, precision }: DifferenceBelief,
  measured: number,
  telling: number,
): DifferenceBelief {
  const sum = precision + telling;
  return { mean: (precision * mean + telling * measured) / sum, precision: sum };
}

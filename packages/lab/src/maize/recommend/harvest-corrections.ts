/**
 * What harvests have taught about the fitted model: how far it is off in a field, and for a hybrid.
 *
 *     level of a field    Σ (yield − model) / (count + doubt)               doubt = rest / season error
 *     hybrid              Σ (yield − model − level) / (count + doubt)       doubt = rest / hybrid error
 *
 * where the errors are mean squares on held-out seasons, and the rest is what else moves one harvest. One
 * harvest moves a correction by a third or so of its surprise, many harvests move it nearly all the
 * way. It supposes that what the model misses comes back every season; what does not averages out.
 */
import type { HeldOutError } from './held-out-error.ts';

/** A harvest beside what the model alone expected, t/ha. */
export interface Harvest {
  readonly decision: string;
  readonly field: string;
  readonly hybrid: string;
  readonly expectedByModel: number;
  /** null until it is reported. */
  readonly observedYield: number | null;
}

export interface HarvestCorrections {
  /** What is added to the model's yield of every hybrid in a field, t/ha. */
  ofField(field: string): number;
  /** What is added to the model's yield of a hybrid, t/ha. */
  ofHybrid(hybrid: string): number;
}

/** Returns the corrections that these harvests lead to. */
export function harvestCorrections(
  harvests: readonly Harvest[],
  error: HeldOutError,
): HarvestCorrections {
  const seasonError = error.newSeason - error.withinSeason;
  const hybridError = error.withinSeason - error.plot;
  const surprises = harvests.flatMap(surpriseOf);
  const ofField = shrunkMeans(
    surprises.map(({ field, surprise }) => ({ key: field, value: surprise })),
    error.withinSeason / seasonError,
  );
  const ofHybrid = shrunkMeans(
    surprises.map(({ field, hybrid, surprise }) => ({
      key: hybrid,
      value: surprise - ofField(field),
    })),
    (seasonError + error.plot) / hybridError,
  );
  return { ofField, ofHybrid };
}

interface Surprise {
  readonly field: string;
  readonly hybrid: string;
  readonly surprise: number;
}

function surpriseOf({ field, hybrid, expectedByModel, observedYield }: Harvest): Surprise[] {
  if (observedYield === null) return [];
  return [{ field, hybrid, surprise: observedYield - expectedByModel }];
}

interface KeyedValue {
  readonly key: string;
  readonly value: number;
}

function shrunkMeans(values: readonly KeyedValue[], doubt: number): (key: string) => number {
  return (wanted) => {
    const own = values.filter(({ key }) => key === wanted);
    return own.reduce((sum, { value }) => sum + value, 0) / (own.length + doubt);
  };
}

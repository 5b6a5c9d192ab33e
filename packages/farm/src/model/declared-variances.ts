/**
 * What is taken for granted where a table says nothing: variances and the guard, by the level of yields.
 *
 * The numbers are those of 24 maize hybrids in 22 fields over four years (round, in t/ha at a mean of 9),
 * scaled by the square of the mean yield of the table at hand: effects are about as large a share of the
 * yield in other crops and units. They are a start for the fit, and stay where it cannot tell better.
 * Where no parents are told a hybrid stands for both of its own, and strays as they do together.
 */
import type { Guard, VarianceName, Variances } from './mixed-model.ts';

const MEAN_YIELD = 9;

const DECLARED: Variances = {
  weather: 0.04,
  hybrid: 0.03,
  parent: 0.5,
  field: 0.25,
  region: 2.8,
  parentWeather: 0.02,
  fieldYear: 2.8,
  parentFieldYear: 0.3,
  hybridFieldYear: 0.1,
  plot: 2.9,
};

/** Those had two parents each. */
const PARENT_COUNT = 2;

const GUARD: Guard = { level: 1.5, action: 0.5 };

export interface TableShape {
  readonly meanYield: number;
  readonly hasRegions: boolean;
  /** How many parents hybrids have in the table; one if it tells none. */
  readonly parentCount: number;
}

/** Returns the variances for yields around a mean; fields hold the regions where there are none. */
export function declaredVariances({ meanYield, hasRegions, parentCount }: TableShape): Variances {
  const share = shareOf(meanYield) ** 2;
  const perParent = parentCount === 1 ? PARENT_COUNT : 1;
  const scaled = Object.fromEntries(
    Object.entries(DECLARED).map(([name, variance]) => [
      name,
      variance * share * (name.startsWith('parent') ? perParent : 1),
    ]),
  ) as Record<VarianceName, number>;
  if (hasRegions) return scaled;
  return { ...scaled, field: scaled.field + scaled.region, region: 0 };
}

/** Returns the guard for yields around a mean. */
export function declaredGuard(meanYield: number): Guard {
  const share = shareOf(meanYield);
  return { level: GUARD.level * share, action: GUARD.action * share };
}

function shareOf(meanYield: number): number {
  // A table of zeros has no scale of its own.
  return meanYield === 0 ? 1 : Math.abs(meanYield) / MEAN_YIELD;
}

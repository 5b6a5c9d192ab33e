/**
 * Yields: bushels an acre, megagrams a hectare, and pounds from a plot.
 *
 *     bu/A = pounds / plot area in ft² · (100 − moisture) / 84.5 / 56 · 43560
 *
 * at the standard moisture of 15.5 % and 56 pounds a bushel. In 2016 most released yields were divided
 * by the gross area of the plot, alleys included, so they are too low by a factor that differs from
 * field to field; from the pounds and the net area the yield comes out as in other years.
 */
const POUNDS_PER_BUSHEL = 56;
const SQUARE_FEET_PER_ACRE = 43_560;
const STANDARD_DRY_PERCENT = 84.5;
const MG_HA_PER_BU_AC = 0.06276773;

/** The only year whose released yields are on another footing. */
export const GROSS_AREA_YEAR = 2016;

export function bushelsToMgHa(bushelsPerAcre: number): number {
  return bushelsPerAcre * MG_HA_PER_BU_AC;
}

export function mgHaToBushels(mgHa: number): number {
  return mgHa / MG_HA_PER_BU_AC;
}

export interface NetYieldInput {
  readonly year: number;
  readonly releasedMgHa: number | null;
  readonly plotPounds: number | null;
  /** Net of alleys, in ft². */
  readonly plotArea: number | null;
  readonly moisturePercent: number | null;
}

/**
 * Returns the yield on the net area in Mg/ha. Where weight, area or moisture is missing, the released
 * yield is the net one in every year but 2016; then it is null.
 */
export function netYield(input: NetYieldInput): number | null {
  const { plotPounds, plotArea, moisturePercent } = input;
  if (input.releasedMgHa === null) return null;
  if (plotPounds === null || plotArea === null || plotArea === 0 || moisturePercent === null) {
    return input.year === GROSS_AREA_YEAR ? null : input.releasedMgHa;
  }
  const dryShare = (100 - moisturePercent) / STANDARD_DRY_PERCENT;
  const bushelsPerFoot = ((plotPounds / plotArea) * dryShare) / POUNDS_PER_BUSHEL;
  return bushelsToMgHa(bushelsPerFoot * SQUARE_FEET_PER_ACRE);
}

/**
 * A fitted maize model as plain data: yield ≈ cᵀ W V_x, scaled so that rewards lie about 0 to 1.
 *
 * c is the context of a season: six numbers (soil texture, temperature, radiation, day length), each
 * (value − offset) / scale, then one coordinate for each field, of which one is 1. Files are of the format
 * `hedgerow-maize-world/1`; they hold coefficients and summaries of sites, no plot data.
 */
export interface MaizeModel {
  readonly format: 'hedgerow-maize-world/1';
  /** Reward 0 and 1 in Mg/ha (the same as t/ha). */
  readonly yieldScaling: { readonly min: number; readonly max: number };
  /** Names of the coordinates of c; the first six are numbers, the others fields. */
  readonly contextOrder: readonly string[];
  readonly contextScaling: {
    readonly offset: readonly number[];
    readonly scale: readonly number[];
  };
  readonly hybrids: readonly string[];
  readonly fields: readonly string[];
  /** One row a coordinate of c, one column a latent factor. */
  readonly W: readonly (readonly number[])[];
  /** One row a hybrid. */
  readonly V: readonly (readonly number[])[];
  /** In the order of `fields`. */
  readonly sites: readonly MaizeSite[];
  /** D of each feature map, by the rule that the file tells. */
  readonly features: Readonly<Record<'outer' | 'hadamard' | 'kronecker', { readonly D: number }>>;
  /** How it was fitted; only the held-out errors are read, if there are any. */
  readonly fit?: { readonly report?: MaizeFitErrors };
}

/** Mean squared errors on plots that were left out, in squared reward units. */
export interface MaizeFitErrors {
  readonly crossValidation?: {
    readonly fit: {
      /** Leaving out one field-year after the other. */
      readonly fieldYears: number;
      /** The same, each field-year's mean error removed. */
      readonly withinFieldYear: number | null;
    };
  } | null;
}

/** What is known of one field: its soil and day length, and its usual weather from year to year. */
export interface MaizeSite {
  readonly field: string;
  /** Soil texture in percent. */
  readonly sand: number;
  readonly silt: number;
  readonly clay: number;
  /** Mean over the season, °C, and its standard deviation from year to year. */
  readonly temperatureC: number;
  readonly temperatureSd: number;
  /** Mean over the season, MJ/m² a day, and its standard deviation from year to year. */
  readonly radiation: number;
  readonly radiationSd: number;
  /** Mean day length over the season, hours. */
  readonly photoperiodH: number;
}

/** Coordinates of c that are numbers, in the order of the format. */
export const NUMBER_COORDINATES = 6;
export const TEMPERATURE_COORDINATE = 3;
export const RADIATION_COORDINATE = 4;

/** Returns the six numbers of a site's context, in their own units, with its usual weather. */
export function siteNumbers(site: MaizeSite): number[] {
  return [site.sand, site.silt, site.clay, site.temperatureC, site.radiation, site.photoperiodH];
}

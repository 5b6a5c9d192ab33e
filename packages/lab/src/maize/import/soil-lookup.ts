/**
 * The soil of a field-year: measured there and then, or carried from another year of the same place.
 *
 * Soil changes little in a few years, but a code that has moved is another soil. So it is carried only
 * inside one city of places.ts: from the same field first, from the nearest year, the earlier of two.
 */

import { placeOf } from './places.ts';
import { environmentName } from './plot-record.ts';
import type { SoilTexture } from './read-soil.ts';

export type SoilRule = 'measured' | 'carried';

export interface KnownSoil extends SoilTexture {
  /** `measured`, or `carried:` and where it was measured. */
  readonly soilSource: string;
}

export interface SoilQuestion {
  readonly location: string;
  readonly year: number;
  readonly rule: SoilRule;
}

/** Returns the soil, or null if it is not known by the rule. */
export function soilOf(
  textures: ReadonlyMap<string, SoilTexture>,
  { location, year, rule }: SoilQuestion,
): KnownSoil | null {
  const unsplit = location.replace(/-.*$/, '');
  const own =
    textures.get(environmentName(location, year)) ?? textures.get(environmentName(unsplit, year));
  if (own !== undefined) return { ...own, soilSource: 'measured' };
  if (rule === 'measured') return null;
  const nearest = neighbours(textures, location, year)[0];
  return nearest === undefined
    ? null
    : { ...textures.get(nearest)!, soilSource: `carried:${nearest}` };
}

/** Measured field-years of the same city, the best first. */
function neighbours(
  textures: ReadonlyMap<string, SoilTexture>,
  location: string,
  year: number,
): string[] {
  const place = placeOf(location, year);
  if (place.city === null) return [];
  return [...textures.keys()]
    .map((name) => ({ name, ...nameParts(name) }))
    .map((other) => ({ ...other, place: placeOf(other.code, other.year) }))
    .filter((other) => other.place.city === place.city)
    .map((other) => ({
      ...other,
      strangeness: other.place.fieldId === place.fieldId ? 0 : 1,
      distance: Math.abs(other.year - year),
    }))
    .sort(
      (first, second) =>
        first.strangeness - second.strangeness ||
        first.distance - second.distance ||
        (first.name < second.name ? -1 : 1),
    )
    .map(({ name }) => name);
}

function nameParts(environment: string): { readonly code: string; readonly year: number } {
  const cut = environment.lastIndexOf('_');
  return { code: environment.slice(0, cut), year: Number(environment.slice(cut + 1)) };
}

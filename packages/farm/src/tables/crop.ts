/**
 * What must be known of a crop to read its yields: a bushel's weight, the range of what is possible.
 *
 * Ranges are wide on purpose: they tell a wrong unit from a good year, and stand a little above the
 * highest yields on record. `typical` is where the median of a farm's table lies; it is used only to
 * guess a unit that nobody named. A crop that is not listed has a range of its own, and no bushel.
 */
import { HedgerowError } from '@hedgerow/core';

export interface Crop {
  readonly name: string;
  /** Null where no bushel is in use. */
  readonly bushelPounds: number | null;
  /** Percent of water at which grain is sold; null where it is not corrected for. */
  readonly standardMoisture: number | null;
  /** What a field can yield at all, in t/ha or the unit of the crop's own. */
  readonly range: { readonly min: number; readonly max: number };
  readonly typical: { readonly min: number; readonly max: number };
}

const CROPS: readonly Crop[] = [
  crop('maize', [56, 15.5], [40, 2.5, 20]),
  crop('wheat', [60, 13.5], [20, 1, 13]),
  crop('barley', [48, 14.5], [18, 1, 12]),
  crop('oats', [32, 14], [15, 1, 10]),
  crop('rye', [56, 14], [16, 1, 11]),
  crop('sorghum', [56, 14], [18, 1, 11]),
  crop('rice', [45, 13], [24, 1.5, 13]),
  crop('soybean', [60, 13], [15, 0.8, 6]),
  crop('rapeseed', [50, 9], [10, 0.8, 6]),
  crop('sunflower', [null, 10], [9, 0.6, 5]),
  crop('potato', [60, null], [150, 10, 90]),
  crop('sugar beet', [null, null], [220, 30, 140]),
];

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['corn', 'maize'],
  ['mais', 'maize'],
  ['körnermais', 'maize'],
  ['maïs', 'maize'],
  ['maíz', 'maize'],
  ['weizen', 'wheat'],
  ['winterweizen', 'wheat'],
  ['blé', 'wheat'],
  ['trigo', 'wheat'],
  ['gerste', 'barley'],
  ['orge', 'barley'],
  ['cebada', 'barley'],
  ['hafer', 'oats'],
  ['roggen', 'rye'],
  ['soy', 'soybean'],
  ['soya', 'soybean'],
  ['soja', 'soybean'],
  ['raps', 'rapeseed'],
  ['canola', 'rapeseed'],
  ['colza', 'rapeseed'],
  ['kartoffel', 'potato'],
  ['zuckerrübe', 'sugar beet'],
]);

function crop(
  name: string,
  [bushelPounds, standardMoisture]: readonly [number | null, number | null],
  [most, typicalMin, typicalMax]: readonly [number, number, number],
): Crop {
  const typical = { min: typicalMin, max: typicalMax };
  return { name, bushelPounds, standardMoisture, range: { min: 0, max: most }, typical };
}

/** The crop unless another is named. */
export const MAIZE: Crop = CROPS[0]!;

export interface CropOptions {
  readonly name: string;
  /** What a field can yield at all; needed for a crop that is not listed. */
  readonly range?: { readonly min: number; readonly max: number };
}

/** Returns a listed crop, perhaps with another range, or one of the caller's own. */
export function findCrop({ name, range }: CropOptions): Crop {
  const plain = name.trim().toLowerCase();
  const listed = CROPS.find((one) => one.name === (OTHER_NAMES.get(plain) ?? plain));
  if (range !== undefined) requireRange(range);
  if (listed !== undefined) return range === undefined ? listed : { ...listed, range };
  if (range === undefined) {
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: `crop must be one of ${CROPS.map((one) => one.name).join(', ')}, or come with a range`,
      received: JSON.stringify(name),
      remedy: 'Say what a field of it can yield at least and at most.',
    });
  }
  return { name: name.trim(), bushelPounds: null, standardMoisture: null, range, typical: range };
}

function requireRange({ min, max }: { readonly min: number; readonly max: number }): void {
  if (Number.isFinite(min) && Number.isFinite(max) && min < max) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'the range of a crop must be two numbers, the lower one first',
    received: `${min}, ${max}`,
  });
}

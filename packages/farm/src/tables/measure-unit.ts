/**
 * Units of weight, area and yield, in all the ways in which headings write them.
 *
 * A yield is a weight over an area, so any weight with any area is understood: "bu/ac", "Mg ha-1",
 * "t·ha⁻¹", "dt je ha", "kg_ha". A bushel is a volume: what it weighs is a property of the crop, so its
 * factor is asked for when it is used.
 */
import type { Crop } from './crop.ts';

export interface MeasureUnit {
  readonly kind: 'weight' | 'area' | 'yield';
  /** As it is said to people: "bu/ac". */
  readonly name: string;
  readonly weight: WeightUnit | null;
  readonly area: AreaUnit | null;
}

interface AreaUnit {
  readonly name: string;
  readonly hectares: number;
}

interface WeightUnit {
  readonly name: string;
  /** Null for a bushel. */
  readonly tonnes: number | null;
}

const POUND_TONNES = 0.000_453_592_37;
const ACRE_HECTARES = 0.404_685_642_24;

const TONNE: WeightUnit = { name: 't', tonnes: 1 };
const MEGAGRAM: WeightUnit = { name: 'Mg', tonnes: 1 };
const DECITONNE: WeightUnit = { name: 'dt', tonnes: 0.1 };
const QUINTAL: WeightUnit = { name: 'q', tonnes: 0.1 };
const KILOGRAM: WeightUnit = { name: 'kg', tonnes: 0.001 };
const GRAM: WeightUnit = { name: 'g', tonnes: 1e-6 };
const POUND: WeightUnit = { name: 'lb', tonnes: POUND_TONNES };
const HUNDREDWEIGHT: WeightUnit = { name: 'cwt', tonnes: 100 * POUND_TONNES };
const SHORT_TON: WeightUnit = { name: 'ton', tonnes: 2000 * POUND_TONNES };
const BUSHEL: WeightUnit = { name: 'bu', tonnes: null };

const HECTARE: AreaUnit = { name: 'ha', hectares: 1 };
const ACRE: AreaUnit = { name: 'ac', hectares: ACRE_HECTARES };
const SQUARE_METRE: AreaUnit = { name: 'm²', hectares: 1e-4 };
const SQUARE_FOOT: AreaUnit = { name: 'ft²', hectares: ACRE_HECTARES / 43_560 };

const WEIGHTS: ReadonlyMap<string, WeightUnit> = spelled([
  [TONNE, 't to tonne tonnes tonnen tonelada toneladas'],
  [MEGAGRAM, 'mg megagram megagrams'],
  [DECITONNE, 'dt dezitonne dezitonnen decitonne decitonnes'],
  [QUINTAL, 'q qx quintal quintals quintaux quintales qq'],
  [KILOGRAM, 'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramos'],
  [GRAM, 'g gram grams gramm grammes gramos'],
  [POUND, 'lb lbs pound pounds'],
  [HUNDREDWEIGHT, 'cwt hundredweight'],
  [BUSHEL, 'bu bus bushel bushels boisseaux bushl'],
]);

const AREAS: ReadonlyMap<string, AreaUnit> = spelled([
  [HECTARE, 'ha hectare hectares hektar hectarea hectareas'],
  [ACRE, 'ac acre acres acr'],
  [SQUARE_METRE, 'm2 qm sqm'],
  [SQUARE_FOOT, 'ft2 sqft'],
]);

/** A weight from a plot is a weight: its area stands elsewhere. */
const PER_PLOT = /^(\p{L}+)[/ ](?:plot|strip|parzelle|streifen|parcelle|parcela)$/u;

/** Returns the unit that a text names, or null. */
export function readUnit(text: string): MeasureUnit | null {
  const plain = plainUnit(text);
  const weight = WEIGHTS.get(plain);
  if (weight !== undefined) return { kind: 'weight', name: weight.name, weight, area: null };
  const ofPlot = WEIGHTS.get(PER_PLOT.exec(plain)?.[1] ?? '');
  if (ofPlot !== undefined) {
    return { kind: 'weight', name: ofPlot.name, weight: ofPlot, area: null };
  }
  const area = AREAS.get(plain);
  if (area !== undefined) return { kind: 'area', name: area.name, weight: null, area };
  return readYieldUnit(plain);
}

function readYieldUnit(plain: string): MeasureUnit | null {
  const parts = /^(\p{L}+) ?(?:\/| ) ?(\p{L}+2?)$/u.exec(plain);
  const [, weightText = '', areaText = ''] = parts ?? [];
  const area = AREAS.get(areaText) ?? acreOf(weightText, areaText);
  const weight = WEIGHTS.get(weightText) ?? tonOf(weightText, area);
  if (weight === undefined || area === undefined) return null;
  return { kind: 'yield', name: `${weight.name}/${area.name}`, weight, area };
}

/** "bu/A" is how American trials write it; elsewhere an A is no unit. */
function acreOf(weightText: string, areaText: string): AreaUnit | undefined {
  return areaText === 'a' && isOfPounds(WEIGHTS.get(weightText)) ? ACRE : undefined;
}

/** A ton is 2000 pounds on an acre and 1000 kg on a hectare; alone it is neither. */
function tonOf(text: string, area: AreaUnit | undefined): WeightUnit | undefined {
  if (text !== 'ton' && text !== 'tons') return undefined;
  return area === ACRE ? SHORT_TON : TONNE;
}

function isOfPounds(weight: WeightUnit | undefined): boolean {
  return weight === BUSHEL || weight === POUND || weight === HUNDREDWEIGHT;
}

/** Returns how many tonnes a hectare, tonnes or hectares one of the unit is; null for a bushel without its weight. */
export function unitFactor(unit: MeasureUnit, crop: Crop): number | null {
  const tonnes = unit.weight === null ? 1 : tonnesOf(unit.weight, crop);
  if (tonnes === null) return null;
  if (unit.area === null) return tonnes;
  return unit.weight === null ? unit.area.hectares : tonnes / unit.area.hectares;
}

function tonnesOf(weight: WeightUnit, crop: Crop): number | null {
  if (weight.tonnes !== null) return weight.tonnes;
  return crop.bushelPounds === null ? null : crop.bushelPounds * POUND_TONNES;
}

/** Brings the ways to write "per" and powers to one: "t·ha⁻¹", "t ha-1" and "t pro ha" to "t/ha". */
function plainUnit(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2212\u2010-\u2015]/g, '-')
    .replace(/á/g, 'a')
    .replace(/[_·.*\s]+/g, ' ')
    .trim()
    .replace(/\^?-1$/, '')
    .replace(/ (?:per|pro|je|par|por) /, '/')
    .replace(/ ?\/ ?/, '/')
    .replace(/(m|ft)\^?2/, '$12');
}

function spelled<Unit>(list: readonly (readonly [Unit, string])[]): Map<string, Unit> {
  return new Map(list.flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit])));
}

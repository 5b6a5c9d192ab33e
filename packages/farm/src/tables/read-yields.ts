/**
 * Yields in t/ha from a column of yields, or from weights and areas.
 *
 * A heading "Yield" without a unit is not guessed at lightly: the unit is taken from the values only if
 * exactly one of the usual units makes their median a usual harvest of the crop, and then it must be
 * confirmed; 150 of maize could be bu/ac or dt/ha, which is an error until somebody says which. A unit
 * that is no weight on an area (hl/ha, boxes) is taken as it is, and the crop's range is in it.
 */
import type { Crop } from './crop.ts';
import type { LineReader } from './line-reader.ts';
import { type MeasureUnit, readUnit, unitFactor } from './measure-unit.ts';
import { adjustForMoisture } from './moisture.ts';
import { readAreas } from './read-areas.ts';
import {
  convertMeasure,
  type RawMeasure,
  readRawMeasure,
  reportConversion,
} from './read-measure.ts';
import type { TableRecord } from './split-records.ts';

export interface YieldOptions {
  readonly crop: Crop;
  /** The unit of the yields in the table, if its heading does not say it; or a unit of one's own. */
  readonly unit?: string;
  /** Whether yields are at the moisture at which grain is sold (as most are), or as harvested. */
  readonly moisture?: 'standard' | 'as-harvested';
}

export interface Yields {
  /** "t/ha", or the caller's own unit. */
  readonly unit: string;
  /** One for each line; null where there is none. */
  readonly values: readonly (number | null)[];
}

interface YieldInput {
  readonly reader: LineReader;
  readonly lines: readonly TableRecord[];
  readonly options: YieldOptions;
}

/** The units that a table without one may be in. */
const USUAL_UNITS: readonly MeasureUnit[] = ['t/ha', 'dt/ha', 'kg/ha', 'bu/ac', 'lb/ac'].map(
  (text) => readUnit(text)!,
);

const TONNES_A_HECTARE = 't/ha';

/** Returns the yields of all lines. */
export function readYields(input: YieldInput): Yields {
  const { reader, lines, options } = input;
  if (!reader.has('yield') && !(reader.has('weight') && reader.has('area'))) {
    const names = reader.table.columns.map(({ heading }) => `"${heading}"`).join(', ');
    const text = `No column is the yield (or a weight beside an area); there are ${names}. Map one: yield=HEADING.`;
    if (names !== '') reader.findings.error({ kind: 'column-missing', text });
    return { unit: TONNES_A_HECTARE, values: lines.map(() => null) };
  }
  const yields = reader.has('yield') ? yieldsOfColumn(input) : yieldsOfWeights(input, 'weight');
  return { ...yields, values: checkRange(yields, reader, { lines, crop: options.crop }) };
}

function yieldsOfColumn(input: YieldInput): Yields {
  const { reader, lines, options } = input;
  const declared = options.unit === undefined ? null : readUnit(options.unit);
  if (options.unit !== undefined && declared === null) return yieldsOfOwnUnit(input, options.unit);
  const { crop } = options;
  const measure = { reader, lines, key: 'yield', crop, ...(declared && { declared }) };
  const raw = readRawMeasure(measure);
  if (raw.unit?.kind === 'weight') return yieldsOfWeights(input, 'yield');
  const unit = raw.unit ?? guessUnit(raw, crop, reader);
  if (unit === null) return { unit: TONNES_A_HECTARE, values: lines.map(() => null) };
  if (raw.unit !== null) reportConversion(measure, raw.unit, TONNES_A_HECTARE);
  if (!fitsUnit(raw, unit, { crop, reader })) {
    return { unit: TONNES_A_HECTARE, values: lines.map(() => null) };
  }
  const values = adjustForMoisture(convertMeasure(raw, unit, crop), {
    reader,
    lines,
    crop,
    isWet: options.moisture === 'as-harvested',
    isDeclared: options.moisture !== undefined,
  });
  return { unit: TONNES_A_HECTARE, values };
}

function yieldsOfOwnUnit({ reader, lines }: YieldInput, unit: string): Yields {
  const text = `Numbers are in ${unit} and are not converted.`;
  reader.findings.note({ kind: 'converted', text, column: reader.heading('yield')!.text });
  return { unit, values: lines.map((record) => reader.number(record, 'yield')?.value ?? null) };
}

/** A weight from a strip or plot over its area, corrected for moisture: weights are as harvested. */
function yieldsOfWeights({ reader, lines, options }: YieldInput, key: 'yield' | 'weight'): Yields {
  const { crop } = options;
  const unit = TONNES_A_HECTARE;
  const nothing = { unit, values: lines.map(() => null) };
  const column = reader.heading(key)!.text;
  if (!reader.has('area')) {
    const text = 'These are weights, and no column is the area: a yield cannot be told from them.';
    reader.findings.error({ kind: 'column-missing', text, column });
    return nothing;
  }
  const declared = options.unit === undefined ? null : readUnit(options.unit);
  const measure = {
    reader,
    lines,
    key,
    crop,
    ...(declared?.kind === 'weight' && { declared }),
  };
  const raw = readRawMeasure(measure);
  if (raw.unit === null) {
    const text = 'No unit of weight is named; declare it (kg, t, lb).';
    reader.findings.error({ kind: 'unit-unknown', text, column });
    return nothing;
  }
  reportConversion(measure, raw.unit, 't');
  const areas = readAreas(reader, lines);
  const weights = convertMeasure(raw, raw.unit, crop);
  const values = weights.map((weight, index) => overArea(weight, areas[index]!));
  const isWet = options.moisture !== 'standard';
  return {
    unit,
    values: adjustForMoisture(values, { reader, lines, crop, isWet, isDeclared: true }),
  };
}

function overArea(weight: number | null, area: number | null): number | null {
  return weight === null || area === null ? null : weight / area;
}

/** Takes the one usual unit in which the median is a usual harvest. */
function guessUnit(raw: RawMeasure, crop: Crop, reader: LineReader): MeasureUnit | null {
  const { text: column, remark } = reader.heading('yield')!;
  if (remark !== null && !/^[\d.,\s%]*$/.test(remark)) {
    const said = `The heading says "${remark}", which is no unit of yields that is known; declare the unit.`;
    reader.findings.error({ kind: 'unit-unknown', text: said, column });
    return null;
  }
  const fitting = fittingUnits(raw, crop);
  const middle = shortNumber(medianOf(raw));
  if (crop.typical === crop.range && isWithin(medianOf(raw), crop.range)) {
    const text = `No unit is named; the yields are read as t/ha, as the range of ${crop.name} is.`;
    reader.findings.warning({ kind: 'unit-guessed', text, column });
    return USUAL_UNITS[0]!;
  }
  if (fitting.length === 1) {
    const text = `No unit is named; the median of ${middle} is read as ${fitting[0]!.name}, the only usual unit that fits ${crop.name}.`;
    reader.findings.warning({ kind: 'unit-guessed', text, column });
    return fitting[0]!;
  }
  const which =
    fitting.length === 0
      ? `fits ${crop.name} in none of the usual units`
      : `could be ${fitting.map(({ name }) => name).join(' or ')} of ${crop.name}`;
  const text = `No unit is named, and the median of ${middle} ${which}; declare the unit of the yields.`;
  if (raw.cells.some((cell) => cell !== null)) {
    reader.findings.error({ kind: 'unit-unknown', text, column });
  }
  return null;
}

/** Says whether the median is possible; if not, which unit would fit. */
function fitsUnit(
  raw: RawMeasure,
  unit: MeasureUnit,
  { crop, reader }: { crop: Crop; reader: LineReader },
): boolean {
  const factor = unitFactor(unit, crop);
  const middle = medianOf(raw);
  if (factor === null) return false;
  if (Number.isNaN(middle) || isWithin(middle * factor, crop.range)) return true;
  const others = fittingUnits(raw, crop).map(({ name }) => name);
  const hint = others.length === 0 ? '' : ` ${others.join(' or ')} would fit.`;
  const text = `The median of ${shortNumber(middle)} ${unit.name} is impossible for ${crop.name} (${rangeText(crop)}).${hint}`;
  reader.findings.error({ kind: 'unit-misfit', text, column: reader.heading('yield')!.text });
  return false;
}

function fittingUnits(raw: RawMeasure, crop: Crop): MeasureUnit[] {
  const middle = medianOf(raw);
  return USUAL_UNITS.filter((unit) =>
    isWithin(middle * (unitFactor(unit, crop) ?? Number.NaN), crop.typical),
  );
}

/** A single value that no field can yield blocks; nothing at all must be confirmed. */
function checkRange(
  { values, unit }: Yields,
  reader: LineReader,
  { lines, crop }: { lines: readonly TableRecord[]; crop: Crop },
): (number | null)[] {
  const key = reader.has('yield') ? 'yield' : 'weight';
  return values.map((value, index) => {
    if (value === null) return null;
    const at = reader.at(lines[index]!, key);
    if (!isWithin(value, crop.range)) {
      const text = `${shortNumber(value)} ${unit} is impossible for ${crop.name} (${rangeText(crop)} ${unit}).`;
      reader.findings.error({ ...at, kind: 'impossible', text });
      return null;
    }
    if (value === 0 && crop.range.min === 0) {
      const text =
        'A yield of 0 is kept as a harvest that was lost; leave the cell empty if it was not measured.';
      reader.findings.warning({ ...at, kind: 'zero-yield', text });
    }
    return value;
  });
}

function medianOf({ cells }: RawMeasure): number {
  const values = cells.flatMap((cell) => (cell === null ? [] : [cell.value])).sort((a, b) => a - b);
  return values.length === 0 ? Number.NaN : values[Math.floor((values.length - 1) / 2)]!;
}

function isWithin(value: number, { min, max }: Crop['range']): boolean {
  return value >= min && value <= max;
}

function rangeText({ range }: Crop): string {
  return `${range.min} to ${range.max}`;
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Says that a line has no yield; a cell that holds something has said already why it is none. */
export function reportMissingYield(
  reader: LineReader,
  record: TableRecord,
  severity: 'warning' | 'note',
): void {
  const key = reader.has('yield') ? 'yield' : 'weight';
  if (!reader.has(key) || reader.number(record, key) !== null) return;
  const text = 'The line has no yield and is left out.';
  reader.findings[severity]({ ...reader.at(record, key), kind: 'cell-missing', text });
}

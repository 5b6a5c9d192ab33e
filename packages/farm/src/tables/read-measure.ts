/**
 * A column of weights, areas or yields in tonnes, hectares and t/ha, whatever unit it is written in.
 *
 * The unit is, in this order, the one that the caller declares, the one in the heading, the one behind
 * each number. What was converted is noted; units that contradict each other are an error.
 */
import type { Crop } from './crop.ts';
import type { CellNumber, LineReader } from './line-reader.ts';
import { type MeasureUnit, readUnit, unitFactor } from './measure-unit.ts';
import type { TableRecord } from './split-records.ts';

export interface MeasureInput {
  readonly reader: LineReader;
  readonly lines: readonly TableRecord[];
  readonly key: string;
  readonly crop: Crop;
  /** The unit of the column, as the caller declares it. */
  readonly declared?: MeasureUnit;
}

export interface RawMeasure {
  /** What stands in the table, with the factor that is known for each; null where there is nothing. */
  readonly cells: readonly (RawCell | null)[];
  /** The unit of the column; null if nobody names one. */
  readonly unit: MeasureUnit | null;
}

interface RawCell {
  readonly value: number;
  readonly unit: MeasureUnit | null;
}

/** Returns numbers and units as they stand. */
export function readRawMeasure({ reader, lines, key, declared }: MeasureInput): RawMeasure {
  const named = declared ?? reader.heading(key)?.unit ?? null;
  const heading = reader.heading(key)?.unit ?? null;
  if (declared !== undefined && heading !== null && heading.name !== declared.name) {
    const text = `The heading says ${heading.name}; it is read as ${declared.name}, as you declare.`;
    reader.findings.warning({ kind: 'unit-misfit', text, column: reader.heading(key)!.text });
  }
  const cells = lines.map((record) => {
    const number = reader.number(record, key);
    return number && withUnit(number, named, () => reader.at(record, key), reader);
  });
  const first = cells.find((cell) => cell?.unit)?.unit ?? null;
  return { cells, unit: named ?? first };
}

function withUnit(
  { value, suffix }: CellNumber,
  named: MeasureUnit | null,
  at: () => { line?: number; column?: string | null },
  { findings }: LineReader,
): RawCell | null {
  if (suffix === '') return { value, unit: named };
  const unit = readUnit(suffix);
  if (unit === null) {
    const text = `"${suffix.slice(0, 20)}" behind the number is not a unit that is known.`;
    findings.error({ ...at(), kind: 'cell-unit', text });
    return null;
  }
  if (named !== null && unit.name !== named.name) {
    const text = `The number is followed by ${unit.name}, but the column is in ${named.name}.`;
    findings.error({ ...at(), kind: 'cell-unit', text });
    return null;
  }
  return { value, unit };
}

/** Returns the values in tonnes, hectares or t/ha; cells without a unit of their own have `fallback`. */
export function convertMeasure(
  { cells }: RawMeasure,
  fallback: MeasureUnit,
  crop: Crop,
): (number | null)[] {
  return cells.map((cell) => {
    if (cell === null) return null;
    const factor = unitFactor(cell.unit ?? fallback, crop);
    // 94.5 dt are 9.45 t, not 9.450000000000001.
    return factor === null ? null : Number((cell.value * factor).toPrecision(12));
  });
}

/** Notes how numbers were converted, or that a bushel's weight is not known. */
export function reportConversion(
  { reader, key, crop }: MeasureInput,
  unit: MeasureUnit,
  target: string,
): void {
  const column = reader.heading(key)?.text ?? null;
  const factor = unitFactor(unit, crop);
  if (factor === null) {
    const text = `A bushel of ${crop.name} has no weight that is known; give yields in t/ha or kg.`;
    reader.findings.error({ kind: 'unit-unknown', text, column });
    return;
  }
  const bushel = unit.weight?.tonnes === null ? ` (${crop.bushelPounds} lb a bushel)` : '';
  const text =
    factor === 1
      ? `Numbers are in ${unit.name}.`
      : `Numbers are in ${unit.name}; 1 ${unit.name} = ${Number(factor.toPrecision(6))} ${target}${bushel}.`;
  reader.findings.note({ kind: 'converted', text, column });
}

/**
 * Areas in hectares. Without a unit anywhere they are read as hectares, which must be confirmed.
 */
import { MAIZE } from './crop.ts';
import type { LineReader } from './line-reader.ts';
import { type MeasureUnit, readUnit } from './measure-unit.ts';
import { convertMeasure, readRawMeasure, reportConversion } from './read-measure.ts';
import type { TableRecord } from './split-records.ts';

const HECTARE: MeasureUnit = readUnit('ha')!;
const HECTARES_MAX = 10_000;

/** Returns the area of each line; null where there is none, or an impossible one. */
export function readAreas(
  reader: LineReader,
  lines: readonly TableRecord[],
  declared?: MeasureUnit,
): (number | null)[] {
  // No area depends on a crop; any will do.
  const input = { reader, lines, key: 'area', crop: MAIZE, ...(declared && { declared }) };
  const raw = readRawMeasure(input);
  const column = reader.heading('area')?.text ?? null;
  if (raw.unit === null) {
    const text = 'No unit is named; the areas are read as hectares.';
    reader.findings.warning({ kind: 'unit-guessed', text, column });
  } else reportConversion(input, raw.unit, 'ha');
  const areas = convertMeasure(raw, raw.unit ?? HECTARE, MAIZE);
  return areas.map((area, index) => {
    if (area === null || (area > 0 && area <= HECTARES_MAX)) return area;
    const text = `An area of ${Number(area.toPrecision(6))} ha is impossible.`;
    reader.findings.error({ ...reader.at(lines[index]!, 'area'), kind: 'impossible', text });
    return null;
  });
}

/**
 * Grain is sold at a standard moisture: wetter grain is lighter once it is dried.
 *
 *     yield at the standard = yield as harvested × (100 − moisture) / (100 − standard)
 *
 * Weights are as harvested and are corrected; published yields mostly are at the standard already, so
 * a moisture column beside them changes nothing unless the caller says so.
 */
import type { Crop } from './crop.ts';
import type { LineReader } from './line-reader.ts';
import type { TableRecord } from './split-records.ts';

export interface MoistureInput {
  readonly reader: LineReader;
  readonly lines: readonly TableRecord[];
  readonly crop: Crop;
  readonly isWet: boolean;
  /** Whether somebody said so, or it is what weights are. */
  readonly isDeclared: boolean;
}

const MOISTURE_MAX = 60;

/** Returns the yields at the standard moisture of the crop. */
export function adjustForMoisture(
  values: readonly (number | null)[],
  input: MoistureInput,
): (number | null)[] {
  const { reader, lines, crop, isWet, isDeclared } = input;
  const column = reader.heading('moisture')?.text;
  const standard = crop.standardMoisture;
  if (column === undefined || standard === null) return [...values];
  if (!isWet) {
    const text = `Yields are taken as they stand, at ${standard} % moisture; declare them as harvested if they are wet.`;
    reader.findings[isDeclared ? 'note' : 'warning']({ kind: 'moisture', text, column });
    return [...values];
  }
  const text = `Yields are brought to ${standard} % moisture; lines without a moisture are taken as they stand.`;
  reader.findings.note({ kind: 'moisture', text, column });
  return values.map((value, index) => {
    const moisture = readMoisture(reader, lines[index]!);
    if (value === null || moisture === null) return value;
    return (value * (100 - moisture)) / (100 - standard);
  });
}

function readMoisture(reader: LineReader, record: TableRecord): number | null {
  const number = reader.number(record, 'moisture');
  if (number === null || (number.value > 1 && number.value <= MOISTURE_MAX)) {
    return number?.value ?? null;
  }
  const text = `A moisture of ${number.value} % is impossible.`;
  reader.findings.error({ ...reader.at(record, 'moisture'), kind: 'impossible', text });
  return null;
}

/**
 * Open-Meteo as a table: a line about the place, and below it one table for each section.
 *
 *     latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
 *     41.9,-93.6,300,-18000,America/Chicago,GMT-5
 *
 *     time,temperature_2m (°C),temperature_2m_member01 (°C)
 *     2026-04-20T00:00,11.2,11.0
 *
 * It is put in the form of the documents, because times and members mean the same there.
 */
import { splitUnit } from './column-roles.ts';
import { readTable, type Table } from './table.ts';

/** Returns whether a text is a table of Open-Meteo. */
export function isOpenMeteoTable(text: string): boolean {
  return /^latitude,[^\n]*utc_offset_seconds/.test(text);
}

/** Returns the same as a document. */
export function openMeteoDocument(text: string): unknown {
  const [place, ...sections] = text.trim().split(/\n[ \t]*\n/);
  const { header, rows } = readTable(place!);
  const offset = Number(rows[0]![header.indexOf('utc_offset_seconds')]);
  return Object.fromEntries([
    ['utc_offset_seconds', offset],
    ...sections.flatMap((section, k) => sectionFields(readTable(section), `section${k + 1}`)),
  ]);
}

function sectionFields({ header, rows }: Table, name: string): [string, object][] {
  const columns = header.map((heading, column) => ({
    ...splitUnit(heading),
    cells: rows.map((row) => row[column]),
  }));
  return [
    [name, Object.fromEntries(columns.map((one) => [one.name, one.cells]))],
    [`${name}_units`, Object.fromEntries(columns.map((one) => [one.name, one.unit ?? '']))],
  ];
}

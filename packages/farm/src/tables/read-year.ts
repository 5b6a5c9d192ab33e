/**
 * The year of a harvest from what people write: 2019, a date, or a season over two years.
 *
 * Of a date the year is taken; of 2019/20 the later one, because that is when a crop sown in autumn is
 * harvested, and that must be confirmed. The day number of a spreadsheet (43588) is no year, and the
 * error says which date it would be.
 */
import type { LineReader } from './line-reader.ts';
import type { TableRecord } from './split-records.ts';
import { tidyName } from './tidy-name.ts';

const YEAR_MIN = 1900;
const YEAR_MAX = 2100;

/** Returns the year, or null with a finding if the cell has none. */
export function readYear(reader: LineReader, record: TableRecord): number | null {
  const text = tidyName(reader.raw(record, 'year'));
  if (text === '') return null;
  const at = reader.at(record, 'year');
  const plain = /^(\d{4})(?:[.,]0+)?$/.exec(text);
  if (plain !== null && isYear(Number(plain[1]))) return Number(plain[1]);
  const season = /^(\d{4})\s?[/–-]\s?(\d{2}|\d{4})$/.exec(text);
  if (season !== null && isSeason(season)) {
    const said = `"${text}" is read as ${Number(season[1]) + 1}, the year of the harvest.`;
    reader.findings.warning({ ...at, kind: 'year-of-two', text: said });
    return Number(season[1]) + 1;
  }
  const year = yearOfDate(text);
  if (year !== null) {
    const said = 'Dates stand in the column; their year is taken.';
    reader.findings.note({ ...at, kind: 'year-from-date', text: said });
    return year;
  }
  const said = `"${text.slice(0, 40)}" is not a year such as 2019.${dayNumberHint(text)}`;
  reader.findings.error({ ...at, kind: 'not-a-year', text: said });
  return null;
}

function isYear(value: number): boolean {
  return value >= YEAR_MIN && value <= YEAR_MAX;
}

function isSeason(match: RegExpExecArray): boolean {
  const first = Number(match[1]);
  return isYear(first) && (first + 1) % 100 === Number(match[2]) % 100;
}

/** 2019-05-03, 2019/5/3, 20190503, 3.5.2019, 5/3/2019, with a time of day or without. */
function yearOfDate(text: string): number | null {
  const match =
    /^(\d{4})[-/.](?:0?[1-9]|1[0-2])(?:[-/.]\d{1,2})?(?:[T ].*)?$/.exec(text) ??
    /^\d{1,2}[-/.]\d{1,2}[-/.](\d{4})(?: .*)?$/.exec(text) ??
    /^(\d{4})(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.exec(text);
  const year = Number(match?.[1]);
  return isYear(year) ? year : null;
}

/** Spreadsheets count days from 30 December 1899. */
function dayNumberHint(text: string): string {
  const day = Number(text);
  if (!Number.isInteger(day) || day < 20_000 || day > 60_000) return '';
  const date = new Date((day - 25_569) * 86_400_000).toISOString().slice(0, 10);
  return ` It is the day number of a spreadsheet for ${date}: format the column as dates or years.`;
}

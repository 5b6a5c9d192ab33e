/**
 * One plot as an official file tells it, and the reasons for which a plot is left out.
 */
import type { CalendarDay } from './calendar.ts';

/** In the order in which they are looked for; a plot is counted once, under the first that holds. */
export const DROP_REASONS = {
  discarded: 'marked as discarded',
  filler: 'filler, sown to fill the field',
  localCheck: 'local check, a hybrid of one field only',
  noHybrid: 'without a hybrid',
  noYield: 'without a yield',
  noNetYield: 'without what the net yield is computed from',
  noPlantingDate: 'in a field-year without a planting date',
  noLatitude: 'in a field whose latitude is not known',
  noWeather: 'in a field-year without daily weather for nine tenths of its season',
  noSoil: 'in a field-year without soil texture',
  otherField: 'in a field that was not asked for',
  otherHybrid: 'of a hybrid that is not among those with most plots',
} as const;

export type DropReason = keyof typeof DROP_REASONS;

export interface PlotRecord {
  readonly year: number;
  /** Official code of the field. */
  readonly location: string;
  readonly hybrid: string;
  readonly replicate: number;
  /** As released, in Mg/ha at 15.5 % moisture. */
  readonly releasedMgHa: number | null;
  readonly netMgHa: number | null;
  readonly planted: CalendarDay | null;
  readonly silking: CalendarDay | null;
  readonly harvested: CalendarDay | null;
  /** What the file itself says against the plot. */
  readonly mark: 'discarded' | 'filler' | 'localCheck' | null;
}

/** Names a field-year as the official files do: "DEH1_2016". */
export function environmentName(location: string, year: number): string {
  return `${location}_${year}`;
}

/**
 * Which kind of file it is, by its heading and not by its name, and what it holds.
 */
import type { CalendarDay } from './calendar.ts';
import type { DailyWeather, WeatherFile } from './daily-weather.ts';
import { fileFault } from './file-fault.ts';
import { readHeader } from './file-header.ts';
import { environmentName, type PlotRecord } from './plot-record.ts';
import { COMPETITION_PLOT_COLUMNS, readCompetitionPlots } from './read-competition-plots.ts';
import { DAILY_WEATHER_COLUMNS, readDailyWeather } from './read-daily-weather.ts';
import { METADATA_COLUMNS, readMetadata } from './read-metadata.ts';
import {
  COMPETITION_SOIL_COLUMNS,
  readCompetitionSoil,
  readYearlySoil,
  type SoilFile,
  type SoilTexture,
  YEARLY_SOIL_COLUMNS,
} from './read-soil.ts';
import { readStationWeather, STATION_WEATHER_COLUMNS } from './read-station-weather.ts';
import { readTidyRows, TIDY_SPECS } from './read-tidy.ts';
import { readYearlyPlots, YEARLY_PLOT_COLUMNS } from './read-yearly-plots.ts';
import { type ColumnSpecs, missingColumn } from './sheet.ts';
import type { TidyRow } from './tidy-row.ts';

/** All files together. */
export interface SourceData {
  readonly plots: PlotRecord[];
  readonly tidyRows: TidyRow[];
  readonly textures: Map<string, SoilTexture>;
  readonly latitudes: Map<string, number>;
  /** Satellite weather: no gaps, so it counts before stations. */
  readonly dailyWeather: Map<string, ReadonlyMap<CalendarDay, DailyWeather>>;
  readonly stationWeather: Map<string, ReadonlyMap<CalendarDay, DailyWeather>>;
  /** The file that told the plots of each field-year. */
  readonly plotFiles: Map<string, string>;
  readonly warnings: string[];
}

interface FileKind {
  readonly name: string;
  readonly columns: ColumnSpecs<string>;
  /** Adds what the file holds and returns the number of its rows. */
  readonly read: (file: string, header: readonly string[], into: SourceData) => Promise<number>;
}

/** In this order; the first whose columns are all there. */
const KINDS: readonly FileKind[] = [
  {
    name: 'tidy table',
    columns: TIDY_SPECS,
    read: async (file, header, into) => {
      const rows = await readTidyRows(file, header);
      for (const row of rows) into.tidyRows.push(row);
      claimEnvironments(file, rows, into);
      return rows.length;
    },
  },
  {
    name: 'plots of one year',
    columns: YEARLY_PLOT_COLUMNS,
    read: async (file, header, into) => addPlots(file, await readYearlyPlots(file, header), into),
  },
  {
    name: 'plots of the competition (file 1)',
    columns: COMPETITION_PLOT_COLUMNS,
    read: async (file, header, into) =>
      addPlots(file, await readCompetitionPlots(file, header), into),
  },
  {
    name: 'soil of the competition (file 3)',
    columns: COMPETITION_SOIL_COLUMNS,
    read: async (file, header, into) => addSoil(await readCompetitionSoil(file, header), into),
  },
  {
    name: 'soil of one year',
    columns: YEARLY_SOIL_COLUMNS,
    read: async (file, header, into) => addSoil(await readYearlySoil(file, header), into),
  },
  {
    name: 'daily weather (file 4)',
    columns: DAILY_WEATHER_COLUMNS,
    read: async (file, header, into) =>
      addWeather(await readDailyWeather(file, header), into.dailyWeather),
  },
  {
    name: 'station weather',
    columns: STATION_WEATHER_COLUMNS,
    read: async (file, header, into) =>
      addWeather(await readStationWeather(file, header), into.stationWeather),
  },
  {
    name: 'metadata of the competition (file 2)',
    columns: METADATA_COLUMNS,
    read: async (file, header, into) => {
      const { rowCount, latitudes } = await readMetadata(file, header);
      for (const [environment, latitude] of latitudes) into.latitudes.set(environment, latitude);
      return rowCount;
    },
  },
];

/** Nothing read yet. */
export function emptySource(): SourceData {
  return {
    plots: [],
    tidyRows: [],
    textures: new Map(),
    latitudes: new Map(),
    dailyWeather: new Map(),
    stationWeather: new Map(),
    plotFiles: new Map(),
    warnings: [],
  };
}

export interface FileSummary {
  readonly kind: string;
  readonly rowCount: number;
}

/** Reads one file into the data, or refuses it. */
export async function readSource(file: string, into: SourceData): Promise<FileSummary> {
  const header = await readHeader(file);
  const kind = KINDS.find(({ columns }) => missingColumn(header, columns) === null);
  if (kind === undefined) throw unknownKind(file, header);
  return { kind: kind.name, rowCount: await kind.read(file, header, into) };
}

function addPlots(file: string, plots: readonly PlotRecord[], into: SourceData): number {
  claimEnvironments(file, plots, into);
  for (const plot of plots) into.plots.push(plot);
  return plots.length;
}

/** A plot told by two files would count twice. */
function claimEnvironments(
  file: string,
  plots: readonly { readonly location: string; readonly year: number }[],
  { plotFiles }: SourceData,
): void {
  for (const { location, year } of plots) {
    const environment = environmentName(location, year);
    const earlier = plotFiles.get(environment) ?? file;
    plotFiles.set(environment, earlier);
    if (earlier === file) continue;
    throw fileFault({
      file,
      rule: 'must tell plots that no other file tells',
      received: `one more with plots of ${environment}, which ${earlier} has too`,
      remedy: 'Give either the files of single years or the file of the competition.',
    });
  }
}

function addSoil(soil: SoilFile, into: SourceData): number {
  for (const [environment, texture] of soil.textures) into.textures.set(environment, texture);
  into.warnings.push(...soil.warnings);
  return soil.rowCount;
}

function addWeather(
  { rowCount, weather }: WeatherFile,
  into: Map<string, ReadonlyMap<CalendarDay, DailyWeather>>,
): number {
  for (const [environment, days] of weather) {
    into.set(environment, new Map([...(into.get(environment) ?? []), ...days]));
  }
  return rowCount;
}

/** Says which column is missing to be what it looks most like. */
function unknownKind(file: string, header: readonly string[]): Error {
  const candidates = KINDS.map((kind) => ({ kind, share: shareFound(header, kind) })).sort(
    (first, second) => second.share - first.share,
  );
  const { kind, share } = candidates[0]!;
  const known = KINDS.map(({ name }) => name).join(', ');
  if (share === 0) {
    return fileFault({
      file,
      line: 1,
      rule: `must be the heading of a file that the import knows (${known})`,
      received: `"${header.join(',').slice(0, 60)}"`,
    });
  }
  return fileFault({
    file,
    line: 1,
    rule: `must have a column "${missingColumn(header, kind.columns)}" to be ${kind.name}`,
    received: 'without it',
    remedy: `The import knows: ${known}.`,
  });
}

function shareFound(header: readonly string[], { columns }: FileKind): number {
  const required = Object.entries(columns).filter(([, { isOptional }]) => isOptional !== true);
  const found = required.filter(([key, spec]) => missingColumn(header, { [key]: spec }) === null);
  return found.length / required.length;
}

/**
 * Latitudes by field-year: file 2 of the competition, `2_Training_Meta_Data_2014_2021.csv`.
 *
 * Needed for field-years that places.ts does not know: those after 2017.
 */
import { type ColumnSpecs, readSheet } from './sheet.ts';

type MetadataColumn = 'environment' | 'station' | 'corner';

export const METADATA_COLUMNS: ColumnSpecs<MetadataColumn> = {
  environment: { names: ['Env'] },
  station: { names: ['Weather_Station_Latitude'] },
  corner: { names: ['Latitude_of_Field_Corner_#1'], isOptional: true },
};

const DEGREES = [-90, 90] as const;

export interface MetadataFile {
  readonly rowCount: number;
  readonly latitudes: ReadonlyMap<string, number>;
}

/** Reads the latitudes; the corner of the field counts before the weather station. */
export async function readMetadata(file: string, header: readonly string[]): Promise<MetadataFile> {
  const sheet = await readSheet(file, header, METADATA_COLUMNS);
  const latitudes = new Map<string, number>();
  for (let row = 0; row < sheet.rowCount; row++) {
    const latitude = sheet.number('corner', row, DEGREES) ?? sheet.number('station', row, DEGREES);
    if (latitude !== null) latitudes.set(sheet.requiredText('environment', row), latitude);
  }
  return { rowCount: sheet.rowCount, latitudes };
}

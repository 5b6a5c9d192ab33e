/**
 * Soil texture by field-year: file 3 of the competition, or the soil file of one year.
 *
 * Texture was measured in some field-years only; other rows are left aside. Several samples of one
 * field-year are averaged. A sample whose year is not that of its field-year was taken for another
 * season; it is left aside too, with a warning.
 */
import { fileFault } from './file-fault.ts';
import { environmentName } from './plot-record.ts';
import { type ColumnSpecs, readSheet, type Sheet } from './sheet.ts';
import { yearInName } from './year-in-name.ts';

export interface SoilTexture {
  readonly sandPct: number;
  readonly siltPct: number;
  readonly clayPct: number;
}

type SoilColumn = 'sand' | 'silt' | 'clay' | 'place' | 'year';

const TEXTURE_COLUMNS = {
  sand: { names: ['% Sand'] },
  silt: { names: ['% Silt'] },
  clay: { names: ['% Clay'] },
} as const satisfies ColumnSpecs<string>;

export const COMPETITION_SOIL_COLUMNS: ColumnSpecs<SoilColumn> = {
  ...TEXTURE_COLUMNS,
  place: { names: ['Env'] },
  year: { names: ['Year'], isOptional: true },
};

export const YEARLY_SOIL_COLUMNS: ColumnSpecs<SoilColumn> = {
  ...TEXTURE_COLUMNS,
  place: { names: ['Field ID', 'Location', 'Experiment'] },
  year: { names: ['Year'], isOptional: true },
};

type SoilSheet = Sheet<SoilColumn>;

/** How far the three shares may be from 100 together. */
const SUM_TOLERANCE = 3;

export interface SoilFile {
  readonly rowCount: number;
  readonly textures: ReadonlyMap<string, SoilTexture>;
  readonly warnings: readonly string[];
}

/** Reads file 3. */
export async function readCompetitionSoil(
  file: string,
  header: readonly string[],
): Promise<SoilFile> {
  const sheet = await readSheet(file, header, COMPETITION_SOIL_COLUMNS);
  return texturesOf(sheet, (row) => sheet.requiredText('place', row));
}

/** Reads the file of one year; its name tells which, and codes may carry a remark in brackets. */
export async function readYearlySoil(file: string, header: readonly string[]): Promise<SoilFile> {
  const year = yearInName(file);
  if (year === null) {
    throw fileFault({
      file,
      rule: 'must have its year in its name, such as g2f_2016_soil_data_clean.csv',
      received: 'without one',
    });
  }
  const sheet = await readSheet(file, header, YEARLY_SOIL_COLUMNS);
  return texturesOf(sheet, (row) =>
    environmentName(sheet.requiredText('place', row).split(/[\s(]/)[0]!, year),
  );
}

function texturesOf(sheet: SoilSheet, environmentOf: (row: number) => string): SoilFile {
  const samples = new Map<string, SoilTexture[]>();
  const warnings: string[] = [];
  for (let row = 0; row < sheet.rowCount; row++) {
    const texture = textureOf(sheet, row);
    if (texture === null) continue;
    const environment = environmentOf(row);
    const year = sheet.text('year', row);
    if (year !== '' && !environment.endsWith(`_${year}`)) {
      warnings.push(
        `The soil of ${environment} on line ${sheet.line(row)} is of the year ${year}; it was left aside.`,
      );
      continue;
    }
    samples.set(environment, [...(samples.get(environment) ?? []), texture]);
  }
  const textures = [...samples].map(([name, values]) => [name, meanTexture(values)] as const);
  return { rowCount: sheet.rowCount, textures: new Map(textures), warnings };
}

function textureOf(sheet: SoilSheet, row: number): SoilTexture | null {
  const [sandPct, siltPct, clayPct] = (['sand', 'silt', 'clay'] as const).map((key) =>
    sheet.number(key, row, [0, 100]),
  ) as [number | null, number | null, number | null];
  if (sandPct === null || siltPct === null || clayPct === null) return null;
  if (Math.abs(sandPct + siltPct + clayPct - 100) > SUM_TOLERANCE) {
    throw sheet.fault('sand', row, 'must add up to 100 together with silt and clay');
  }
  return { sandPct, siltPct, clayPct };
}

function meanTexture(samples: readonly SoilTexture[]): SoilTexture {
  const mean = (key: keyof SoilTexture) =>
    samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length;
  return { sandPct: mean('sandPct'), siltPct: mean('siltPct'), clayPct: mean('clayPct') };
}

/**
 * From a tidy table to a fitted model file: scale, fit, turn into canonical form, summarise, report.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileFault } from '../import/file-fault.ts';
import { readClimate } from '../import/read-climate.ts';
import { readTidyFile } from '../import/read-tidy.ts';
import { publish } from '../publish.ts';
import { canonicalForm } from './canonical-form.ts';
import { DEFAULT_FIT, type FitSettings, fitAll } from './fit-method.ts';
import { fitReport } from './fit-report.ts';
import { type ContextScalingMethod, fitRows } from './fit-rows.ts';
import { type MaizeModelFile, maizeModelFile } from './maize-model-file.ts';
import { modelCard, type SourceFile } from './model-card.ts';
import { siteSummaries } from './site-summaries.ts';

const SWEEPS_BETWEEN_LINES = 250;

export interface FitMaizeOptions extends Partial<FitSettings> {
  /** A tidy table, CSV or Parquet. */
  readonly file: string;
  /** Site climate by year, for the spread of seasons. */
  readonly climateFile?: string;
  readonly scaling?: ContextScalingMethod;
  /** True unless said otherwise; it takes most of the time. */
  readonly hasCrossValidation?: boolean;
  readonly onProgress?: (line: string) => void;
}

/** Fits a table. The same files and options give the same bits. */
export async function fitMaize(options: FitMaizeOptions): Promise<MaizeModelFile> {
  const { file, climateFile, scaling = 'min-max', hasCrossValidation = true } = options;
  const onProgress = options.onProgress ?? (() => {});
  const settings = settingsOf(options);
  const table = await readTidyFile(file);
  requireEnough(file, table.length, settings.latentSize);
  const climate = climateFile === undefined ? null : await readClimate(climateFile);
  const rows = fitRows(table, scaling);
  const fit = fitAll(rows, settings, (sweepCount, error) => {
    if (sweepCount % SWEEPS_BETWEEN_LINES !== 0) return;
    onProgress(`sweep ${sweepCount}: penalised error ${error.toPrecision(10)}`);
  });
  const model = canonicalForm(fit.model);
  return maizeModelFile({
    rows,
    settings,
    fit,
    model,
    sites: siteSummaries({ table, rows, climate }),
    report: fitReport({ rows, model, settings, hasCrossValidation, onProgress }),
    card: modelCard({
      table,
      rows,
      data: await sourceFile(file),
      climate: climateFile === undefined ? null : await sourceFile(climateFile),
    }),
  });
}

/** Writes a model as JSON, one row of W or V a line. */
export async function writeMaizeModel(file: string, model: MaizeModelFile): Promise<void> {
  try {
    await publish(file, (draft) => writeFile(draft, modelText(model)));
  } catch (error) {
    const received = `not: ${(error as Error).message}`;
    throw fileFault({ file, rule: 'must be a file that can be written', received });
  }
}

/** Indented, with lists of numbers on one line. */
export function modelText(model: MaizeModelFile): string {
  const text = JSON.stringify(model, null, 1);
  const onOneLine = text.replace(/\[[^[\]{}"]*\]/g, (list) => list.replace(/\s+/g, ' '));
  return `${onOneLine}\n`;
}

function settingsOf(options: FitMaizeOptions): FitSettings {
  return {
    method: options.method ?? DEFAULT_FIT.method,
    seed: options.seed ?? DEFAULT_FIT.seed,
    latentSize: options.latentSize ?? DEFAULT_FIT.latentSize,
    penalties: options.penalties ?? DEFAULT_FIT.penalties,
    gradientFactor: options.gradientFactor ?? DEFAULT_FIT.gradientFactor,
  };
}

function requireEnough(file: string, rowCount: number, latentSize: number): void {
  if (rowCount >= latentSize) return;
  throw fileFault({
    file,
    rule: `must hold at least ${latentSize} plots for a fit`,
    received: `one with ${rowCount}`,
  });
}

async function sourceFile(file: string): Promise<SourceFile> {
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return { name: path.basename(file), sha256 };
}

/**
 * From official files to one tidy table: read, judge every plot, join soil and season, write, report.
 *
 * No plot gets lost: read = written + dropped, and the report counts the dropped ones by reason.
 */
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import { type Environment, environmentsOf, faultOfEnvironment } from './environments.ts';
import { fileFault } from './file-fault.ts';
import { type ImportReport, importReport } from './import-report.ts';
import { DROP_REASONS, type DropReason, environmentName, type PlotRecord } from './plot-record.ts';
import { type Selection, selectRows } from './select-rows.ts';
import type { SoilRule } from './soil-lookup.ts';
import { emptySource, type FileSummary, readSource, type SourceData } from './source-files.ts';
import type { TidyRow } from './tidy-row.ts';
import { writeImport } from './write-tidy.ts';
import { bushelsToMgHa, mgHaToBushels } from './yield-units.ts';

/** Bushels in a table are rounded to a thousandth. */
const ROUNDING_MG_HA = 0.0005;

export type YieldChoice = 'released' | 'net';

export interface ImportMaizeOptions extends Selection {
  readonly files: readonly string[];
  /** Where the table goes; Parquet if it ends so, CSV otherwise. */
  readonly output: string;
  /** Which yields `yield_mg_ha` holds; 'released' if left out. */
  readonly yields?: YieldChoice;
  /** Whether soil may be carried between years of a place; 'measured' if left out. */
  readonly soil?: SoilRule;
  readonly onProgress?: (line: string) => void;
}

/** Imports the files and returns the report, which is also written beside the table. */
export async function importMaize(options: ImportMaizeOptions): Promise<ImportReport> {
  const { yields = 'released', soil = 'measured' } = options;
  requireDistinct(options.files);
  const source = emptySource();
  const files: (FileSummary & { readonly file: string })[] = [];
  for (const file of options.files) {
    const summary = await readSource(file, source);
    options.onProgress?.(`${file}: ${summary.kind}, ${summary.rowCount} rows`);
    files.push({ file, ...summary });
  }
  const environments = environmentsOf(source, soil);
  const judged = judgePlots(source, environments, yields);
  const selected = selectRows(judged.rows, options);
  const report = importReport({
    yields,
    soil,
    files,
    environments: [...environments.values()],
    plotCount: source.plots.length + source.tidyRows.length,
    rows: selected.kept,
    dropped: { ...judged.dropped, ...selected.dropped },
    warnings: source.warnings,
  });
  requireRows(report);
  await writeImport(options.output, selected.kept, report);
  return report;
}

interface JudgedPlots {
  readonly rows: readonly TidyRow[];
  readonly dropped: Partial<Record<DropReason, number>>;
}

function judgePlots(
  source: SourceData,
  environments: ReadonlyMap<string, Environment>,
  yields: YieldChoice,
): JudgedPlots {
  const rows: TidyRow[] = [];
  const dropped: Partial<Record<DropReason, number>> = {};
  const take = (row: TidyRow | DropReason) => {
    if (typeof row === 'string') dropped[row] = (dropped[row] ?? 0) + 1;
    else rows.push(row);
  };
  for (const plot of source.plots) {
    const environment = environments.get(environmentName(plot.location, plot.year))!;
    take(judgePlot(plot, environment, yields));
  }
  for (const row of source.tidyRows) take(withYield(row, yields));
  return { rows, dropped };
}

/** Returns the row of the table, or the reason why there is none. */
function judgePlot(
  plot: PlotRecord,
  environment: Environment,
  yields: YieldChoice,
): TidyRow | DropReason {
  if (plot.mark !== null) return plot.mark;
  if (plot.hybrid === '') return 'noHybrid';
  if (plot.releasedMgHa === null) return 'noYield';
  if (yields === 'net' && plot.netMgHa === null) return 'noNetYield';
  const fault = faultOfEnvironment(environment);
  if (fault !== null) return fault;
  const { sandPct, siltPct, clayPct, soilSource } = environment.soil!;
  const row = {
    year: plot.year,
    location: plot.location,
    fieldId: environment.fieldId,
    hybrid: plot.hybrid,
    replicate: plot.replicate,
    yieldMgHa: plot.releasedMgHa,
    yieldBuAc: mgHaToBushels(plot.releasedMgHa),
    yieldNetMgHa: plot.netMgHa,
    sandPct,
    siltPct,
    clayPct,
    tempMeanC: environment.weather!.tempMeanC,
    radiationMjM2D: environment.weather!.radiationMjM2D,
    photoperiodH: environment.photoperiodH!,
    soilSource,
  };
  return withYield(row, yields);
}

function withYield(row: TidyRow, yields: YieldChoice): TidyRow | DropReason {
  if (yields === 'released') return { ...row, yieldMgHa: releasedYield(row) };
  return row.yieldNetMgHa === null ? 'noNetYield' : { ...row, yieldMgHa: row.yieldNetMgHa };
}

/** A tidy table may hold net yields; the released ones are then told by their bushels only. */
function releasedYield({ yieldMgHa, yieldBuAc }: TidyRow): number {
  const released = bushelsToMgHa(yieldBuAc);
  return Math.abs(released - yieldMgHa) < ROUNDING_MG_HA ? yieldMgHa : released;
}

function requireDistinct(files: readonly string[]): void {
  const paths = files.map((file) => path.resolve(file));
  const repeated = files.find((_, i) => paths.indexOf(paths[i]!) < i);
  if (repeated === undefined) return;
  throw fileFault({ file: repeated, rule: 'must be given once', received: 'given twice' });
}

function requireRows({ rowsWritten, rowsRead, dropped }: ImportReport): void {
  if (rowsWritten > 0) return;
  const reasons = (Object.keys(dropped) as DropReason[]).map(
    (reason) => `${dropped[reason]} ${DROP_REASONS[reason]}`,
  );
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: 'the files must tell at least one plot with yield, soil and weather',
    received: rowsRead === 0 ? 'files without plots' : `none of ${rowsRead}: ${reasons.join('; ')}`,
    remedy: 'Give the soil and the daily weather of the same field-years too.',
  });
}

/**
 * Importing maize trials.
 */
export {
  type ImportMaizeOptions,
  importMaize,
  type YieldChoice,
} from './import-maize.ts';
export { type ImportReport, importLines } from './import-report.ts';
export { readTidyFile } from './read-tidy.ts';
export type { SoilRule } from './soil-lookup.ts';
export type { TidyRow } from './tidy-row.ts';
export { reportPath } from './write-tidy.ts';

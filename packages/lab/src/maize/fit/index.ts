/**
 * Fitting the maize model.
 */
export { fitLines } from './fit-lines.ts';
export {
  type FitMaizeOptions,
  fitMaize,
  modelText,
  writeMaizeModel,
} from './fit-maize.ts';
export type { FitMethodName, FitSettings } from './fit-method.ts';
export type { CrossValidationReport, FitReport } from './fit-report.ts';
export type { ContextScalingMethod } from './fit-rows.ts';
export type { MaizeModelFile } from './maize-model-file.ts';
export type { ModelCard } from './model-card.ts';

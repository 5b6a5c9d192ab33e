/**
 * The lab: worlds with a known truth, measures, trials, and the price of safety.
 */

export { boundsLines } from './bounds/bounds-text.ts';
export { type BoundsReport, boundsRunCount, evaluateBounds } from './bounds/evaluate-bounds.ts';
export {
  RandomStream,
  type RandomStreamOptions,
  RandomStreams,
  randomStream,
} from './environments/random-stream.ts';
export {
  type SyntheticReading,
  type SyntheticWorldOptions,
  syntheticWorld,
} from './environments/synthetic-world.ts';
export type { World } from './environments/world.ts';
export { type EvaluateOptions, type Evaluation, evaluateLog } from './evaluate/evaluate-log.ts';
export { evaluationFigure } from './evaluate/evaluation-figure.ts';
export { evaluationLines } from './evaluate/evaluation-text.ts';
export { type ReadLog, readLog } from './evaluate/read/read-log.ts';
export { isParquet, readParquetLog } from './evaluate/read/read-parquet.ts';
export type { TargetDefinition } from './evaluate/target.ts';
export { warmStart } from './evaluate/warm-start.ts';
export type { DecisionLogAudit, LogAuditOptions } from './experiments/audit/audit-decision-log.ts';
export {
  type Audit,
  type AuditEvidence,
  auditLines,
  auditText,
} from './experiments/audit/audit-file.ts';
export { UNIT_REWARDS } from './experiments/create-world.ts';
export type {
  CellSummary,
  Curve,
  DifferenceSummary,
  ExperimentSummary,
  Measure,
  PromiseSummary,
  TightestMoment,
  TrialClaim,
} from './experiments/experiment-summary.ts';
export { inlineFiles } from './experiments/inline-files.ts';
export { parseExperiment } from './experiments/parse-experiment.ts';
export { summaryLines } from './experiments/summary-text.ts';
export { fitLines } from './maize/fit/fit-lines.ts';
export { type FitMaizeOptions, fitMaize, writeMaizeModel } from './maize/fit/fit-maize.ts';
export type { FitMethodName, FitSettings } from './maize/fit/fit-method.ts';
export type { ContextScalingMethod } from './maize/fit/fit-rows.ts';
export {
  type ImportMaizeOptions,
  importMaize,
  type YieldChoice,
} from './maize/import/import-maize.ts';
export { type ImportReport, importLines } from './maize/import/import-report.ts';
export { reportPath } from './maize/import/write-tidy.ts';
export {
  type Agreement,
  accuracyAgreement,
  type Disagreement,
} from './maize/mixed/accuracy-agreement.ts';
export { accuracyTable, agreementLines, reliabilityLines } from './maize/mixed/accuracy-lines.ts';
export {
  fitMaizeMixed,
  type MaizeTrialFiles,
  type MaizeWork,
  maizeAccuracy,
  writeMixedModel,
} from './maize/mixed/fit-maize-mixed.ts';
export {
  MAIZE_FULL_SIZE,
  MAIZE_QUICK_SIZE,
  type MaizeSize,
  maizeExperiment,
} from './maize/reproduce/maize-experiment.ts';
export {
  type MaizeReproduction,
  type ReproduceMaizeOptions,
  reproduceMaize,
} from './maize/reproduce/reproduce-maize.ts';
export { type ForecastValue, forecastValue } from './maize/world/forecast-value.ts';
export { readMaizeModel } from './maize/world/read-maize-model.ts';
export { type CountOfRuns, upperLimit } from './measures/clopper-pearson.ts';
export { type MeanAndError, meanAndError } from './measures/mean-and-error.ts';
export {
  type PromiseName,
  type RoundPlay,
  RunMeasures,
  type RunMeasuresOptions,
} from './measures/run-measures.ts';
export { boundsFigures } from './plots/bounds-figure.ts';
export type { Figure } from './plots/figure.ts';
export { type RankingPicture, type RankingRow, rankingFigure } from './plots/ranking-figure.ts';
export { requirePictureName, writePicture } from './plots/write-picture.ts';
export {
  PRICE_REPORTS,
  type PriceOutcome,
  type PriceReport,
  type PriceReportName,
  type PriceRequest,
} from './price/price-report.ts';
export { writeReport } from './reports/experiment-report.ts';
export { textReport } from './reports/text-report.ts';
export { writeReportFiles } from './reports/write-report-files.ts';
export { agreementText } from './reproduce/agreement-section.ts';
export { verdictText } from './reproduce/claims-section.ts';
export { FULL_SIZE, type PaperSize, QUICK_SIZE } from './reproduce/paper-experiments.ts';
export {
  paperSettings,
  type ReproduceOptions,
  type Reproduction,
  reproducePaper,
} from './reproduce/reproduce-paper.ts';
export type { RivalChoice, RivalPlay, RivalRound, RivalRule } from './rivals/rival-learner.ts';
export type { OwnMeasure } from './runner/own-things.ts';
export { playExperiment } from './runner/play-experiment.ts';
export { type ResultPlace, resultFolderPath } from './runner/result-folder.ts';
export { type RunOptions, runExperiment } from './runner/run-experiment.ts';
export {
  ProgressMeter,
  type ProgressMeterOptions,
  type RunProgress,
  tellProgress,
} from './runner/run-progress.ts';
export {
  type AllTasks,
  openWorkerPool,
  runAll,
  type WorkerPool,
  type WorkerPoolOptions,
} from './runner/worker-pool.ts';
export type { Environment as OwnEnvironment } from './trials/environment.ts';
export { runTrial, type TrialOptions } from './trials/run-trial.ts';
export { mapTrials, type TrialRange, type TrialStreams } from './trials/trial-streams.ts';

/**
 * The lab: worlds with a known truth, measures, trials, and the price of safety.
 */

export { type BoundsReport, boundsLines, evaluateBounds } from './bounds/index.ts';
export {
  BernoulliWorld,
  type BernoulliWorldOptions,
  type BoundedWorldOptions,
  boundedWorld,
  type DriftWorldOptions,
  driftWorld,
  PAPER_WORLD,
  RandomStream,
  type RandomStreamOptions,
  RandomStreams,
  randomStream,
  type SyntheticReading,
  type SyntheticWorldOptions,
  syntheticWorld,
  TRAP_NAMES,
  type TrapName,
  trapWorld,
  type World,
} from './environments/index.ts';
export type { ClaimsAudit } from './experiments/audit/audit-claims.ts';
export {
  auditDecisionLog,
  type DecisionLogAudit,
  type LogAuditOptions,
} from './experiments/audit/audit-decision-log.ts';
export {
  type Audit,
  type AuditEvidence,
  auditLines,
  auditText,
} from './experiments/audit/audit-file.ts';
export {
  AUDIT_CONFIDENCE,
  auditSummary,
  type CellAudit,
  type SummaryAudit,
  type Verdict,
} from './experiments/audit/audit-summary.ts';
export { type AuditTerms, parseAuditTerms } from './experiments/audit/audit-terms.ts';
export type { ClaimCheck, ExcessiveClaim } from './experiments/audit/check-claims.ts';
export { type DecisionLogRow, parseDecisionLog } from './experiments/audit/decision-log.ts';
export type { LogFinding } from './experiments/audit/log-finding.ts';
export {
  type DecisionTruth,
  parseTruth,
  type TruthByDecision,
} from './experiments/audit/truth-file.ts';
export {
  type BilinearDefinition,
  type Cell,
  type EnvironmentDefinition,
  type Experiment,
  GATED_KINDS,
  type StrategyDefinition,
  type StrategyKind,
  type SyntheticDefinition,
} from './experiments/experiment.ts';
export { experimentHash } from './experiments/experiment-hash.ts';
export { cellName } from './experiments/experiment-plan.ts';
export {
  type CellSummary,
  type Curve,
  type ExperimentSummary,
  MEASURES,
  type Measure,
  type PromiseSummary,
  type TightestMoment,
  type TrialClaim,
} from './experiments/experiment-summary.ts';
export { inlineLogs } from './experiments/inline-logs.ts';
export {
  type DifferencesInput,
  differencesTo,
  type StrategyDifference,
} from './experiments/paired-difference.ts';
export { checkExperiment, parseExperiment } from './experiments/parse-experiment.ts';
export { parseSummary } from './experiments/parse-summary.ts';
export { summaryLines } from './experiments/summary-text.ts';
export {
  type ContextScalingMethod,
  type CrossValidationReport,
  type FitMaizeOptions,
  type FitMethodName,
  type FitReport,
  type FitSettings,
  fitLines,
  fitMaize,
  type MaizeModelFile,
  type ModelCard,
  modelText,
  writeMaizeModel,
} from './maize/fit/index.ts';
export {
  type ImportMaizeOptions,
  type ImportReport,
  importLines,
  importMaize,
  readTidyFile,
  reportPath,
  type SoilRule,
  type TidyRow,
  type YieldChoice,
} from './maize/import/index.ts';
export {
  contextOf,
  type Harvest,
  type HarvestAnswer,
  type HarvestCorrections,
  type HarvestReport,
  type HeldOutError,
  type HybridOutlook,
  harvestCorrections,
  harvestText,
  heldOutError,
  highestYield,
  INTERVAL_SHARE,
  MAIZE_POLICY_DEFAULTS,
  type MaizePolicyOptions,
  maizePolicyDefinition,
  modelYields,
  observeHarvest,
  parseEnsemble,
  parseForecast,
  type Recommendation,
  type RecommendRequest,
  recommend,
  recommendationFigure,
  recommendationText,
  requirePictureName,
  type Season,
  type Soil,
  STRICT_HELD_OUT_ERROR,
  seasonOf,
  siteOf,
  usualHybrid,
  writePicture,
  yieldOutlook,
} from './maize/recommend/index.ts';
export {
  MAIZE_FULL_SIZE,
  MAIZE_QUICK_SIZE,
  type MaizeReproduction,
  type MaizeSize,
  maizeExperiment,
  type ReproduceMaizeOptions,
  reproduceMaize,
} from './maize/reproduce/index.ts';
export {
  asWrittenLearner,
  type ComparedMean,
  type ComparedMeasure,
  compareMaizeDifference,
  compareMaizeRow,
  type ForecastValue,
  forecastValue,
  type MaizeAlgorithm,
  type MaizeCell,
  type MaizeEntry,
  type MaizeTrial,
  type MaizeTrials,
  maizeContestant,
  maizeEnvironment,
  parseMaizeModel,
  type ReferenceRow,
  readMaizeModel,
  runMaizeRow,
  SHIPPED_MODEL_FILE,
} from './maize/world/index.ts';
export {
  type CountOfRuns,
  lowerLimit,
  type MeanAndError,
  meanAndError,
  PROMISE_NAMES,
  type PromiseName,
  pairedDifference,
  type RoundPlay,
  RunMeasures,
  type RunMeasuresOptions,
  SlackTrack,
  standardErrorsAbove,
  upperLimit,
} from './measures/index.ts';
export { type MeasureOptions, measurePrice } from './price/measure-price.ts';
export type { PriceArguments } from './price/price-arguments.ts';
export type { PriceRow } from './price/price-row.ts';
export { priceTable } from './price/price-table.ts';
export {
  experimentReport,
  type ReportFiles,
  type WriteReportOptions,
  writeReport,
} from './reports/index.ts';
export {
  type Agreement,
  type AgreementLine,
  agreementText,
  type Claim,
  type ClaimVerdict,
  type Evidence,
  FULL_SIZE,
  type PaperSize,
  paperExperiments,
  paperSettings,
  QUICK_SIZE,
  type ReproduceOptions,
  type Reproduction,
  reproducePaper,
  verdictText,
} from './reproduce/index.ts';
export { type ResultPlace, resultFolderPath } from './runner/result-folder.ts';
export { type RunOptions, runExperiment } from './runner/run-experiment.ts';
export {
  ProgressMeter,
  type ProgressMeterOptions,
  progressText,
  type RunProgress,
  tellProgress,
} from './runner/run-progress.ts';
export {
  runTrap,
  type TrapBaseline,
  type TrapCell,
  type TrapTally,
  trapBook,
} from './thornbush/trap-runs.ts';
export type { Contestant } from './trials/contestant.ts';
export type { Delivery } from './trials/delivery.ts';
export { type HedgeContestantOptions, hedgeContestant } from './trials/hedge-contestant.ts';
export { linearContestant } from './trials/linear-contestant.ts';
export { openBook } from './trials/open-book.ts';
export { type PaperContestantOptions, paperContestant } from './trials/paper-contestant.ts';
export { runTrial, type TrialOptions } from './trials/run-trial.ts';
export { mapTrials, type TrialRange, type TrialStreams } from './trials/trial-streams.ts';

/**
 * @hedgerow/client: calls the service, and falls back to the caller's baseline when it is away.
 */
export type {
  AckRequest,
  ActionBounds,
  AuditView,
  BatchAnswer,
  ContextDescription,
  CorrectionRequest,
  Corridor,
  CorridorPoint,
  DecisionEvent,
  DecisionFilter,
  DecisionLogLine,
  DecisionPage,
  DecisionReceipt,
  DecisionRequest,
  DecisionState,
  DecisionSummary,
  DecisionView,
  DefinitionPreview,
  DefinitionReply,
  DefinitionRequest,
  ExecutedShare,
  GroupPlan,
  GroupReply,
  GroupRequest,
  Mode,
  ModeRequest,
  OutcomeReply,
  PartReward,
  PartRewards,
  PartsStanding,
  PolicyCounts,
  PolicyDefinition,
  PolicyHealth,
  PolicyNews,
  PolicyView,
  Problem,
  Receipt,
  ReportFigure,
  ReportSummary,
  ReportView,
  RewardInterval,
  RewardLine,
  RewardLineAnswer,
  RewardRequest,
  SafeModeRequest,
  SitePlan,
  SituationRequest,
  VoidRequest,
  WeightBounds,
  WeightsView,
  WireContext,
  WireContextValue,
  WireReason,
} from '@hedgerow/service/wire';
export type {
  BaselineOptions,
  BaselineRequest,
  CallOptions,
  Client,
  DecideCallOptions,
  ExportFormat,
  RewardFallback,
  SafeDecision,
  ServiceCalls,
  SiteCallOptions,
  WatchOptions,
} from './client.ts';
export type { Clock } from './clock.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export { ConnectionError, QueueFullError, ServiceError, type ServiceErrorInput } from './errors.ts';
export type { FallbackStorage, FallbackTicket } from './fallback-queue.ts';
export type { FlushReport } from './flush-fallbacks.ts';
export { newKey } from './new-key.ts';
export type { ClientProblem, ProblemKind, ProblemListener } from './problem-listener.ts';
export type { Fetch } from './send.ts';

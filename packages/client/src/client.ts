/**
 * Everything a caller can ask of the service, as typed calls.
 *
 * A call rejects with a ServiceError if the service refuses, and with a ConnectionError if no answer
 * comes. Only `decideOrBaseline` never rejects because the service is away: somebody has to act.
 */
import type {
  AckRequest,
  ArchiveRequest,
  AuditView,
  BatchAnswer,
  CorrectionRequest,
  Corridor,
  DecisionFilter,
  DecisionPage,
  DecisionReceipt,
  DecisionRequest,
  DecisionView,
  DefinitionPreview,
  DefinitionReply,
  DefinitionRequest,
  DefinitionView,
  EraseRequest,
  ExportFormat,
  ForecastsView,
  ForgetReply,
  ForgetRequest,
  GroupPlan,
  GroupReply,
  GroupRequest,
  MinimalReceipt,
  ModeRequest,
  OutcomeReply,
  PolicyNews,
  PolicyView,
  PreviewReceipt,
  RegisterChange,
  RemovalReply,
  RemovalView,
  ReportSummary,
  ReportView,
  RewardLine,
  RewardLineAnswer,
  RewardRequest,
  SafeModeRequest,
  SitesView,
  SubjectReply,
  SubjectRequest,
  SubjectsRequest,
  SubjectsView,
  VoidRequest,
  WeightsView,
} from '@hedgerow/service/wire';
import type { FallbackTicket } from './fallback-queue.ts';
import type { FlushReport } from './flush-fallbacks.ts';

export interface CallOptions {
  /** Ends the call early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** For all tries together. */
  readonly timeoutMs?: number;
}

/** For what can be asked about one site of a policy. */
export interface SiteCallOptions extends CallOptions {
  /** Only what is of this site. A key that is kept to a site need not say it. */
  readonly site?: string;
}

export interface PoliciesCallOptions extends CallOptions {
  /** Whether archived ones are listed too. */
  readonly archived?: boolean;
  /** The most that are listed; all if absent, however many pages they are. */
  readonly limit?: number;
}

export interface RemoveCallOptions extends CallOptions {
  /** Erases a demonstration, or what was archived long enough, with everything that was ever decided. */
  readonly erase?: boolean;
}

export interface DecideCallOptions extends CallOptions {
  /**
   * Names this decision for ever: the same key and request give the same decision. Drawn at random
   * if absent. Bring your own if you may have to ask again after a restart.
   */
  readonly key?: string;
}

export interface MinimalCallOptions extends DecideCallOptions {
  /** Receipts that say no more than what is to be done: half the work for the service. The rest stays with the service. */
  readonly receipts: 'minimal';
}

export interface BaselineOptions {
  /** The action that is played if the service cannot be asked. The service is told of it, too. */
  readonly baseline: string;
  readonly key?: string;
  readonly timeoutMs?: number;
}

/** A request whose baseline action stands in the options. */
export type BaselineRequest = Omit<DecisionRequest, 'baseline'> & {
  readonly baseline?: Omit<NonNullable<DecisionRequest['baseline']>, 'action'>;
};

/** What to do now, and where it comes from. */
export type SafeDecision =
  | { readonly action: string; readonly source: 'service'; readonly receipt: DecisionReceipt }
  | {
      readonly action: string;
      readonly source: 'fallback';
      /** Give the reward to it. Null if the fall-back will not be reported; `problem` says why. */
      readonly ticket: FallbackTicket | null;
      readonly problem: Error;
    };

export interface WatchOptions {
  /** Only what is of this site. */
  readonly site?: string;
  /** Ends the watching. */
  readonly signal?: AbortSignal;
  /** Connections in a row that may bring no news before the watching fails. Default 8. */
  readonly reconnectLimit?: number;
  /** A connection on which nothing moves for so long counts as broken. Default 45,000. */
  readonly silenceMs?: number;
}

/** One call for each route. */
export interface ServiceCalls {
  /**
   * Makes a decision; books it. A key that may decide but not read gets a receipt without `margin`,
   * `bounds` and `coin`.
   */
  decide(
    policy: string,
    request: DecisionRequest,
    options?: DecideCallOptions,
  ): Promise<DecisionReceipt>;
  /** What would be decided now; books nothing. */
  preview(policy: string, request: DecisionRequest, options?: CallOptions): Promise<PreviewReceipt>;
  /**
   * Plans many decisions at once; with `commit` issues them all, or none. The same key and request give
   * the same plan.
   */
  planGroup(policy: string, request: GroupRequest, options?: DecideCallOptions): Promise<GroupPlan>;
  /** Closes a group: its rewards count, and are learnt, from now on. */
  closeGroup(policy: string, group: string, options?: CallOptions): Promise<GroupReply>;
  /** Makes many decisions that do not know of each other; an answer for each, in their order. */
  decideMany(
    policy: string,
    requests: readonly DecisionRequest[],
    options: MinimalCallOptions,
  ): Promise<readonly BatchAnswer<MinimalReceipt>[]>;
  decideMany(
    policy: string,
    requests: readonly DecisionRequest[],
    options?: DecideCallOptions,
  ): Promise<readonly BatchAnswer[]>;
  /**
   * Reports many rewards, some thousands at a time, and yields an answer for every line as it comes.
   * What is sent again, after a failure for instance, is recognised.
   */
  sendRewards(
    policy: string,
    rewards: Iterable<RewardLine> | AsyncIterable<RewardLine>,
    options?: CallOptions,
  ): AsyncIterableIterator<RewardLineAnswer>;
  /** Reports the reward of a decision, or of parts of it. */
  reward(
    decision: string,
    reward: number | RewardRequest,
    options?: CallOptions,
  ): Promise<OutcomeReply>;
  /** Says that the action of a decision was played, or the baseline instead. */
  ack(decision: string, request?: AckRequest, options?: CallOptions): Promise<OutcomeReply>;
  /** Says that the round did not take place. */
  void(decision: string, request: VoidRequest, options?: CallOptions): Promise<OutcomeReply>;
  /** Replaces a reward that was reported wrongly. */
  correct(
    decision: string,
    request: CorrectionRequest,
    options?: CallOptions,
  ): Promise<OutcomeReply>;

  policies(options?: PoliciesCallOptions): Promise<readonly PolicyView[]>;
  policy(id: string, options?: SiteCallOptions): Promise<PolicyView>;
  /** Creates a policy, adds to it (`grown`), or starts a new generation of it. */
  define(id: string, request: DefinitionRequest, options?: CallOptions): Promise<DefinitionReply>;
  /** Which of these `define` would do; changes nothing. */
  previewDefinition(
    id: string,
    request: DefinitionRequest,
    options?: CallOptions,
  ): Promise<DefinitionPreview>;
  /** The whole definition; in views a long prior is shown without its precision. */
  definition(policy: string, options?: SiteCallOptions): Promise<DefinitionView>;
  /** Archives a policy; one without decisions is removed. */
  remove(
    policy: string,
    request?: EraseRequest,
    options?: RemoveCallOptions,
  ): Promise<RemovalReply>;
  /** Deletes what was known of the situations of settled decisions; what was learnt stays. */
  forget(policy: string, request: ForgetRequest, options?: CallOptions): Promise<ForgetReply>;
  /** What is left of erased policies, oldest first; needs a key that reads all policies. */
  removals(options?: CallOptions): Promise<readonly RemovalView[]>;
  /** Lets an archived policy decide again. */
  restore(policy: string, request?: ArchiveRequest, options?: CallOptions): Promise<PolicyView>;
  /** What the policy decides about again and again. */
  subjects(policy: string, options?: SiteCallOptions): Promise<SubjectsView>;
  /** Replaces all subjects. */
  putSubjects(
    policy: string,
    request: SubjectsRequest,
    options?: CallOptions,
  ): Promise<SubjectsView>;
  putSubject(
    policy: string,
    request: SubjectRequest & { readonly name: string },
    options?: CallOptions,
  ): Promise<SubjectReply>;
  removeSubject(
    policy: string,
    request: RegisterChange & { readonly name: string },
    options?: CallOptions,
  ): Promise<SubjectReply>;
  /** How the sites stand: budgets, sizes tried, counts. */
  sites(policy: string, options?: SiteCallOptions): Promise<SitesView>;
  /** One page of decisions, newest first. */
  decisions(policy: string, filter?: DecisionFilter, options?: CallOptions): Promise<DecisionPage>;
  decision(id: string, options?: CallOptions): Promise<DecisionView>;
  audit(policy: string, options?: SiteCallOptions): Promise<AuditView>;
  /** With `since` or `until`, points of that time alone; totals count from the beginning. */
  corridor(
    policy: string,
    request?: {
      readonly points?: number;
      readonly site?: string;
      readonly since?: string;
      readonly until?: string;
    },
    options?: CallOptions,
  ): Promise<Corridor>;
  weights(policy: string, options?: CallOptions): Promise<WeightsView>;
  /** Whether the forecasts are any good, by variable. */
  forecasts(policy: string, options?: CallOptions): Promise<ForecastsView>;
  setMode(policy: string, request: ModeRequest, options?: CallOptions): Promise<PolicyView>;
  /** Gives every round to the baseline, until it is switched off. */
  safeMode(policy: string, request?: SafeModeRequest, options?: CallOptions): Promise<PolicyView>;
  /** Reports of the lab that the service was started with, newest first. */
  reports(options?: CallOptions): Promise<readonly ReportSummary[]>;
  /** One of them, with its figures. */
  report(id: string, options?: CallOptions): Promise<ReportView>;
  /** The address of the export; a browser that follows it does not send the API key. */
  exportUrl(policy: string, format: ExportFormat, site?: string): string;
  /**
   * The export as it arrives. `receipts`: JSON lines with receipts, the log that `hedgerow audit` reads; `log` and `parquet`: what
   * `hedgerow evaluate` reads.
   */
  export(
    policy: string,
    format: ExportFormat,
    options?: SiteCallOptions,
  ): Promise<ReadableStream<Uint8Array>>;
  /** News of a policy as they happen; connects again if the connection breaks. */
  events(policy: string, options?: WatchOptions): AsyncIterableIterator<PolicyNews>;
}

/** The calls, and what keeps a caller acting while the service is away. */
export interface Client extends ServiceCalls {
  /**
   * Makes a decision, or returns the baseline in time. The fall-back is reported later, by `flush`,
   * which also begins by itself after any call that succeeds.
   */
  decideOrBaseline(
    policy: string,
    request: BaselineRequest,
    options: BaselineOptions,
  ): Promise<SafeDecision>;
  reward: ServiceCalls['reward'] & RewardFallback;
  /** Reports the fall-backs that wait. Never rejects; an outage leaves them waiting. */
  flush(): Promise<FlushReport>;
  /** Number of fall-backs that wait to be reported. */
  readonly waitingCount: number;
}

/** Remembers the reward of a round that fell back; `flush` sends it if the books can take it. */
export type RewardFallback = (
  ticket: FallbackTicket,
  reward: number | RewardRequest,
) => Promise<'waiting'>;

/**
 * The contract of the decisions room: everything the HTTP routes can ask for, without HTTP.
 *
 * Rule zero: any doubt inside `decide` answers with the caller's baseline. What is wrong with the
 * request throws a ServiceProblem with a 4xx status and changes nothing; what cannot be stored
 * throws one with 503.
 */

import type { StandingNumbers } from '../journal/standing.ts';
import type {
  AckRequest,
  ArchiveRequest,
  AuditView,
  CorrectionRequest,
  Corridor,
  DecisionFilter,
  DecisionLogLine,
  DecisionPage,
  DecisionRequest,
  DecisionSummary,
  DecisionView,
  DefinitionPreview,
  DefinitionReply,
  DefinitionRequest,
  DefinitionView,
  EraseRequest,
  ForecastsView,
  ForgetReply,
  ForgetRequest,
  GroupPlan,
  GroupReply,
  GroupRequest,
  ModeRequest,
  OutcomeReply,
  PolicyNews,
  PolicyView,
  PreviewReceipt,
  RegisterChange,
  RemovalReply,
  RemovalView,
  RewardLine,
  RewardRequest,
  SitesView,
  SubjectReply,
  SubjectRequest,
  SubjectsRequest,
  SubjectsView,
  VoidRequest,
  WeightsView,
} from '../wire.ts';
import type { BulkAnswer } from './commands/bulk-command.ts';
import type { RefusedDecision } from './commands/decide-many-command.ts';
import type { CallerKey } from './commands/idempotency.ts';
import type { CorridorSpan } from './views/corridor.ts';
import type { PolicyTerms } from './views/policy-terms.ts';

/** How much of a receipt is answered: all of it, or no more than what is to be done (MinimalReceipt). */
export type AnswerForm = 'whole' | 'minimal';

export interface DecisionAnswer {
  /** JSON text of the receipt, the same bytes for ever. */
  readonly text: string;
  /** Whether it was answered before under the same key. */
  readonly isReplay: boolean;
}

/** One of many requests, and whose it is. */
export interface AskedDecision {
  readonly request: DecisionRequest;
  readonly caller: CallerKey;
}

/** What became of one of many: plain data, also where it was refused. */
export type ManyAnswer = ({ readonly kind: 'decided' } & DecisionAnswer) | RefusedDecision;

export interface GroupAnswered {
  readonly plan: GroupPlan;
  readonly isReplay: boolean;
}

/** All policies that take decisions, added up, and the worst few of them; for the metrics. */
export interface PolicyTotals {
  /** Those that are well, halted, archived, and those of which an earlier release wrote last. */
  readonly ok: number;
  readonly halted: number;
  readonly archived: number;
  readonly unread: number;
  readonly pending: number;
  readonly unresolved: number;
  readonly decisions: number;
  readonly learner: number;
  /** The smallest budget of all; null if there is none. */
  readonly leastMargin: number | null;
  /** All if there are few; else those with the smallest budgets, the most pending decisions, halted ones. */
  readonly worst: readonly WorstPolicy[];
}

export interface WorstPolicy extends StandingNumbers {
  readonly policy: string;
  /** Sites that have decided something, and the budgets of those that have least. */
  readonly siteCount: number;
  readonly sites: readonly { readonly site: string; readonly margin: number }[];
}

export interface AuditOptions {
  /** The policies that the caller may touch; all if absent. */
  readonly policies?: readonly string[];
  readonly site?: string;
  /** The sum of the failure probabilities of these, if it is known already. */
  readonly total?: number;
}

export interface PoliciesOptions {
  readonly site?: string;
  /** Whether archived ones are shown too. */
  readonly isArchivedShown?: boolean;
  /** The policies that the caller may touch; all if absent. */
  readonly policies?: readonly string[];
  /** Only names after this one. */
  readonly after?: string;
  /** The most that are looked at. */
  readonly limit?: number;
}

export interface PolicyPage {
  readonly policies: readonly PolicyView[];
  /** Of one site only: those of the page that another member has to be asked about. */
  readonly elsewhere: readonly string[];
  /** Pass it as `after` to get the next page, however few are on this one: definitions may be long. Null if there is none. */
  readonly next: string | null;
}

/** With the name of the subject that it is about. */
export type Named<Request> = Request & { readonly name: string };

export interface DecisionService {
  decide(
    policy: string,
    request: DecisionRequest,
    caller: CallerKey,
    form?: AnswerForm,
  ): Promise<DecisionAnswer>;
  /** Makes decisions that do not know of each other, in their order; one that is refused touches no other. */
  decideMany(
    policy: string,
    asked: readonly AskedDecision[],
    form?: AnswerForm,
  ): Promise<readonly ManyAnswer[]>;
  /** What would be decided now; books nothing. Its id and sequence mean nothing. */
  preview(policy: string, request: DecisionRequest, site?: string): Promise<PreviewReceipt>;
  /** Plans many decisions at once and issues them all, in one turn; answered again for the same key. */
  issueGroup(policy: string, request: GroupRequest, caller: CallerKey): Promise<GroupAnswered>;
  /** The plan as it would be now; books nothing. */
  previewGroup(policy: string, request: GroupRequest, site?: string): Promise<GroupPlan>;
  /** The rewards of the group count, and are learnt, from now on. */
  closeGroup(policy: string, group: string): Promise<GroupReply>;
  ack(decision: string, request: AckRequest, site?: string): Promise<OutcomeReply>;
  void(decision: string, request: VoidRequest, site?: string): Promise<OutcomeReply>;
  reward(decision: string, request: RewardRequest, site?: string): Promise<OutcomeReply>;
  /** Takes in many rewards of one policy, each by itself; resolves when all of them are on disk. */
  rewardMany(
    policy: string,
    rewards: readonly RewardLine[],
    site?: string,
  ): Promise<readonly BulkAnswer[]>;
  correct(decision: string, request: CorrectionRequest, site?: string): Promise<OutcomeReply>;
  setMode(policy: string, request: ModeRequest): Promise<PolicyView>;
  /** With the id of the API key that asks. Creates the policy, adds to it, or starts a new generation if the definition does more than add. */
  define(policy: string, request: DefinitionRequest, owner?: string): Promise<DefinitionReply>;
  /** Which of these it would be; changes nothing. */
  previewDefinition(policy: string, request: DefinitionRequest): Promise<DefinitionPreview>;
  /**
   * Starts a new generation of the same definition after a restore: what was spent since the backup is
   * not known, so nothing is left of the reserve.
   */
  renew(policy: string, reason: string): Promise<PolicyView>;
  /** Archives a policy; one without any decision is removed. */
  remove(policy: string, request: ArchiveRequest): Promise<RemovalReply>;
  /** Erases a demonstration, or what was archived long enough, with everything that was ever written about it. */
  erase(policy: string, request: EraseRequest, by: string): Promise<RemovalReply>;
  /**
   * Deletes what was known of the situations of settled decisions, in the journal and in all that was made of it. What was learnt
   * stays; those that wait for something are told, and left alone.
   */
  forget(policy: string, request: ForgetRequest): Promise<ForgetReply>;
  /** What is left of erased policies, oldest first. */
  removals(): Promise<readonly RemovalView[]>;
  /** An archived policy takes decisions again. */
  restore(policy: string, request: ArchiveRequest): Promise<PolicyView>;
  /** With a site, here and below: only what is of that site, and nothing that tells of others. */
  subjects(policy: string, site?: string): Promise<SubjectsView>;
  putSubjects(policy: string, request: SubjectsRequest, site?: string): Promise<SubjectsView>;
  putSubject(policy: string, request: Named<SubjectRequest>, site?: string): Promise<SubjectReply>;
  removeSubject(
    policy: string,
    request: Named<RegisterChange>,
    site?: string,
  ): Promise<SubjectReply>;
  /** One page, in the order of names. */
  policies(options?: PoliciesOptions): Promise<PolicyPage>;
  policy(id: string, site?: string): Promise<PolicyView>;
  /** As much of it as another protocol needs to ask for a decision. */
  terms(policy: string): Promise<PolicyTerms>;
  definition(policy: string, site?: string): Promise<DefinitionView>;
  sites(policy: string, site?: string): Promise<SitesView>;
  decision(id: string, site?: string): Promise<DecisionView>;
  /** The decision that was made under this key, whatever was asked; null if there is none. */
  decisionByKey(policy: string, key: CallerKey): Promise<string | null>;
  decisions(policy: string, filter: DecisionFilter): Promise<DecisionPage>;
  /** Every decision of the present generation, oldest first. */
  allDecisions(policy: string, site?: string): AsyncIterable<readonly DecisionSummary[]>;
  /** The same with their receipts. */
  decisionLog(policy: string, site?: string): AsyncIterable<readonly DecisionLogLine[]>;
  corridor(policy: string, points: number, site?: string, span?: CorridorSpan): Promise<Corridor>;
  weights(policy: string): Promise<WeightsView>;
  /** Whether the forecasts are any good, by variable. */
  forecasts(policy: string): Promise<ForecastsView>;
  /** Failure probabilities are added up over the policies that the caller may touch; all if absent. */
  audit(policy: string, options?: AuditOptions): Promise<AuditView>;
  /** Of all generations of a policy together. */
  failureProbability(policy: string): Promise<number>;
  /** Calls back after changes until the returned function is called. */
  watch(policy: string, listener: (news: PolicyNews) => void, site?: string): () => void;
  /** The newest state, as watchers are told it. */
  news(policy: string, site?: string): Promise<PolicyNews>;
  /** Rejects unless decisions can be made and stored now. */
  checkReady(): Promise<void>;
  /** All policies added up, and the worst few, for the metrics. */
  totals(): Promise<PolicyTotals>;
  /** Requests that wait for their policy's turn, for the metrics. */
  waitingCount?(): number;
  /** Policies that are in memory, for the metrics. */
  awakeCount?(): number;
  /** Finishes what is under way, writes snapshots, and takes no more. */
  close(): Promise<void>;
}

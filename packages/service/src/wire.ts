/**
 * What travels between the service and its callers, as JSON. Types only: clients and the page share
 * them, and the schemas in api/ must fit them.
 *
 * Times are ISO 8601 in UTC; ids are text; amounts are in the policy's reward unit.
 */
import type {
  ContextDescription,
  ExecutedShare,
  GiveUp,
  PartReward,
  PartRewards,
  PolicyDefinition,
  PolicyGrowth,
  PriorDefinition,
  Receipt,
  RewardInterval,
  SitePlan,
  WeightBounds,
} from '@hedgerow/core';

/** `live` acts, `shadow` learns and never acts, `safe-mode` gives every round to the baseline. */
export type Mode = 'live' | 'shadow' | 'safe-mode';

/** What a caller may say of one context variable: a number, a category, or a distribution. */
export type WireContextValue = number | string | ContextDescription;
export type WireContext = Readonly<Record<string, WireContextValue>>;

export interface DecisionRequest {
  /** Needed only if the policy does not exist yet; must be the same if it does. */
  readonly policy?: PolicyDefinition;
  readonly context: WireContext;
  readonly baseline?: { readonly action?: string; readonly reward?: number | RewardInterval };
  /** The actions that may be played this time. */
  readonly allowed?: readonly string[];
  /** What the caller would like to play; the books decide as ever. */
  readonly proposal?: string;
  /** Least expected reward of actions in this situation, by name. */
  readonly floors?: Readonly<Record<string, number>>;
  /** The period this decision belongs to, where the definition has named ones. */
  readonly period?: string;
  /** Hectares, visitors: where the definition has a usual size. 1 if absent. */
  readonly size?: number;
  /** What it shares with others that the forecasts leave open: one weather, one market day. */
  readonly group?: string;
  /** Whose promise it counts in; all sites learn from all. */
  readonly site?: string;
  /** Where decisions can be divided: whether this one can. `true` if absent. */
  readonly divisible?: boolean;
  /**
   * What it is about, by its name in the register: what the request leaves open (size, site, baseline
   * action, context variables, allowed actions, divisible, blocks) is filled in from there.
   */
  readonly subject?: string;
}

/** One of the decisions that are planned together. */
export interface SituationRequest extends Omit<DecisionRequest, 'policy' | 'period' | 'group'> {
  /** Where decisions can be divided: so many blocks, each a decision with a draw of its own. */
  readonly blocks?: number;
}

export interface GroupRequest {
  readonly group: string;
  readonly situations: readonly SituationRequest[];
  /** The period of all of them, where the definition has named ones. */
  readonly period?: string;
  /** `true` issues the plan; else it is only shown, and nothing is booked. */
  readonly commit?: boolean;
}

/** The plan of a group: every item is an ordinary decision with a receipt. */
export interface GroupPlan {
  readonly policy: string;
  readonly group: string;
  readonly isCommitted: boolean;
  /** One for each situation in its order, or for each block of it. */
  readonly receipts: readonly (DecisionReceipt | PreviewReceipt)[];
  /** What it means for each site. */
  readonly sites: readonly SitePlan[];
}

export interface GroupReply {
  readonly policy: string;
  readonly group: string;
  readonly outcome: 'recorded' | 'repeated';
}

/** What is known of the parts of a divided decision. */
export interface PartsStanding {
  /** Share on which the proposal is tried: as planned, or as it was carried out if that was told. */
  readonly share: number;
  /** Mean rewards of the parts; null while they have not come. */
  readonly try: PartReward | null;
  readonly check: PartReward | null;
}

/** Reasons of the core, and two of the service's own. */
export type WireReason =
  | Receipt['reason']
  /** The policy's state cannot be trusted: the baseline is played and nothing is booked on it. */
  | 'halted';

/** Absent in answers of earlier versions, which told neither. */
type Chances = 'propensity' | 'propensities';

/** The answer to a decision; kept for ever and replayed byte for byte for the same key. */
export interface DecisionReceipt
  extends Omit<Receipt, 'reason' | Chances>,
    Partial<Pick<Receipt, Chances>> {
  readonly reason: WireReason;
  /** `policy.generation.sequence`, for instance `maize.1.17`. */
  readonly id: string;
  readonly policy: string;
  readonly generation: number;
  readonly mode: Mode;
  readonly decidedAt: string;
  /** What it is about, where the request named it. */
  readonly subject?: string;
  /** Forecasts that are called wrong and were put right before anything was decided; absent if none. */
  readonly recalibrated?: readonly ForecastRecalibration[];
}

/** The answer for callers who prefer it minimal: what to do, and the name under which the reward is reported. */
export type MinimalReceipt = Pick<
  DecisionReceipt,
  'id' | 'action' | 'chosenBy' | 'reason' | 'mode' | 'subject' | 'parts'
>;

/** What would be decided; its id and sequence mean nothing. */
export interface PreviewReceipt extends Receipt {
  readonly subject?: string;
}

/** How a forecast was put right: moved by `bias` of its deviations, and stretched by `spread`. */
export interface ForecastRecalibration {
  readonly variable: string;
  readonly bias: number;
  readonly spread: number;
}

/** What became of a decision: issued → executed | fell-back | void. */
export type DecisionState = 'issued' | 'executed' | 'fell-back' | 'void';

/** One line of a listing. */
export interface DecisionSummary {
  readonly id: string;
  readonly policy: string;
  readonly generation: number;
  readonly sequence: number;
  readonly action: string;
  readonly chosenBy: 'learner' | 'baseline';
  readonly reason: WireReason;
  readonly mode: Mode;
  readonly decidedAt: string;
  readonly state: DecisionState;
  readonly reward: number | null;
  readonly rewardedAt: string | null;
  readonly correctionCount: number;
  /** The safety budget right after the decision, in the worst case; null where nothing was booked. */
  readonly marginAfter: number | null;
  /** Absent where the decision has none. */
  readonly size?: number;
  readonly group?: string;
  readonly site?: string;
  /** What it is about, by its name in the register. */
  readonly subject?: string;
  /** Of a divided decision; `reward` is the mean over its parts, once all have come. */
  readonly partRewards?: PartsStanding;
}

/** Something that was said about a decision after it was made. */
export interface DecisionEvent {
  readonly kind: 'confirmed' | 'fell-back' | 'voided' | 'rewarded' | 'corrected';
  readonly at: string;
  /** Null while a part of a divided decision is missing. */
  readonly value?: number | null;
  readonly previous?: number | null;
  /** Why: of a decision that was given up, one of two words; of a correction, any text. */
  readonly reason?: string;
  /** What was said of the reason, in somebody's own words. */
  readonly note?: string;
  /** What is known of the parts of a divided decision from then on. */
  readonly partRewards?: PartsStanding;
  /** That it was carried out on another share than planned. */
  readonly executed?: ExecutedShare;
  readonly context?: WireContext;
  /** Whether the model learnt from it: not after its generation was sealed, nor long after settling. */
  readonly isLearnt?: boolean;
}

export interface DecisionView extends DecisionSummary {
  readonly receipt: DecisionReceipt;
  readonly events: readonly DecisionEvent[];
}

/** A line of the log that `hedgerow audit` reads. */
export interface DecisionLogLine extends DecisionSummary {
  /** The period it was made for, where the policy has named ones. */
  readonly period?: string;
  /** What was known, as it was asked. */
  readonly context: WireContext;
  /** Where what was known was deleted on request; absent otherwise. */
  readonly forgotten?: true;
  readonly receipt: DecisionReceipt;
}

/** What a file of decisions can be. */
export type ExportFormat = 'csv' | 'jsonl' | 'receipts' | 'log' | 'parquet';

/** A line of the log that `hedgerow evaluate` reads, and a row of an export as Parquet. */
export interface LogLine
  extends Omit<DecisionSummary, 'partRewards'>,
    Pick<DecisionReceipt, 'proposal' | 'proposedBy' | 'bounds' | 'coin' | 'exploration'> {
  readonly period?: string;
  /** What was known, as it was asked. */
  readonly context: WireContext;
  /** Where what was known was deleted on request; absent otherwise. */
  readonly forgotten?: true;
  /** Null where it was forgotten on request, and lots were drawn. */
  readonly propensity: number | null;
  readonly propensities: Receipt['propensities'];
  readonly baseline: string;
  /** What was declared of it. */
  readonly baselineReward: RewardInterval | null;
  readonly parts?: readonly LogPart[];
  readonly marginBefore: number;
}

/** A part of a divided decision: every strip was in it with the probability of its share. */
export interface LogPart {
  readonly role: 'try' | 'check';
  readonly action: string;
  readonly share: number;
  readonly size: number;
  /** On average over what was measured of it; null while it has not come. */
  readonly reward: number | null;
}

export interface DecisionPage {
  readonly decisions: readonly DecisionSummary[];
  /** Pass it as `before` to get the next page; null at the end. Newest first. */
  readonly next: number | null;
}

export interface DecisionFilter {
  readonly limit?: number;
  /** Only decisions older than this position in the listing. */
  readonly before?: number;
  readonly generation?: number;
  readonly state?: DecisionState;
  readonly chosenBy?: 'learner' | 'baseline';
  readonly reason?: WireReason;
  readonly action?: string;
  /** `true`: only those that have a reward; `false`: only those that have none. */
  readonly hasReward?: boolean;
  readonly since?: string;
  readonly until?: string;
  /** Only decisions of this site, of one generation: the present one if `generation` says nothing. */
  readonly site?: string;
  /** Only decisions of this group. */
  readonly group?: string;
  /** Only decisions about this subject. */
  readonly subject?: string;
}

/** `value`, or what is known of the parts of a divided decision: `try`, `check` or both. */
export interface RewardRequest extends PartRewards {
  readonly value?: number;
  /** The context as it turned out, if it was seen. */
  readonly context?: WireContext;
}

/** One line of many rewards. */
export interface RewardLine extends RewardRequest {
  readonly decision: string;
}

/** The answer to one line of many rewards; what is wrong with one line touches no other. */
export interface RewardLineAnswer {
  /** Counted from 1; the head of a CSV file is line 1. */
  readonly line: number;
  readonly decision: string | null;
  readonly outcome: 'recorded' | 'repeated' | 'contradiction' | 'unknown-decision' | 'refused';
  /** Why it was not taken in: a code of the problems, and a sentence. */
  readonly code?: string;
  readonly detail?: string;
}

/** Many decisions that do not know of each other, in one request. */
export interface BatchRequest {
  readonly decisions: readonly DecisionRequest[];
}

/** An answer for each, in their order: a receipt, or why there is none. */
export interface BatchReply<Told = DecisionReceipt> {
  readonly answers: readonly BatchAnswer<Told>[];
}

export type BatchAnswer<Told = DecisionReceipt> =
  | { readonly status: 200; readonly receipt: Told }
  | { readonly status: number; readonly problem: Problem };

export interface CorrectionRequest extends PartRewards {
  readonly value?: number;
  readonly reason: string;
}

/** What was really played: the decision, or the baseline instead, and then why. */
export type AckRequest =
  | {
      readonly played?: 'decision';
      /** Of a divided decision: that it was carried out on another share than planned. */
      readonly executed?: ExecutedShare;
    }
  | ({ readonly played: 'baseline' } & GiveUp);

export type VoidRequest = GiveUp;

/** The answer to anything said about a decision. */
export interface OutcomeReply {
  readonly id: string;
  readonly outcome: 'recorded' | 'repeated';
  readonly state: DecisionState;
  readonly reward: number | null;
  readonly isLearnt: boolean;
  /** Of a divided decision: what is known of its parts. */
  readonly partRewards?: PartsStanding;
}

export interface SafeModeRequest {
  /** `true` if absent. */
  readonly on?: boolean;
  readonly reason?: string;
}

export interface ModeRequest {
  readonly mode: Mode;
  readonly reason?: string;
}

export interface PolicyView {
  readonly id: string;
  /** Where the view is that of one site: everything in it is of that site alone. */
  readonly site?: string;
  readonly generation: number;
  readonly definition: ShownDefinition;
  readonly mode: Mode;
  readonly health: PolicyHealth;
  /** What is wrong beyond the books, as sentences: forecasts that are not calibrated. Absent if nothing is. */
  readonly alarms?: readonly string[];
  readonly unit: string;
  /** The promise in words, δ and the kind of certificate; what it assumes of decisions in flight. */
  readonly promise: Receipt['promise'];
  readonly reserve: PolicyReserve;
  /**
   * The safety budget now: what may still be lost, in reward units; the least of all sites, where there are
   * some, decisions that name none included. Null while halted.
   */
  readonly margin: number | null;
  readonly counts: PolicyCounts;
  /**
   * The baseline of all decisions of the generation where it is not the definition's; null where they had
   * different ones, absent where all had the definition's. A site is only told that there are others.
   */
  readonly commonBaseline?: string | null;
  readonly createdAt: string;
  readonly generationStartedAt: string;
  /** How often the definition was added to in this generation, and when last; absent if never. */
  readonly growth?: GrowthCount;
  readonly lastDecisionAt: string | null;
  /** Number of journal entries, and the hash of the last. */
  readonly version: number;
  readonly headHash: string;
  /** Since when it takes no more decisions; absent while it does. */
  readonly archivedAt?: string;
  /** That it was created as a demonstration, and so may be erased; absent of any other. */
  readonly isDemonstration?: true;
}

/** A definition as views show it: a long `prior.precision` is left out; GET …/definition has it. */
export type ShownDefinition = Omit<PolicyDefinition, 'prior'> & {
  readonly prior?: Omit<PriorDefinition, 'precision'> & Partial<Pick<PriorDefinition, 'precision'>>;
};

/** The whole definition of the present generation. */
export interface DefinitionView {
  readonly policy: string;
  readonly generation: number;
  /** Of one site: without the prior and the log of rewards, which may be other sites' harvests. */
  readonly definition: PolicyDefinition;
}

export interface GrowthCount {
  readonly count: number;
  readonly lastAt: string;
}

/** What may be lost once in the life of the policy, in reward units. */
export interface PolicyReserve {
  /** As the present definition asks for it. */
  readonly declared: number;
  /** What was left of it when this generation began, and so what this generation may lose. */
  readonly granted: number;
}

export interface PolicyHealth {
  readonly state: 'ok' | 'halted';
  /** What is wrong and what to do; empty if nothing is. */
  readonly detail: string;
}

/** All of the present generation. */
export interface PolicyCounts {
  readonly decisions: number;
  readonly learner: number;
  readonly baseline: number;
  /** Decisions whose reward has not come (fallen back and void ones excluded). */
  readonly pending: number;
  /** Decisions of which nobody has said whether they were played. */
  readonly unresolved: number;
  readonly rewards: number;
  readonly corrections: number;
  readonly fellBack: number;
  readonly voided: number;
  /** Decisions whose reward did not come within the time that the policy waits; absent for none. */
  readonly expired?: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly rewardTotal: number;
}

export interface DefinitionRequest {
  readonly definition: PolicyDefinition;
  /** Why the definition changes; needed unless the policy is new, or the definition only adds to it. */
  readonly reason?: string;
  /** Marks a new policy as made up: it may be erased later, with all that was decided. */
  readonly demonstration?: boolean;
}

/** Why a policy is archived, or restored. */
export interface ArchiveRequest {
  readonly reason?: string;
}

export interface EraseRequest extends ArchiveRequest {
  /** The name of the policy once more; a demonstration needs none. */
  readonly confirm?: string;
}

/** Whose features are to be deleted: some decisions, or all that were about a subject. */
export interface ForgetRequest {
  /** Ids; either these or `subject`. */
  readonly decisions?: readonly string[];
  /** A name of the register, which loses it too. */
  readonly subject?: string;
  readonly reason?: string;
}

export interface ForgetReply {
  readonly policy: string;
  /** Number of decisions whose features were deleted just now. */
  readonly forgotten: number;
  /** Ids of those that wait for something: ask again when they are settled. */
  readonly waiting: readonly string[];
  /** Whether the subject has more: ask again. */
  readonly isMore: boolean;
}

/** One of the replicas that share a database. */
export interface MemberView {
  /** Where the others reach it; null if it has not said so yet. */
  readonly address: string | null;
  /** Whether it is the one that answers. */
  readonly isAsked: boolean;
  /** Whether it is about to go: it is sent nothing new. */
  readonly isLeaving: boolean;
  /** Policies that it holds. */
  readonly policies: number;
  /** Seconds until others may take over from it, unless it renews; below zero if they may now. */
  readonly leaseEndsIn: number;
}

/** What is left of an erased policy; a link in the chain of all removals. */
export interface RemovalView {
  readonly position: number;
  readonly policy: string;
  /** How many entries its journal had, and the hash of the last. */
  readonly entries: number;
  readonly lastHash: string;
  readonly time: string;
  /** Id of the API key, or `local`. */
  readonly by: string;
  readonly reason: string;
  readonly previousHash: string;
  /** SHA-256 of the JSON of position, policy, entries, lastHash, time, by, reason and previousHash. */
  readonly hash: string;
}

/** `archived`: kept, without more decisions. `removed`: nothing was ever decided. `erased`: all is gone. */
export interface RemovalReply {
  readonly policy: string;
  readonly outcome: 'archived' | 'removed' | 'erased';
}

/** Something that is decided about again and again: a field, a shop, a ward. */
export interface Subject {
  readonly name: string;
  /** Hectares, visitors: where the definition has a usual size. */
  readonly size?: number;
  readonly site?: string;
  /** The action that is usual there. */
  readonly baseline?: string;
  /** What does not change from one decision to the next: soil, region. */
  readonly context?: Readonly<Record<string, number | string>>;
  /** The actions that may be played there. */
  readonly allowed?: readonly string[];
  readonly divisible?: boolean;
  readonly blocks?: number;
  /** For people; no decision looks at them. */
  readonly notes?: Readonly<Record<string, string | number>>;
}

/** The register of subjects of a policy, in the order in which they were first named. */
export interface SubjectsView {
  readonly policy: string;
  readonly subjects: readonly Subject[];
  /** Counts the changes; of one site, those that touched it. */
  readonly revision: number;
}

export interface SubjectsRequest extends RegisterChange {
  /** All of them: what is not in the list leaves the register. */
  readonly subjects: readonly Subject[];
}

export interface SubjectRequest extends RegisterChange {
  readonly subject: Omit<Subject, 'name'>;
}

export interface RegisterChange {
  readonly reason?: string;
  /** The revision that was read before: if others have changed the register since, nothing is changed. */
  readonly revision?: number;
}

/** The answer to a change of one subject. */
export interface SubjectReply {
  readonly policy: string;
  readonly name: string;
  readonly outcome: 'recorded' | 'repeated';
  readonly revision: number;
}

/** How the sites of a policy stand in the present generation. */
export interface SitesView {
  readonly policy: string;
  readonly generation: number;
  readonly unit: string;
  /** Sites that were decided for or that subjects are of, by name; first what names no site. */
  readonly sites: readonly SiteStanding[];
}

export interface SiteStanding {
  /** Null for decisions and subjects that name none. */
  readonly site: string | null;
  /** The safety budget of the site; null while halted. */
  readonly margin: number | null;
  readonly counts: PolicyCounts;
  /** Of all decisions together; each counts 1 where decisions have no size. */
  readonly size: number;
  /** So much of it as the proposal was tried on, fallen back and void decisions excluded. */
  readonly triedSize: number;
  /** How many subjects of the register are of this site. */
  readonly subjects: number;
  readonly lastDecisionAt: string | null;
}

/** The policy as it is with a definition that was sent. */
export interface DefinitionReply extends PolicyView {
  /** Whether it was added to by it: books, decisions in flight and what was learnt go on. */
  readonly grown: boolean;
}

/** What a definition would do to a policy, if it were sent now. */
export interface DefinitionPreview {
  readonly policy: string;
  readonly change: 'created' | 'none' | 'grown' | 'new-generation';
  /** What it would add to the policy, if it would grow; null otherwise. */
  readonly added: PolicyGrowth | null;
  /** Why a new generation would start, where it could have grown; null otherwise. */
  readonly why: string | null;
}

/** The corridor of the promise over the present generation, thinned to at most `points` points. */
export interface Corridor {
  readonly unit: string;
  /** Whether the baseline's reward is declared; if not, its totals are estimated from its rounds. */
  readonly isBaselineDeclared: boolean;
  readonly points: readonly CorridorPoint[];
}

/** Totals after the decision `sequence`, over rounds that were or may have been played. */
export interface CorridorPoint {
  readonly sequence: number;
  readonly at: string;
  /** What the baseline would have earned; null while nothing is known of it. */
  readonly baselineTotal: number | null;
  /** The floor that is promised: (1 − α) of it, or the absolute form. */
  readonly promisedTotal: number | null;
  /** What is guaranteed at this moment: the floor and the safety budget on top. */
  readonly guaranteedTotal: number | null;
  /** Rewards reported so far for decisions up to this one. */
  readonly observedTotal: number;
  /** The floor of those decisions alone whose rewards are in `observedTotal`. */
  readonly promisedForObserved: number | null;
  /** How many of them have not been reported. */
  readonly pendingCount: number;
  /** The safety budget right after the decision, in the worst case; of several sites, the least. */
  readonly margin: number | null;
  readonly learnerCount: number;
}

/** The audit of one policy: was the promise kept, how sure, where was it tightest. */
export interface AuditView {
  readonly policy: string;
  readonly generation: number;
  readonly isKept: boolean;
  /** The same as sentences for people. */
  readonly summary: readonly string[];
  readonly promise: Receipt['promise'];
  /** Of budgets: that of rewards times sizes, where there are sizes. */
  readonly unit: string;
  readonly decisions: number;
  /** Smallest budget that was left after any decision since the first trial, and at which one. */
  readonly tightest: { readonly id: string; readonly margin: number } | null;
  /** Receipts whose own numbers lead to another action; empty if all is well. */
  readonly mismatches: readonly string[];
  /** How many of the newest receipts were re-derived for this answer. */
  readonly rederivedCount: number;
  /** Sum of the failure probabilities of all generations of this policy. */
  readonly failureProbabilityAllGenerations: number;
  /** Sum of the failure probabilities of all policies that the caller may touch, all generations. */
  readonly failureProbabilityTotal: number;
  readonly journal: {
    readonly entries: number;
    readonly headHash: string;
    /** Whether the chain of hashes of the newest entries is whole, and how many were checked. */
    readonly isWhole: boolean;
    readonly checkedCount: number;
  };
  readonly alarms: readonly string[];
}

export interface WeightsView {
  readonly policy: string;
  readonly generation: number;
  readonly observationCount: number;
  readonly weights: readonly WeightBounds[];
}

/** Are the forecasts any good: by variable, of the present generation. */
export interface ForecastsView {
  readonly policy: string;
  readonly generation: number;
  /** How often right forecasts of a variable are ever called wrong, at most. */
  readonly level: number;
  /** Those of which outcomes were told. */
  readonly variables: readonly ForecastRecord[];
}

export interface ForecastRecord extends ForecastRecalibration {
  /** Outcomes that were told, and bets against forecasts: one for each group. */
  readonly outcomeCount: number;
  readonly betCount: number;
  /** Of the newest outcomes, by tenths of their forecasts from the lowest to the highest. */
  readonly histogram: readonly number[];
  /** Mean score (CRPS) beside that of climatology; null while too few different outcomes are known. */
  readonly skill: ForecastSkill | null;
  /** What bets against the forecasts have, and the most that one stream of them had: 1/level is an alarm. */
  readonly wealth: number;
  readonly wealthMax: number;
  readonly isAlarmed: boolean;
}

export interface ForecastSkill {
  readonly crps: number;
  readonly climatologyCrps: number;
  /** 1 is perfect, 0 no better than climatology; with an interval of about 95 %. */
  readonly skill: number;
  readonly low: number;
  readonly high: number;
}

/** Pushed to watchers of a policy whenever something changed; at most a few times a second. */
export interface PolicyNews {
  readonly policy: string;
  readonly version: number;
  readonly view: PolicyView;
  /** The newest decision, if there is any. */
  readonly latest: DecisionSummary | null;
}

/** A report of the lab that the service was started with. */
export interface ReportSummary {
  /** After the name of its folder. */
  readonly id: string;
  readonly title: string;
  /** When its text was written. */
  readonly madeAt: string;
  /** Its text, and the figures that came with it. */
  readonly fileCount: number;
}

export interface ReportView extends ReportSummary {
  /** The text of its `report.md`. */
  readonly markdown: string;
  /** Those that the text names and that could be read. */
  readonly figures: readonly ReportFigure[];
}

export interface ReportFigure {
  /** As the text names it: `figures/safety.png`, also where the picture itself is an SVG. */
  readonly path: string;
  readonly type: 'image/svg+xml' | 'image/png';
  /** Base64. */
  readonly data: string;
}

/** RFC 9457 problem details. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** Where in the input the fault is, if it is in the input. */
  readonly field?: string;
}

/** Types of the core that appear above, for callers that may not import it. */
export type {
  ActionBounds,
  ContextDescription,
  ExecutedShare,
  GiveUp,
  GiveUpReason,
  PartReward,
  PartRewards,
  PolicyDefinition,
  PolicyGrowth,
  PriorDefinition,
  Receipt,
  ReceiptPart,
  RewardInterval,
  SitePlan,
  WeightBounds,
} from '@hedgerow/core';

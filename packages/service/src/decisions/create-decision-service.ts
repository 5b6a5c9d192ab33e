/**
 * Puts the decisions room together: one writer for each policy, and views on top.
 *
 * Nothing here touches the books; that happens in the writers' turns only.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { Receipt } from '@hedgerow/core';
import { parseDecisionId } from '../journal/decision-id.ts';
import type { Journal } from '../journal/journal.ts';
import { ServiceProblem } from '../problems/problem.ts';
import {
  closing,
  definitionDiffers,
  halted,
  journalUnavailable,
  unknownDecision,
  unknownPolicy,
} from '../problems/refusals.ts';
import type {
  AckRequest,
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
  GroupPlan,
  GroupReply,
  GroupRequest,
  ModeRequest,
  OutcomeReply,
  PolicyNews,
  PolicyView,
  RewardLine,
  RewardRequest,
  VoidRequest,
  WeightsView,
} from '../wire.ts';
import { type BulkAnswer, bulkRewardCommand } from './commands/bulk-command.ts';
import { type DecideAnswer, decideCommand } from './commands/decide-command.ts';
import { isSameDefinition } from './commands/definition.ts';
import {
  closeGroupCommand,
  issueGroupCommand,
  previewGroupCommand,
  readPlan,
} from './commands/group-commands.ts';
import type { CallerKey } from './commands/idempotency.ts';
import {
  defineCommand,
  lookCommand,
  modeCommand,
  previewDefinitionCommand,
  renewCommand,
} from './commands/policy-commands.ts';
import { previewRequest } from './commands/preview.ts';
import { rewardSaid } from './commands/reward-said.ts';
import { type Message, tellCommand } from './commands/tell-command.ts';
import type {
  AuditOptions,
  DecisionAnswer,
  DecisionService,
  GroupAnswered,
  SiteBudget,
} from './decision-service.ts';
import { definitionOf, generationOf, type PolicyState } from './fold/policy-state.ts';
import { auditPolicy } from './views/audit.ts';
import { corridor } from './views/corridor.ts';
import { decisionLogPage } from './views/decision-log.ts';
import {
  decisionPage,
  decisionView,
  readDecided,
  sitePage,
  summaryOf,
} from './views/decision-views.ts';
import { policyView } from './views/policy-view.ts';
import { siteReceipt } from './views/site-receipt.ts';
import { type SiteSummary, summariseSite } from './views/site-view.ts';
import {
  DEFAULT_LIMITS,
  type DecisionServiceOptions,
  type MonotonicClock,
  type ServiceEvent,
  type Timer,
} from './writer/options.ts';
import { PolicyWriters } from './writer/policy-writers.ts';
import { Watchers } from './writer/watchers.ts';

/** Returns the service; close it to write snapshots and let go. */
export function createDecisionService(options: DecisionServiceOptions): DecisionService {
  return new JournalledDecisions(options);
}

class JournalledDecisions implements DecisionService {
  readonly #journal: Journal;
  readonly #monotonic: MonotonicClock;
  readonly #drawSeed: () => string;
  readonly #report: (event: ServiceEvent) => void;
  readonly #writers: PolicyWriters;
  readonly #watchers: Watchers;

  constructor(options: DecisionServiceOptions) {
    this.#journal = options.journal;
    this.#monotonic = options.monotonic ?? { nowMs: () => performance.now() };
    this.#drawSeed = options.drawSeed ?? randomSeed;
    this.#report = (event) => report(options.onEvent, event);
    const { journal } = options;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const monotonic = this.#monotonic;
    this.#watchers = new Watchers({
      journal,
      monotonic,
      timer: options.timer ?? systemTimer,
      limits,
      readNews: ({ policy, site }) => this.news(policy, site),
    });
    this.#writers = new PolicyWriters({
      journal,
      now: () => options.clock.now(),
      monotonic,
      arrivals: options.arrivals ?? (() => nextRound()),
      limits,
      report: this.#report,
      onChange: (policy) => this.#watchers.notice(policy),
    });
  }

  async decide(
    policy: string,
    request: DecisionRequest,
    caller: CallerKey,
  ): Promise<DecisionAnswer> {
    const startMs = this.#monotonic.nowMs();
    const [journal, drawSeed] = [this.#journal, this.#drawSeed];
    const command = decideCommand({ request, caller, journal, drawSeed });
    const answer = await this.#writers.submit(policy, command);
    const isReplay = answer.kind === 'replay';
    const { receipt, text } = isReplay ? await this.#answeredBefore(answer.id) : answer;
    const { chosenBy, reason } = receipt;
    const durationMs = this.#monotonic.nowMs() - startMs;
    this.#report({ kind: 'decision', policy, chosenBy, reason, isReplay, durationMs });
    return { text, isReplay };
  }

  async preview(policy: string, request: DecisionRequest): Promise<Receipt> {
    const { policy: definition } = request;
    return this.#writers.submit(policy, {
      isWriting: false,
      run({ state }) {
        const exists = generationOf(state) > 0;
        if (!exists && definition === undefined) throw unknownPolicy(policy);
        if (exists && definition && !isSameDefinition(definition, definitionOf(state))) {
          throw definitionDiffers(policy);
        }
        return previewRequest(state, request);
      },
    });
  }

  async issueGroup(
    policy: string,
    request: GroupRequest,
    caller: CallerKey,
  ): Promise<GroupAnswered> {
    const startMs = this.#monotonic.nowMs();
    const command = issueGroupCommand({ request, caller, journal: this.#journal });
    const answer = await this.#writers.submit(policy, command);
    const isReplay = answer.kind === 'replay';
    const plan = isReplay ? await this.#plannedBefore(answer.id) : answer.plan;
    const durationMs = this.#monotonic.nowMs() - startMs;
    for (const { chosenBy, reason } of plan.receipts) {
      this.#report({ kind: 'decision', policy, chosenBy, reason, isReplay, durationMs });
    }
    return { plan, isReplay };
  }

  previewGroup(policy: string, request: GroupRequest): Promise<GroupPlan> {
    return this.#writers.submit(policy, previewGroupCommand(request));
  }

  closeGroup(policy: string, group: string): Promise<GroupReply> {
    return this.#writers.submit(policy, closeGroupCommand(group));
  }

  ack(decision: string, request: AckRequest, site?: string): Promise<OutcomeReply> {
    const { played, executed } = request;
    if (played === 'baseline') return this.#tell(decision, { kind: 'fell-back' }, site);
    const share = executed === undefined ? {} : { executed };
    return this.#tell(decision, { kind: 'confirmed', ...share }, site);
  }

  void(decision: string, request: VoidRequest, site?: string): Promise<OutcomeReply> {
    return this.#tell(decision, { kind: 'voided', reason: request.reason ?? '' }, site);
  }

  async reward(decision: string, request: RewardRequest, site?: string): Promise<OutcomeReply> {
    return this.#tell(decision, rewardSaid(request), site);
  }

  async rewardMany(
    policy: string,
    rewards: readonly RewardLine[],
    site?: string,
  ): Promise<readonly BulkAnswer[]> {
    const journal = this.#journal;
    const command = bulkRewardCommand({ policy, rewards, journal, ...siteOnly(site) });
    const answers = await this.#writers.submit(policy, command);
    for (const { outcome } of answers) {
      if (outcome !== 'recorded' && outcome !== 'repeated') continue;
      this.#report({ kind: 'outcome', policy, what: 'rewarded', outcome });
    }
    return answers;
  }

  async correct(
    decision: string,
    request: CorrectionRequest,
    site?: string,
  ): Promise<OutcomeReply> {
    const { reason } = request;
    const { reward } = rewardSaid(request);
    return this.#tell(decision, { kind: 'corrected', reward, reason }, site);
  }

  setMode(policy: string, request: ModeRequest): Promise<PolicyView> {
    return this.#writers.submit(policy, modeCommand(request));
  }

  define(policy: string, request: DefinitionRequest): Promise<DefinitionReply> {
    return this.#writers.submit(policy, defineCommand(request, this.#drawSeed));
  }

  previewDefinition(policy: string, request: DefinitionRequest): Promise<DefinitionPreview> {
    return this.#writers.submit(policy, previewDefinitionCommand(request, this.#drawSeed));
  }

  renew(policy: string, reason: string): Promise<PolicyView> {
    return this.#writers.submit(policy, renewCommand(reason));
  }

  async policies(site?: string): Promise<readonly PolicyView[]> {
    const views = await this.#lookAtAll(policyView);
    return site === undefined ? views : Promise.all(views.map(({ id }) => this.policy(id, site)));
  }

  async policy(id: string, site?: string): Promise<PolicyView> {
    return site === undefined ? this.#look(id, policyView) : (await this.#atSite(id, site)).view;
  }

  decision(id: string, site?: string): Promise<DecisionView> {
    if (parseDecisionId(id) === null) return Promise.reject(unknownDecision());
    return this.#read(() => decisionView(this.#journal, id, site));
  }

  async decisions(policy: string, filter: DecisionFilter): Promise<DecisionPage> {
    const generation = await this.#look(policy, generationOf);
    const own = { generation, ...filter };
    return this.#read(() =>
      filter.site === undefined
        ? decisionPage(this.#journal, policy, filter)
        : sitePage(this.#journal, policy, own),
    );
  }

  async *allDecisions(policy: string, site?: string): AsyncIterable<readonly DecisionSummary[]> {
    const generation = await this.#look(policy, generationOf);
    for await (const page of this.#journal.scanDecisions(policy, generation, site)) {
      yield page.map(summaryOf);
    }
  }

  async *decisionLog(policy: string, site?: string): AsyncIterable<readonly DecisionLogLine[]> {
    const generation = await this.#look(policy, generationOf);
    for await (const page of this.#journal.scanDecisions(policy, generation, site)) {
      const lines = await decisionLogPage(this.#journal, page);
      yield site === undefined
        ? lines
        : lines.map((line) => ({ ...line, receipt: siteReceipt(line.receipt) }));
    }
  }

  async corridor(policy: string, points: number, site?: string): Promise<Corridor> {
    const { definition: asked, reserve, generation, counts } = await this.policy(policy, site);
    const definition = { ...asked, reserve: reserve.granted };
    const pages = this.#journal.scanDecisions(policy, generation, site);
    const decisionCount = counts.decisions;
    return this.#read(() => corridor({ definition, pages, decisionCount, points }));
  }

  weights(policy: string): Promise<WeightsView> {
    return this.#look(policy, (state) => {
      if (state.core === null) throw halted(state.halt?.detail ?? '');
      const generation = generationOf(state);
      return { policy, generation, ...state.core.weights() };
    });
  }

  async audit(policy: string, { mayTouch, site }: AuditOptions = {}): Promise<AuditView> {
    const whole = await this.#look(policy, (state) => ({
      view: policyView(state),
      tightest: state.tightest,
      failureProbabilityAllGenerations: failureProbabilityOf(state),
    }));
    const { view, failureProbabilityAllGenerations } = whole;
    const subject =
      site === undefined
        ? whole
        : { ...(await this.#atSite(policy, site)), failureProbabilityAllGenerations };
    const failureProbabilityTotal =
      site === undefined
        ? await this.#failureProbabilityTotal(mayTouch ?? (() => true))
        : failureProbabilityAllGenerations;
    const [journal, { version }] = [this.#journal, view];
    return this.#read(() =>
      auditPolicy({ journal, subject, failureProbabilityTotal, version, ...siteOnly(site) }),
    );
  }

  watch(policy: string, listener: (news: PolicyNews) => void, site?: string): () => void {
    return this.#watchers.watch({ policy, ...siteOnly(site) }, listener);
  }

  async news(policy: string, site?: string): Promise<PolicyNews> {
    const view = await this.policy(policy, site);
    const [row] = await this.#journal.listDecisions(policy, { limit: 1, ...siteOnly(site) });
    return {
      policy,
      version: view.version,
      view,
      latest: row === undefined ? null : summaryOf(row),
    };
  }

  async checkReady(): Promise<void> {
    if (this.#writers.isClosing) throw closing();
    await this.#read(() => this.#journal.checkWritable());
  }

  async siteBudgets(): Promise<readonly SiteBudget[]> {
    const budgets = await this.#lookAtAll(({ policy, core }) =>
      (core?.sites ?? []).map((site) => ({ policy, site, margin: core!.margin(site) })),
    );
    return budgets.flat();
  }

  waitingCount(): number {
    return this.#writers.waitingCount;
  }

  async close(): Promise<void> {
    this.#watchers.close();
    await this.#writers.close();
  }

  #answeredBefore(id: string): Promise<Pick<FreshAnswer, 'receipt' | 'text'>> {
    return this.#read(async () => {
      const row = await this.#journal.findDecision(id);
      if (row === null) throw new Error(`The decision ${id} must be in the table.`);
      const { receipt } = await readDecided(this.#journal, row);
      return { receipt, text: JSON.stringify(receipt) };
    });
  }

  #plannedBefore(id: string): Promise<GroupPlan> {
    return this.#read(async () => {
      const row = await this.#journal.findDecision(id);
      if (row === null) throw new Error(`The decision ${id} must be in the table.`);
      return readPlan(this.#journal, row);
    });
  }

  async #tell(decision: string, message: Message, site?: string): Promise<OutcomeReply> {
    const name = parseDecisionId(decision);
    if (name === null) throw unknownDecision();
    const command = tellCommand({ name, message, journal: this.#journal, ...siteOnly(site) });
    const reply = await this.#writers.submit(name.policy, command);
    const { policy } = name;
    this.#report({ kind: 'outcome', policy, what: message.kind, outcome: reply.outcome });
    return reply;
  }

  #look<Answer>(policy: string, look: (state: PolicyState) => Answer): Promise<Answer> {
    return this.#writers.submit(policy, lookCommand(look));
  }

  /** The policy as one site may see it. */
  async #atSite(policy: string, site: string): Promise<SiteSummary> {
    const { view, margin } = await this.#look(policy, (state) => ({
      view: policyView(state),
      margin: state.core?.margin(site) ?? null,
    }));
    const pages = this.#journal.scanDecisions(policy, view.generation, site);
    return this.#read(() => summariseSite({ view, site, margin, pages }));
  }

  async #failureProbabilityTotal(mayTouch: (policy: string) => boolean): Promise<number> {
    const totals = await this.#lookAtAll((state) =>
      mayTouch(state.policy) ? failureProbabilityOf(state) : 0,
    );
    return totals.reduce((sum, total) => sum + total, 0);
  }

  /** Asks every policy; one whose very first entry cannot be read has nothing to say. */
  async #lookAtAll<Answer>(look: (state: PolicyState) => Answer): Promise<Answer[]> {
    const ids = await this.#read(() => this.#journal.listPolicies());
    const answers = await Promise.all(
      ids.map((id) =>
        this.#look(id, (state): Answer[] => [look(state)]).catch((error: unknown): Answer[] => {
          if (error instanceof ServiceProblem && error.code === 'HR_POLICY_UNKNOWN') return [];
          throw error;
        }),
      ),
    );
    return answers.flat();
  }

  /** Reads from the journal; what fails there is a problem with a name. */
  async #read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    try {
      return await read();
    } catch (error) {
      throw error instanceof ServiceProblem ? error : journalUnavailable(error);
    }
  }
}

type FreshAnswer = Extract<DecideAnswer, { kind: 'new' }>;

/** Leaves the site out where there is none. */
function siteOnly(site: string | undefined): { site?: string } {
  return site === undefined ? {} : { site };
}

/** Whoever listens must not be able to stop a decision. */
function report(listener: DecisionServiceOptions['onEvent'], event: ServiceEvent): void {
  try {
    listener?.(event);
  } catch {
    // There is nobody left to tell.
  }
}

function failureProbabilityOf({ generations }: PolicyState): number {
  return generations.reduce((sum, { promise }) => sum + promise.failureProbability, 0);
}

function randomSeed(): string {
  return randomBytes(8).readBigUInt64BE().toString();
}

function systemTimer(...[callback, delayMs]: Parameters<Timer>): () => void {
  const timeout = setTimeout(callback, delayMs);
  timeout.unref();
  return () => clearTimeout(timeout);
}

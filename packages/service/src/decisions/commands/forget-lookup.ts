/**
 * Finds what has to be forgotten: which of the decisions are settled, every entry that speaks of them, and those of the register.
 */
import { isOpen } from '@hedgerow/core/lifecycle';
import { parseDecisionId } from '../../journal/decision-id.ts';
import type { Decided } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Journal, StoredEntry } from '../../journal/journal.ts';
import {
  type ForgottenNames,
  isForgottenDecision,
  isOfKind,
  type PlanKey,
  type Tombstone,
  tombstoneOf,
  tombstoneOfPlan,
  tombstoneOfPlanKey,
} from '../../journal/tombstone.ts';
import type { WireContext } from '../../wire.ts';
import type { SeenContext } from '../fold/forecast-book.ts';
import { coreIdOf, generationOf, isExpired, type PolicyState } from '../fold/policy-state.ts';
import type { ForgetInput } from './forget-command.ts';

/** Decisions that are forgotten at a time. */
const FORGOTTEN_AT_ONCE = 1000;
/** How long those of a subject are looked for in old entries: nobody else has a turn of the policy meanwhile. */
const LOOKED_FOR_MS = 500;
const PAGE_ENTRIES = 500;
const PAGE_ROWS = 500;

/** Entries of the register that name a subject, up to an entry. */
export interface RegisterEntries {
  readonly entries: readonly StoredEntry[];
  readonly through: number;
}

/** A plan with all decisions that follow after it. */
interface Plan {
  readonly plan: StoredEntry;
  readonly decided: readonly StoredEntry[];
}

export class ForgetLookup {
  readonly #input: ForgetInput;
  settled: readonly DecisionRow[] = [];
  waiting: readonly DecisionRow[] = [];
  /** Whether there are more decisions of the subject than are forgotten at a time. */
  isMore = false;
  isAnyUnknown = false;
  #histories: readonly StoredEntry[] = [];
  #plans: readonly Plan[] = [];
  #register: readonly StoredEntry[] = [];

  constructor(input: ForgetInput) {
    this.#input = input;
  }

  get registerEntryCount(): number {
    return this.#register.length;
  }

  async prepare(state: PolicyState): Promise<void> {
    const { journal, request, register } = this.#input;
    await this.#findRows(state);
    const names = this.settled.map(({ id }) => parseDecisionId(id)!);
    await state.shelf.bring(state, names);
    this.#leaveNeeded(state);
    await this.#readHistories();
    const { subject } = request;
    if (subject === undefined) return;
    const rest = await registerEntries(journal, {
      policy: state.policy,
      subject,
      after: register.through,
    });
    this.#register = [...register.entries, ...rest.entries];
  }

  /** They wait as well, and whoever asks again must find others. */
  #leaveNeeded(state: PolicyState): void {
    const needed = neededInCore(state, this.settled);
    this.waiting = [...this.waiting, ...this.settled.filter(({ id }) => needed.has(id))];
    this.settled = this.settled.filter(({ id }) => !needed.has(id));
  }

  /** Of a subject's decisions as many as there is time for; the others are there for whoever asks again. */
  async #readHistories(): Promise<void> {
    const { journal, request, monotonic } = this.#input;
    const deadlineMs = request.subject === undefined ? Infinity : monotonic.nowMs() + LOOKED_FOR_MS;
    const histories: StoredEntry[] = [];
    const plans = new Map<number, Plan>();
    let count = 0;
    for (const row of this.settled) {
      if (count > 0 && monotonic.nowMs() > deadlineMs) break;
      histories.push(...(await journal.readHistory(row)));
      const plan = row.group === null ? null : await readPlanOf(journal, row, plans);
      if (plan !== null) plans.set(plan.plan.position, plan);
      count += 1;
    }
    this.#histories = histories;
    this.#plans = [...plans.values()];
    this.isMore ||= count < this.settled.length;
    this.settled = this.settled.slice(0, count);
  }

  tombstones(names: ForgottenNames): readonly Tombstone[] {
    const own = [...this.#histories, ...this.#register].flatMap(
      (entry) => tombstoneOf(entry, names) ?? [],
    );
    const plans = this.#plans.flatMap(
      ({ plan, decided }) => tombstoneOfPlan(plan, decided, names) ?? [],
    );
    const keys = this.planKeys(names);
    return [...own, ...plans, ...keys].sort((a, b) => a.position - b.position);
  }

  /** Decisions that stay, but for the fingerprint of a plan of which something is forgotten. */
  planKeys(names: ForgottenNames): readonly PlanKey[] {
    return this.#plans
      .filter(({ plan, decided }) => tombstoneOfPlan(plan, decided, names) !== null)
      .flatMap(({ decided: [first] }) => tombstoneOfPlanKey(first!, names) ?? []);
  }

  /** What decisions of a generation were told of the weather and what came, of those that are forgotten. */
  contextsSeen({ decisions }: ForgottenNames, generation: number): readonly SeenContext[] {
    const told = new Map<string, WireContext>();
    return this.#histories.flatMap(({ text }) => {
      const body = readEntryText(text);
      if (body.kind === 'decided') told.set(body.receipt.id, body.request.context);
      if (body.kind !== 'rewarded' || body.context === undefined) return [];
      const { decision, context: seen } = body;
      const isOwn = decisions.has(decision) && parseDecisionId(decision)!.generation === generation;
      return isOwn ? [{ told: told.get(decision) ?? {}, seen }] : [];
    });
  }

  async #findRows(state: PolicyState): Promise<void> {
    const { request } = this.#input;
    const { rows, isMore } =
      request.subject === undefined
        ? await this.#named(state, request.decisions ?? [])
        : await this.#ofSubject(state, request.subject);
    this.isMore = isMore;
    this.settled = rows.filter((row) => isSettled(state, row));
    this.waiting = rows.filter((row) => !isSettled(state, row));
  }

  async #named(state: PolicyState, ids: readonly string[]) {
    const { journal } = this.#input;
    const asked = new Set(ids);
    // Those of another policy are not this one's to forget, nor to tell of.
    const own = [...asked].filter((id) => parseDecisionId(id)?.policy === state.policy);
    const rows = await journal.findDecisions(state.policy, own);
    this.isAnyUnknown = rows.length < asked.size;
    const fresh: DecisionRow[] = [];
    for (const row of rows) if (!(await isForgottenRow(journal, row))) fresh.push(row);
    return { rows: fresh, isMore: false };
  }

  /** Lines of forgotten decisions name no subject any more. */
  async #ofSubject(state: PolicyState, subject: string) {
    const { journal } = this.#input;
    const rows: DecisionRow[] = [];
    let settledCount = 0;
    for (let before: number | undefined; ; ) {
      const own = { subject, limit: PAGE_ROWS, ...(before === undefined ? {} : { before }) };
      const page = await journal.listDecisions(state.policy, own);
      for (const row of page) {
        if (settledCount === FORGOTTEN_AT_ONCE) return { rows, isMore: true };
        const isNeeded = neededInCore(state, [row]).size > 0;
        settledCount += isSettled(state, row) && !isNeeded ? 1 : 0;
        rows.push(row);
      }
      if (page.length < PAGE_ROWS) return { rows, isMore: false };
      before = page.at(-1)!.position;
    }
  }
}

/** Returns those that the core has to keep: what it waits for (it may not have been told), and rewards that wait for their group. */
export function neededInCore(
  state: PolicyState,
  rows: readonly DecisionRow[],
): ReadonlySet<string> {
  const { core } = state;
  if (core === null) return new Set();
  const needed = presentOf(state, rows).filter(({ row, coreId }) => {
    const isLearntLater = row.reward !== null && core.awaitsGroup(coreId);
    return core.holds(coreId) && (isLearntLater || !core.remembers(coreId));
  });
  return new Set(needed.map(({ row }) => row.id));
}

interface PresentRow {
  readonly row: DecisionRow;
  readonly coreId: string;
}

/** Those of the present generation that the core was asked about. */
export function presentOf(state: PolicyState, rows: readonly DecisionRow[]): PresentRow[] {
  return rows.flatMap((row) => {
    const isPresent = row.generation === generationOf(state);
    const coreId = isPresent ? coreIdOf(state, row.sequence) : null;
    return coreId === null ? [] : [{ row, coreId }];
  });
}

function isSettled(state: PolicyState, row: DecisionRow): boolean {
  return !isOpen(row) || isExpired(state, row);
}

/** Whether what a decision was made from is gone already. */
export async function isForgottenRow(journal: Journal, row: DecisionRow | null): Promise<boolean> {
  if (row === null) return false;
  const [entry] = await journal.read(row.policy, row.position - 1, 1);
  const body = entry === undefined ? null : readEntryText(entry.text);
  return body?.kind === 'decided' && isForgottenDecision(body);
}

/** Returns the plan that a decision is of; null if it was decided by itself. */
async function readPlanOf(
  journal: Journal,
  { policy, position }: DecisionRow,
  known: ReadonlyMap<number, Plan>,
): Promise<Plan | null> {
  const isKnown = ({ plan, decided }: Plan) =>
    plan.position < position && position <= plan.position + decided.length;
  const found = [...known.values()].find(isKnown);
  if (found !== undefined) return found;
  const [own] = await journal.read(policy, position - 1, 1);
  if ((readEntryText(own!.text) as Decided).planIndex === undefined) return null;
  for (let end = position - 1; end > 0; end -= PAGE_ENTRIES) {
    const start = Math.max(0, end - PAGE_ENTRIES);
    const page = await journal.read(policy, start, end - start);
    const plan = page.findLast(({ text }) => isOfKind(text, 'group-planned'));
    if (plan === undefined) continue;
    const body = readEntryText(plan.text);
    const count = body.kind === 'group-planned' ? body.count : 0;
    return { plan, decided: await journal.read(policy, plan.position, count) };
  }
  return null;
}

interface RegisterSearch {
  readonly policy: string;
  readonly subject: string;
  readonly after: number;
  /** Lets others work in between; not at all if absent. */
  readonly pause?: () => Promise<unknown>;
}

/** Looks through all entries after one for those of the register that name the subject. */
export async function registerEntries(
  journal: Journal,
  { policy, subject, after, pause }: RegisterSearch,
): Promise<RegisterEntries> {
  const entries: StoredEntry[] = [];
  const names: ForgottenNames = { decisions: new Set(), subject };
  for (let through = after; ; ) {
    const page = await journal.read(policy, through, PAGE_ENTRIES);
    for (const entry of page) {
      const isOfRegister = isOfKind(entry.text, 'subjects-changed');
      if (isOfRegister && tombstoneOf(entry, names) !== null) entries.push(entry);
    }
    through = page.at(-1)?.position ?? through;
    if (page.length < PAGE_ENTRIES) return { entries, through };
    await pause?.();
  }
}

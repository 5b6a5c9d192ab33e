/**
 * All policies added up from their lines, and the worst few of them: what a hundred thousand policies can show in
 * the metrics.
 */
import type { PolicyLine, StandingNumbers, WholeLine } from '../../journal/standing.ts';
import type { PolicyTotals, WorstPolicy } from '../decision-service.ts';
import type { StandingBody } from '../views/listed-view.ts';
import { allLines } from './listing.ts';
import type { Room, Rows } from './room.ts';
import { usedAgain } from './used-again.ts';

/** Up to so many policies are all shown. */
const SHOWN_MAX = 50;
/** Beyond that: so many of each kind of worst. */
const WORST_OF_A_KIND = 15;

type Sums = { -readonly [Name in keyof Omit<PolicyTotals, 'worst'>]: PolicyTotals[Name] };

/** Returns what adds up; whoever asks while it is under way, or soon after, gets the same. */
export function createTotals(rows: Rows & Pick<Room, 'monotonic'>): () => Promise<PolicyTotals> {
  return usedAgain(rows.monotonic, async () => ({ sum: await addUp(rows), isKept: true }));
}

async function addUp(rows: Rows): Promise<PolicyTotals> {
  const sums: Sums = {
    ok: 0,
    halted: 0,
    archived: 0,
    unread: 0,
    pending: 0,
    unresolved: 0,
    decisions: 0,
    learner: 0,
    leastMargin: null,
  };
  const worst = new WorstOnes();
  for await (const lines of allLines(rows)) {
    for (const line of lines) {
      enter(sums, line);
      if (line.archivedAt === null && line.standing !== null)
        worst.enter(line.policy, line.standing);
    }
  }
  const whole = await rows.read(() => rows.journal.readStandings(worst.names()));
  return { ...sums, worst: whole.map(worstPolicy) };
}

function enter(sums: Sums, { archivedAt, standing }: PolicyLine): void {
  if (archivedAt !== null) {
    sums.archived += 1;
    return;
  }
  if (standing === null) {
    sums.unread += 1;
    return;
  }
  const { margin, isHalted, pending, unresolved, decisions, learner } = standing;
  if (isHalted) sums.halted += 1;
  else sums.ok += 1;
  sums.pending += pending;
  sums.unresolved += unresolved;
  sums.decisions += decisions;
  sums.learner += learner;
  if (margin !== null) sums.leastMargin = Math.min(sums.leastMargin ?? margin, margin);
}

/** Keeps the few that are worst in any way; all of them while there are few. */
class WorstOnes {
  readonly #first: string[] = [];
  readonly #leastMargin = new LeastFew();
  readonly #mostPending = new LeastFew();
  readonly #halted: string[] = [];

  enter(policy: string, { margin, pending, isHalted }: StandingNumbers): void {
    if (this.#first.length <= SHOWN_MAX) this.#first.push(policy);
    if (margin !== null) this.#leastMargin.enter(policy, margin);
    this.#mostPending.enter(policy, -pending);
    if (isHalted && this.#halted.length < WORST_OF_A_KIND) this.#halted.push(policy);
  }

  names(): readonly string[] {
    if (this.#first.length <= SHOWN_MAX) return this.#first;
    const kinds = [this.#leastMargin.names(), this.#mostPending.names(), this.#halted];
    return [...new Set(kinds.flat())].sort();
  }
}

/** The few that have the smallest amounts; of equal ones those that came first. */
class LeastFew {
  readonly #few: { readonly name: string; readonly amount: number }[] = [];

  enter(name: string, amount: number): void {
    const last = this.#few.at(-1);
    if (this.#few.length === WORST_OF_A_KIND && last !== undefined && last.amount <= amount) return;
    const place = this.#few.findLastIndex((one) => one.amount <= amount) + 1;
    this.#few.splice(place, 0, { name, amount });
    if (this.#few.length > WORST_OF_A_KIND) this.#few.pop();
  }

  names(): string[] {
    return this.#few.map(({ name }) => name);
  }
}

function worstPolicy({ policy, standing, text }: WholeLine): WorstPolicy {
  const { sites } = JSON.parse(text) as StandingBody;
  return {
    policy,
    ...standing,
    siteCount: sites?.count ?? 0,
    // JSON has no infinity.
    sites: (sites?.least ?? []).map(([site, margin]) => ({
      site,
      margin: margin ?? Number.POSITIVE_INFINITY,
    })),
  };
}

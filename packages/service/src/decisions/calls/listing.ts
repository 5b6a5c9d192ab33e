/**
 * Looking at many policies at once: their lines in the journal are read, page by page, and none is loaded. Only
 * where a line is behind its chain (an earlier release wrote last) is the policy itself asked.
 */
import type { PolicyLine, WholeLine } from '../../journal/standing.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { stillReading } from '../../problems/refusals.ts';
import type { PolicyView } from '../../wire.ts';
import type { DecisionService, PoliciesOptions, PolicyPage } from '../decision-service.ts';
import { listedView } from '../views/listed-view.ts';
import { chunks } from './chunks.ts';
import type { Room, Rows } from './room.ts';
import { usedAgain } from './used-again.ts';

/** Policies in a listing, unless fewer are asked for. */
const LIST_MAX = 500;
/** Characters of a page, about: definitions may have megabytes, and there may be many of them. The first policy is always told. */
const PAGE_TEXT_MAX = 2 * 1024 * 1024;
/** Lines that are read without a pause. */
const SCAN_LINES = 250;
/** Views that are made without a pause; and the text of their lines, about. */
const VIEWS_AT_ONCE = 50;
const READ_TEXT_MAX = 256 * 1024;
/** The same of one site: each policy is asked. */
const ASKED_AT_ONCE = 10;

/** Returns one page; `ask` tells how a policy stands, seen from the site if one is given. */
export async function listPolicies(
  rows: Rows,
  { site, ...options }: PoliciesOptions,
  ask: DecisionService['policy'],
): Promise<PolicyPage> {
  const limit = Math.min(options.limit ?? LIST_MAX, LIST_MAX);
  const lines = await pageOf(rows, { ...options, limit });
  const names = lines.map(({ policy }) => policy);
  const seen = site === undefined ? seenInLines(rows, names, ask) : seenAtSite(names, site, ask);
  const policies: PolicyView[] = [];
  const away: string[] = [];
  let last: string | null = null;
  let size = 0;
  for await (const { policy, view, textLength } of seen) {
    size += textLength;
    if (size > PAGE_TEXT_MAX && last !== null) return { policies, elsewhere: away, next: last };
    if (view === null) away.push(policy);
    else policies.push(view);
    last = policy;
  }
  const next = lines.length < limit ? null : names.at(-1)!;
  return { policies, elsewhere: away, next };
}

/** A policy of a page. */
interface Seen {
  readonly policy: string;
  /** Null if another member has it. */
  readonly view: PolicyView | null;
  /** How much of the page it takes. */
  readonly textLength: number;
}

async function* seenAtSite(
  names: readonly string[],
  site: string,
  ask: DecisionService['policy'],
): AsyncGenerator<Seen, void> {
  for (const some of chunks(names, ASKED_AT_ONCE)) {
    const views = await Promise.all(some.map((policy) => ask(policy, site).catch(elsewhere)));
    for (const [i, view] of views.entries()) {
      yield { policy: some[i]!, view, textLength: textLengthOf(view) };
    }
  }
}

/** Another member has it. */
function elsewhere(error: unknown): null {
  if (error instanceof ServiceProblem && error.code === 'HR_OWNER_AWAY') return null;
  throw error;
}

function textLengthOf(view: PolicyView | null): number {
  return view === null ? 0 : JSON.stringify(view).length;
}

/** The first line tells how long the next may be: as many are read at once as are not too long together. */
async function* seenInLines(
  rows: Rows,
  names: readonly string[],
  ask: DecisionService['policy'],
): AsyncGenerator<Seen, void> {
  let [start, count] = [0, 1];
  while (start < names.length) {
    const some = names.slice(start, start + count);
    const whole = await rows.read(() => rows.journal.readStandings(some));
    const lengths = whole.map(({ outline }) => outline.length);
    const longest = lengths.length === 0 ? READ_TEXT_MAX : Math.max(...lengths);
    yield* seenOf(some, whole, ask);
    await rows.pause();
    start += count;
    count = Math.min(VIEWS_AT_ONCE, Math.ceil(READ_TEXT_MAX / longest));
  }
}

async function* seenOf(
  names: readonly string[],
  lines: readonly WholeLine[],
  ask: DecisionService['policy'],
): AsyncGenerator<Seen, void> {
  const byName = new Map(lines.map((line) => [line.policy, line]));
  for (const policy of names) {
    const line = byName.get(policy);
    const view = line === undefined ? await viewOf(policy, ask) : listedView(line);
    if (view === null) continue;
    yield { policy, view, textLength: line?.outline.length ?? textLengthOf(view) };
  }
}

/** All lines, archived ones included, in the order of names; others may work between the pages. */
export async function* allLines(
  rows: Rows,
  policies?: readonly string[],
): AsyncGenerator<readonly PolicyLine[], void> {
  let after = '';
  for (;;) {
    const page = { after, limit: SCAN_LINES, isArchivedShown: true };
    const lines = await pageOf(rows, policies === undefined ? page : { ...page, policies });
    yield lines;
    if (lines.length < SCAN_LINES) return;
    after = lines.at(-1)!.policy;
    await rows.pause();
  }
}

type PageOptions = Omit<PoliciesOptions, 'site'> & { readonly limit: number };

async function pageOf(rows: Rows, { policies, ...page }: PageOptions): Promise<PolicyLine[]> {
  const { journal } = rows;
  if (policies === undefined) return [...(await rows.read(() => journal.listLines(page)))];
  const { after = '', limit, isArchivedShown = false } = page;
  const names = [...new Set(policies)].filter((name) => name > after).sort();
  const lines: PolicyLine[] = [];
  for (const name of names) {
    if (lines.length === limit) break;
    const line = await rows.read(() => journal.readLine(name));
    if (line !== null && (isArchivedShown || line.archivedAt === null)) lines.push(line);
  }
  return lines;
}

/** Null of a policy whose very first entry cannot be read, or that is gone meanwhile. */
async function viewOf(policy: string, ask: DecisionService['policy']): Promise<PolicyView | null> {
  try {
    return await ask(policy);
  } catch (error) {
    if (error instanceof ServiceProblem && error.code === 'HR_POLICY_UNKNOWN') return null;
    throw error;
  }
}

/** Policies that one audit may load because their lines are behind. */
const LOADED_MAX = 50;

/** From so many policies on the sum may be one of a little earlier. */
const MANY_POLICIES = 1000;

type Ask = DecisionService['failureProbability'];

/**
 * Returns what adds up the chances of failure of the policies that are named, or of all. Promises that were made count, also
 * those of policies that are archived.
 */
export function createFailureSum(
  rows: Rows & Pick<Room, 'monotonic'>,
  ask: Ask,
): (policies?: readonly string[]) => Promise<number> {
  const ofAll = usedAgain(rows.monotonic, async () => {
    const { sum, count } = await addFailures(rows, ask);
    return { sum, isKept: count > MANY_POLICIES };
  });
  return async (policies) =>
    policies === undefined ? ofAll() : (await addFailures(rows, ask, policies)).sum;
}

async function addFailures(
  rows: Rows,
  ask: Ask,
  policies?: readonly string[],
): Promise<{ sum: number; count: number }> {
  let sum = 0;
  let count = 0;
  let loadedCount = 0;
  for await (const lines of allLines(rows, policies)) {
    for (const { policy, standing } of lines) {
      if (standing === null && ++loadedCount > LOADED_MAX) throw stillReading();
      sum += standing?.failureProbability ?? (await ask(policy));
      count += 1;
    }
  }
  return { sum, count };
}

/**
 * Looking at many policies at once: their lines in the journal are read, page by page, and none is loaded. Only
 * where a line is behind its chain (an earlier release wrote last) is the policy itself asked.
 */
import type { PolicyLine, WholeLine } from '../../journal/standing.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { PolicyView } from '../../wire.ts';
import type { PoliciesOptions, PolicyPage } from '../decision-service.ts';
import { listedView } from '../views/listed-view.ts';
import { policyView } from '../views/policy-view.ts';
import type { Room } from './room.ts';

/** Policies in a listing, unless fewer are asked for. */
const LIST_MAX = 500;
/** Lines that are read without a pause. */
const SCAN_LINES = 1000;
/** Views that are made without a pause. */
const VIEWS_AT_ONCE = 50;

export async function listPolicies(
  room: Room,
  options: Omit<PoliciesOptions, 'site'>,
): Promise<PolicyPage> {
  const limit = Math.min(options.limit ?? LIST_MAX, LIST_MAX);
  const lines = await pageOf(room, { ...options, limit });
  const views: PolicyView[] = [];
  for (let start = 0; start < lines.length; start += VIEWS_AT_ONCE) {
    const names = lines.slice(start, start + VIEWS_AT_ONCE).map(({ policy }) => policy);
    const whole = await room.read(() => room.journal.readStandings(names));
    const byName = new Map(whole.map((line) => [line.policy, line]));
    for (const name of names) views.push(...(await viewOf(room, name, byName.get(name))));
    await room.pause();
  }
  return { policies: views, next: lines.length < limit ? null : lines.at(-1)!.policy };
}

/** All lines, archived ones included, in the order of names; others may work between the pages. */
export async function* allLines(
  room: Room,
  policies?: readonly string[],
): AsyncGenerator<readonly PolicyLine[], void> {
  let after = '';
  for (;;) {
    const page = { after, limit: SCAN_LINES, isArchivedShown: true };
    const lines = await pageOf(room, policies === undefined ? page : { ...page, policies });
    yield lines;
    if (lines.length < SCAN_LINES) return;
    after = lines.at(-1)!.policy;
    await room.pause();
  }
}

type PageOptions = Omit<PoliciesOptions, 'site'> & { readonly limit: number };

async function pageOf(room: Room, { policies, ...page }: PageOptions): Promise<PolicyLine[]> {
  const { journal } = room;
  if (policies === undefined) return [...(await room.read(() => journal.listLines(page)))];
  const { after = '', limit, isArchivedShown = false } = page;
  const names = [...new Set(policies)].filter((name) => name > after).sort();
  const lines: PolicyLine[] = [];
  for (const name of names) {
    if (lines.length === limit) break;
    const line = await room.read(() => journal.readLine(name));
    if (line !== null && (isArchivedShown || line.archivedAt === null)) lines.push(line);
  }
  return lines;
}

/** None of a policy whose very first entry cannot be read, or that is gone meanwhile. */
async function viewOf(room: Room, policy: string, line?: WholeLine): Promise<PolicyView[]> {
  if (line !== undefined) return [listedView(line)];
  try {
    return [await room.look(policy, policyView)];
  } catch (error) {
    if (error instanceof ServiceProblem && error.code === 'HR_POLICY_UNKNOWN') return [];
    throw error;
  }
}

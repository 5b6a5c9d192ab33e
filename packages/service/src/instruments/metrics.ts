/**
 * What Prometheus reads at /metrics, in a registry of its own.
 *
 * Counters and histograms count what this process did. Gauges are read from the lines of the policies at the
 * moment of the scrape, so they are the same on every replica. docs/guides/operations.md says which to watch.
 *
 * However many policies there are, the number of series is bounded: totals are of all of them; gauges with a
 * name are of the worst few; counters name the first policies that they count, and the rest together.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface DecisionCount {
  readonly policy: string;
  readonly chosenBy: string;
  readonly reason: string;
}

export interface RequestCount {
  /** The route's pattern, never the path: ids do not belong into labels. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** A batch of entries that was stored. */
export interface CommitCount {
  readonly durationMs: number;
  readonly batchCount: number;
  readonly entryCount: number;
}

/** What became of a request that was sent on to another replica: it answered, had the policy no more, or said nothing. */
export type ForwardOutcome = 'answered' | 'moved' | 'away';

/** What the gauges show of a policy. */
export interface GaugedPolicy {
  readonly policy: string;
  readonly margin: number | null;
  readonly pending: number;
  readonly unresolved: number;
  readonly decisions: number;
  readonly learner: number;
  readonly isHalted: boolean;
  /** Its sites, and the budgets of those that have least. */
  readonly siteCount: number;
  readonly sites: readonly { readonly site: string; readonly margin: number }[];
}

/** All policies added up, and the worst few of them. */
export interface GaugedTotals {
  readonly ok: number;
  readonly halted: number;
  readonly archived: number;
  readonly unread: number;
  readonly pending: number;
  readonly unresolved: number;
  readonly leastMargin: number | null;
  readonly worst: readonly GaugedPolicy[];
}

/** What is read whenever somebody scrapes. */
export interface MetricSources {
  totals(): Promise<GaugedTotals>;
  /** Requests that wait for their policy's turn. */
  queueLength?(): number;
  /** Policies that are in memory. */
  awakeCount?(): number;
  /** Policies that this process holds by a lease, and replicas that it has heard of. */
  leases?(): { readonly held: number; readonly members: number };
}

export interface Metrics {
  decided(count: DecisionCount): void;
  rewarded(policy: string): void;
  corrected(policy: string): void;
  answered(count: RequestCount): void;
  committed(count: CommitCount): void;
  /** A request was sent on to the replica that holds its policy. */
  forwarded(outcome: ForwardOutcome): void;
  /** A thread that decides has died, or was ended because it said nothing. */
  deciderEnded(): void;
  /** Tells where gauges are read; until then they are empty. */
  readFrom(sources: MetricSources): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMIT_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2];
/** Sites that have a line of their own: those with the smallest budgets. */
const SITE_LABELS_MAX = 100;
/** Policies that the counters of a process name; the rest are counted together, under a name that none can have. */
const COUNTED_POLICIES_MAX = 100;
const OTHER_POLICIES = '_other';
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Returns metrics that belong to one service. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counted = countersIn(registry);
  const timed = histogramsIn(registry);
  const labelOf = policyLabels();
  const decisionsOf = keptByLabels((...labels) => counted.decisions.labels(...labels));
  const requestsOf = keptByLabels((...labels) => timed.requests.labels(...labels));
  const refreshTotals = totalGaugesIn(registry);
  const refresh = gaugesIn(registry);
  const refreshSites = siteGaugesIn(registry);
  let sources: MetricSources | null = null;
  return {
    contentType: registry.contentType,
    decided: ({ policy, chosenBy, reason }) => decisionsOf(labelOf(policy), chosenBy, reason).inc(),
    rewarded: (policy) => counted.rewards.inc({ policy: labelOf(policy) }),
    corrected: (policy) => counted.corrections.inc({ policy: labelOf(policy) }),
    answered: ({ route, method, status, durationMs }) =>
      requestsOf(route, method, String(status)).observe(durationMs / 1000),
    committed: ({ durationMs, batchCount, entryCount }) => {
      timed.commits.observe(durationMs / 1000);
      timed.batches.observe(batchCount);
      counted.entries.inc(entryCount);
    },
    forwarded: (outcome) => counted.forwards.inc({ outcome }),
    deciderEnded: () => counted.deciderEnds.inc(),
    readFrom: (given) => {
      sources = given;
    },
    text: async () => {
      if (sources !== null) {
        const totals = await sources.totals();
        refreshTotals(totals, sources);
        refresh(totals.worst);
        refreshSites(totals.worst);
      }
      return await registry.metrics();
    },
  };
}

/** Names as they are counted under: a policy that has had one of its own keeps it, so that counters only grow. */
function policyLabels(): (policy: string) => string {
  const named = new Set<string>();
  return (policy) => {
    if (!named.has(policy) && named.size >= COUNTED_POLICIES_MAX) return OTHER_POLICIES;
    named.add(policy);
    return policy;
  };
}

/** What has been counted under the same labels before is found again without checking and hashing them. */
function keptByLabels<Kept>(find: (...labels: string[]) => Kept): (...labels: string[]) => Kept {
  const kept = new Map<string, Kept>();
  return (...labels) => {
    const name = labels.join('\n');
    const known = kept.get(name);
    if (known !== undefined) return known;
    const found = find(...labels);
    kept.set(name, found);
    return found;
  };
}

function countersIn(register: Registry) {
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [register] });
  return {
    decisions: counter('hedgerow_decisions_total', 'Decisions made.', [
      'policy',
      'chosen_by',
      'reason',
    ]),
    rewards: counter('hedgerow_rewards_total', 'Rewards taken in.', ['policy']),
    corrections: counter('hedgerow_corrections_total', 'Rewards corrected.', ['policy']),
    entries: counter('hedgerow_journal_entries_total', 'Journal entries stored.', []),
    forwards: counter(
      'hedgerow_forwarded_total',
      'Requests sent on to another replica, by what became of them: answered, moved (the policy was not there any more), away (no answer in time).',
      ['outcome'],
    ),
    deciderEnds: counter(
      'hedgerow_decider_ends_total',
      'Threads that decide and died, or were ended because they said nothing.',
      [],
    ),
  };
}

function histogramsIn(register: Registry) {
  const registers = [register];
  return {
    requests: new Histogram({
      name: 'hedgerow_request_seconds',
      help: 'Time to answer a request.',
      labelNames: ['route', 'method', 'status'],
      buckets: LATENCY_SECONDS,
      registers,
    }),
    commits: new Histogram({
      name: 'hedgerow_commit_seconds',
      help: 'Time to store a batch of entries, fsync included.',
      buckets: COMMIT_SECONDS,
      registers,
    }),
    batches: new Histogram({
      name: 'hedgerow_commit_batch_size',
      help: 'Requests that shared a commit.',
      buckets: BATCH_SIZES,
      registers,
    }),
  };
}

/** Makes the gauges of all policies together and returns what sets them. */
function totalGaugesIn(register: Registry): (totals: GaugedTotals, sources: MetricSources) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const policies = gauge(
    'hedgerow_policies',
    'Policies that are ok, halted, archived, or unread: not looked at since an earlier release.',
    ['state'],
  );
  const pending = gauge('hedgerow_pending_all', 'Decisions of all policies without a reward.');
  const unresolved = gauge(
    'hedgerow_unresolved_all',
    'Decisions of all policies of which nobody has said whether they were played.',
  );
  const least = gauge('hedgerow_margin_least', 'The smallest safety budget of all policies.');
  const queue = gauge('hedgerow_queue_length', 'Requests that wait for their policy.');
  const awake = gauge('hedgerow_policies_awake', 'Policies that this process has in memory.');
  const held = gauge('hedgerow_leases_held', 'Policies that this process holds by a lease.');
  const members = gauge(
    'hedgerow_members',
    'Replicas that share the database, as far as this process has heard.',
  );
  return (totals, { queueLength, awakeCount, leases }) => {
    for (const state of ['ok', 'halted', 'archived', 'unread'] as const) {
      policies.set({ state }, totals[state]);
    }
    pending.set(totals.pending);
    unresolved.set(totals.unresolved);
    least.remove();
    if (totals.leastMargin !== null) least.set(totals.leastMargin);
    queue.set(queueLength?.() ?? 0);
    awake.set(awakeCount?.() ?? 0);
    const counts = leases?.() ?? { held: 0, members: 0 };
    held.set(counts.held);
    members.set(counts.members);
  };
}

/** The same for each of the worst few. */
function gaugesIn(register: Registry): (policies: readonly GaugedPolicy[]) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['policy'], registers: [register] });
  const margin = gauge('hedgerow_margin', 'Safety budget left, in reward units.');
  const pending = gauge('hedgerow_pending', 'Decisions whose reward has not come.');
  const unresolved = gauge(
    'hedgerow_unresolved',
    'Decisions of which nobody has said whether they were played.',
  );
  const share = gauge(
    'hedgerow_learner_share',
    'Share of decisions the learner made, in the present generation.',
  );
  const halted = gauge('hedgerow_policy_halted', '1 if the policy is halted.');
  return (policies) => {
    for (const one of [margin, pending, unresolved, share, halted]) one.reset();
    for (const { policy, ...shown } of policies) {
      if (shown.margin !== null) margin.set({ policy }, shown.margin);
      pending.set({ policy }, shown.pending);
      unresolved.set({ policy }, shown.unresolved);
      share.set({ policy }, shown.decisions === 0 ? 0 : shown.learner / shown.decisions);
      halted.set({ policy }, shown.isHalted ? 1 : 0);
    }
  };
}

/** And for their sites: their number, and the budgets of those that have least. */
function siteGaugesIn(register: Registry): (policies: readonly GaugedPolicy[]) => void {
  const registers = [register];
  const count = new Gauge({
    name: 'hedgerow_sites',
    help: 'Sites of a policy that have decided something.',
    labelNames: ['policy'],
    registers,
  });
  const margin = new Gauge({
    name: 'hedgerow_site_margin',
    help: `Safety budget left at a site, in reward units; of the ${SITE_LABELS_MAX} smallest.`,
    labelNames: ['policy', 'site'],
    registers,
  });
  return (policies) => {
    count.reset();
    margin.reset();
    for (const { policy, siteCount } of policies)
      if (siteCount > 0) count.set({ policy }, siteCount);
    const sites = policies.flatMap(({ policy, sites: own }) =>
      own.map((one) => ({ policy, ...one })),
    );
    const smallestFirst = sites.sort((a, b) => a.margin - b.margin);
    for (const { policy, site, margin: left } of smallestFirst.slice(0, SITE_LABELS_MAX)) {
      margin.set({ policy, site }, left);
    }
  };
}

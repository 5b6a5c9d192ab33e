/**
 * What Prometheus reads at /metrics, in a registry of its own.
 *
 * Counters and histograms count what this process did. Gauges are read from the policies at the moment of
 * the scrape, so they are the same on every replica. docs/guides/operations.md says which to watch.
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

/** What the gauges show of a policy. */
export interface GaugedPolicy {
  readonly id: string;
  readonly margin: number | null;
  readonly health: { readonly state: string };
  readonly counts: {
    readonly decisions: number;
    readonly learner: number;
    readonly pending: number;
    readonly unresolved: number;
  };
}

/** The budget of one site of a policy. */
export interface GaugedSite {
  readonly policy: string;
  readonly site: string;
  readonly margin: number;
}

/** What is read whenever somebody scrapes. */
export interface MetricSources {
  policies(): Promise<readonly GaugedPolicy[]>;
  /** All sites of all policies; none if absent. */
  sites?(): Promise<readonly GaugedSite[]>;
  /** Requests that wait for their policy's turn. */
  queueLength?(): number;
}

export interface Metrics {
  decided(count: DecisionCount): void;
  rewarded(policy: string): void;
  corrected(policy: string): void;
  answered(count: RequestCount): void;
  committed(count: CommitCount): void;
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
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Returns metrics that belong to one service. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counted = countersIn(registry);
  const timed = histogramsIn(registry);
  const refresh = gaugesIn(registry);
  const refreshSites = siteGaugesIn(registry);
  let sources: MetricSources | null = null;
  return {
    contentType: registry.contentType,
    decided: ({ policy, chosenBy, reason }) =>
      counted.decisions.inc({ policy, chosen_by: chosenBy, reason }),
    rewarded: (policy) => counted.rewards.inc({ policy }),
    corrected: (policy) => counted.corrections.inc({ policy }),
    answered: ({ route, method, status, durationMs }) =>
      timed.requests.observe({ route, method, status: String(status) }, durationMs / 1000),
    committed: ({ durationMs, batchCount, entryCount }) => {
      timed.commits.observe(durationMs / 1000);
      timed.batches.observe(batchCount);
      counted.entries.inc(entryCount);
    },
    deciderEnded: () => counted.deciderEnds.inc(),
    readFrom: (given) => {
      sources = given;
    },
    text: async () => {
      if (sources !== null) {
        refresh(await sources.policies(), sources.queueLength?.() ?? 0);
        refreshSites((await sources.sites?.()) ?? []);
      }
      return await registry.metrics();
    },
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

/** Makes the gauges and returns what sets them. */
function gaugesIn(
  register: Registry,
): (policies: readonly GaugedPolicy[], queueLength: number) => void {
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const margin = gauge('hedgerow_margin', 'Safety budget left, in reward units.', ['policy']);
  const pending = gauge('hedgerow_pending', 'Decisions whose reward has not come.', ['policy']);
  const unresolved = gauge(
    'hedgerow_unresolved',
    'Decisions of which nobody has said whether they were played.',
    ['policy'],
  );
  const share = gauge(
    'hedgerow_learner_share',
    'Share of decisions the learner made, in the present generation.',
    ['policy'],
  );
  const halted = gauge('hedgerow_policy_halted', '1 if the policy is halted.', ['policy']);
  const queue = gauge('hedgerow_queue_length', 'Requests that wait for their policy.', []);
  return (policies, queueLength) => {
    for (const one of [margin, pending, unresolved, share, halted]) one.reset();
    for (const { id: policy, counts, margin: left, health } of policies) {
      if (left !== null) margin.set({ policy }, left);
      pending.set({ policy }, counts.pending);
      unresolved.set({ policy }, counts.unresolved);
      share.set({ policy }, counts.decisions === 0 ? 0 : counts.learner / counts.decisions);
      halted.set({ policy }, health.state === 'halted' ? 1 : 0);
    }
    queue.set(queueLength);
  };
}

/** The same for sites: their number, and the budgets of those that have least. */
function siteGaugesIn(register: Registry): (sites: readonly GaugedSite[]) => void {
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
  return (sites) => {
    count.reset();
    margin.reset();
    for (const { policy } of sites) count.inc({ policy });
    const smallestFirst = [...sites].sort((a, b) => a.margin - b.margin);
    for (const { policy, site, margin: left } of smallestFirst.slice(0, SITE_LABELS_MAX)) {
      margin.set({ policy, site }, left);
    }
  };
}

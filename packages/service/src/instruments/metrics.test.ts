import { describe, expect, it } from 'vitest';
import { createMetrics, type GaugedPolicy, type GaugedTotals } from './metrics.ts';

const gauged = (policy: string, margin: number | null): GaugedPolicy => ({
  policy,
  margin,
  isHalted: margin === null,
  decisions: 8,
  learner: 2,
  pending: 3,
  unresolved: 1,
  siteCount: 0,
  sites: [],
});

const totals = (worst: readonly GaugedPolicy[]): GaugedTotals => ({
  ok: 70_000,
  halted: 4,
  archived: 9,
  unread: 2,
  pending: 12_345,
  unresolved: 678,
  leastMargin: -1.5,
  worst,
});

describe('createMetrics', () => {
  it('counts decisions, rewards and corrections by policy', async () => {
    const metrics = createMetrics();
    metrics.decided({ policy: 'a', chosenBy: 'learner', reason: 'proposal-is-safe' });
    metrics.decided({ policy: 'a', chosenBy: 'learner', reason: 'proposal-is-safe' });
    metrics.forwarded('moved');
    metrics.rewarded('a');
    metrics.corrected('b');
    const text = await metrics.text();
    expect(text).toContain(
      'hedgerow_decisions_total{policy="a",chosen_by="learner",reason="proposal-is-safe"} 2',
    );
    expect(text).toContain('hedgerow_rewards_total{policy="a"} 1');
    expect(text).toContain('hedgerow_corrections_total{policy="b"} 1');
    expect(text).toContain('hedgerow_forwarded_total{outcome="moved"} 1');
  });

  it('counts policies beyond the first hundred together, so that sums are right and series few', async () => {
    const metrics = createMetrics();
    for (let round = 0; round < 2; round++) {
      for (let k = 0; k < 130; k++) metrics.rewarded(`p${k}`);
    }
    const lines = (await metrics.text())
      .split('\n')
      .filter((line) => /^hedgerow_rewards/.test(line));
    expect(lines).toHaveLength(101);
    expect(lines).toContain('hedgerow_rewards_total{policy="p99"} 2');
    expect(lines).toContain('hedgerow_rewards_total{policy="_other"} 60');
  });

  it('reads gauges at the scrape, and forgets policies that are gone', async () => {
    const metrics = createMetrics();
    let shown = [gauged('a', 1.5), gauged('b', null)];
    metrics.readFrom({
      totals: async () => totals(shown),
      queueLength: () => 4,
      leases: () => ({ held: 7, members: 3 }),
    });
    const first = await metrics.text();
    expect(first).toContain('hedgerow_leases_held 7');
    expect(first).toContain('hedgerow_members 3');
    expect(first).toContain('hedgerow_margin{policy="a"} 1.5');
    expect(first).not.toContain('hedgerow_margin{policy="b"}');
    expect(first).toContain('hedgerow_policy_halted{policy="b"} 1');
    expect(first).toContain('hedgerow_learner_share{policy="a"} 0.25');
    expect(first).toContain('hedgerow_pending{policy="a"} 3');
    expect(first).toContain('hedgerow_unresolved{policy="a"} 1');
    expect(first).toContain('hedgerow_queue_length 4');
    shown = [gauged('b', 2)];
    const second = await metrics.text();
    expect(second).not.toContain('policy="a"');
    expect(second).toContain('hedgerow_policy_halted{policy="b"} 0');
  });

  it('adds up all policies, also those that have no line of their own', async () => {
    const metrics = createMetrics();
    let sums = totals([gauged('a', 1.5)]);
    metrics.readFrom({ totals: async () => sums, awakeCount: () => 31 });
    const text = await metrics.text();
    for (const line of [
      'hedgerow_policies{state="ok"} 70000',
      'hedgerow_policies{state="halted"} 4',
      'hedgerow_policies{state="archived"} 9',
      'hedgerow_policies{state="unread"} 2',
      'hedgerow_pending_all 12345',
      'hedgerow_unresolved_all 678',
      'hedgerow_margin_least -1.5',
      'hedgerow_policies_awake 31',
    ]) {
      expect(text).toContain(line);
    }
    sums = { ...sums, leastMargin: null };
    expect(await metrics.text()).not.toMatch(/^hedgerow_margin_least/m);
  });

  it('shows the budgets of the sites that have least, and no more than a hundred', async () => {
    const metrics = createMetrics();
    const sites = Array.from({ length: 130 }, (_, k) => ({ site: `farm "${k}"`, margin: 200 - k }));
    const whole = { ...gauged('a', 71), siteCount: 4000, sites };
    metrics.readFrom({ totals: async () => totals([whole, gauged('b', 3)]) });
    const text = await metrics.text();
    expect(text).toContain('hedgerow_sites{policy="a"} 4000');
    expect(text).not.toContain('hedgerow_sites{policy="b"}');
    expect(text.match(/^hedgerow_site_margin\{/gm)).toHaveLength(100);
    expect(text).toContain('hedgerow_site_margin{policy="a",site="farm \\"129\\""} 71');
    expect(text).not.toContain('farm \\"0\\"');
  });

  it('measures requests and commits in seconds', async () => {
    const metrics = createMetrics();
    metrics.answered({ route: '/v1/policies', method: 'GET', status: 200, durationMs: 30 });
    metrics.committed({ entryCount: 5, batchCount: 3, durationMs: 4 });
    const text = await metrics.text();
    expect(text).toContain(
      'hedgerow_request_seconds_sum{route="/v1/policies",method="GET",status="200"} 0.03',
    );
    expect(text).toContain('hedgerow_commit_seconds_sum 0.004');
    expect(text).toContain('hedgerow_commit_batch_size_sum 3');
    expect(text).toContain('hedgerow_journal_entries_total 5');
  });

  it('keeps two services apart, and tells about the process', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.rewarded('a');
    expect(await other.text()).not.toContain('policy="a"');
    expect(await other.text()).toContain('nodejs_eventloop_lag');
  });
});

import { describe, expect, it } from 'vitest';
import type { PolicyView } from '../wire.ts';
import { createMetrics } from './metrics.ts';

const view = (id: string, margin: number | null): PolicyView =>
  ({
    id,
    margin,
    health: { state: margin === null ? 'halted' : 'ok', detail: '' },
    counts: { decisions: 8, learner: 2, pending: 3, unresolved: 1 },
  }) as PolicyView;

describe('createMetrics', () => {
  it('counts decisions, rewards and corrections by policy', async () => {
    const metrics = createMetrics();
    metrics.decided({ policy: 'a', chosenBy: 'learner', reason: 'proposal-is-safe' });
    metrics.decided({ policy: 'a', chosenBy: 'learner', reason: 'proposal-is-safe' });
    metrics.rewarded('a');
    metrics.corrected('b');
    const text = await metrics.text();
    expect(text).toContain(
      'hedgerow_decisions_total{policy="a",chosen_by="learner",reason="proposal-is-safe"} 2',
    );
    expect(text).toContain('hedgerow_rewards_total{policy="a"} 1');
    expect(text).toContain('hedgerow_corrections_total{policy="b"} 1');
  });

  it('reads gauges at the scrape, and forgets policies that are gone', async () => {
    const metrics = createMetrics();
    let views = [view('a', 1.5), view('b', null)];
    metrics.readFrom({ policies: async () => views, queueLength: () => 4 });
    const first = await metrics.text();
    expect(first).toContain('hedgerow_margin{policy="a"} 1.5');
    expect(first).not.toContain('hedgerow_margin{policy="b"}');
    expect(first).toContain('hedgerow_policy_halted{policy="b"} 1');
    expect(first).toContain('hedgerow_learner_share{policy="a"} 0.25');
    expect(first).toContain('hedgerow_pending{policy="a"} 3');
    expect(first).toContain('hedgerow_unresolved{policy="a"} 1');
    expect(first).toContain('hedgerow_queue_length 4');
    views = [view('b', 2)];
    const second = await metrics.text();
    expect(second).not.toContain('policy="a"');
    expect(second).toContain('hedgerow_policy_halted{policy="b"} 0');
  });

  it('shows the budgets of the sites that have least, and no more than a hundred', async () => {
    const metrics = createMetrics();
    const sites = Array.from({ length: 130 }, (_, k) => ({
      policy: 'a',
      site: `farm "${k}"`,
      margin: 200 - k,
    }));
    metrics.readFrom({ policies: async () => [], sites: async () => sites });
    const text = await metrics.text();
    expect(text).toContain('hedgerow_sites{policy="a"} 130');
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

/**
 * Calls about many decisions at once, parts and sites, against the real service.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';
import { type FaultyProxy, startFaultyProxy } from './testing/faulty-proxy.ts';
import { type RunningService, startService } from './testing/running-service.ts';

const DIVIDED = {
  actions: ['new', 'old'],
  baseline: { action: 'old' },
  context: { visitors: { min: 0, max: 100 } },
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.25,
  size: { typical: 4 },
  split: { strips: 20, drop: 4 },
};
const situation = (size: number, site: string) => ({ context: { visitors: 40 }, size, site });

describe('the calls about many decisions', () => {
  let service: RunningService;
  let proxy: FaultyProxy;
  let client: ReturnType<typeof createClient>;

  beforeAll(async () => {
    service = await startService();
    proxy = await startFaultyProxy(service.url);
    client = createClient({ url: proxy.url, random: () => 0 });
    await client.define('shop', { definition: DIVIDED });
  });

  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  it('plan a group, issue it once for a key, take rewards of parts, and close it', async () => {
    const request = { group: '2027', situations: [situation(3, 'north'), situation(5, 'south')] };
    expect(await client.planGroup('shop', request)).toMatchObject({ isCommitted: false });
    const committed = { ...request, commit: true };
    const plan = await client.planGroup('shop', committed, { key: 'season' });
    expect(await client.planGroup('shop', committed, { key: 'season' })).toEqual(plan);
    const [first] = plan.receipts;
    expect(await client.reward(first!.id, { check: 9 })).toMatchObject({ reward: null });
    expect((await client.reward(first!.id, { try: 11 })).reward).toBeGreaterThan(9);
    expect(await client.closeGroup('shop', '2027')).toMatchObject({ outcome: 'recorded' });
    expect(await client.policy('shop', { site: 'north' })).toMatchObject({
      site: 'north',
      counts: { decisions: 1, rewards: 1 },
    });
    expect(await client.audit('shop', { site: 'south' })).toMatchObject({ decisions: 1 });
    expect((await client.corridor('shop', { site: 'south' })).points).toHaveLength(1);
    expect(client.exportUrl('shop', 'csv', 'north')).toMatch(/export\?format=csv&site=north$/);
  });

  it('make many decisions, with an answer for each', async () => {
    const requests = [situation(1, 'east'), { context: {} }, situation(2, 'east')];
    const answers = await client.decideMany('shop', requests);
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200]);
  });

  it('are told no more than what to do, where that is enough', async () => {
    const options = { receipts: 'minimal', key: 'short' } as const;
    const requests = [situation(1, 'east'), { context: {} }];
    const [first, second] = await client.decideMany('shop', requests, options);
    const whole = (await client.decideMany('shop', requests, { key: 'short' }))[0]!;
    if (!('receipt' in first!) || !('receipt' in whole)) throw new Error('one was refused');
    expect(Object.keys(first.receipt).sort()).toEqual([
      'action',
      'chosenBy',
      'id',
      'mode',
      'parts',
      'reason',
    ]);
    expect(whole.receipt).toMatchObject(first.receipt);
    expect(second).toMatchObject({ status: 422 });
  });

  it('send more rewards than fit one request, and yield an answer for every line', async () => {
    const requests = Array.from({ length: 6 }, () => situation(1, 'west'));
    const answers = await client.decideMany('shop', requests);
    const ids = answers.flatMap((answer) => ('receipt' in answer ? [answer.receipt.id] : []));
    function* lines() {
      for (let k = 0; k < 7000; k++) yield { decision: ids[k % 6]!, check: 9 };
    }
    const outcomes: string[] = [];
    for await (const { line, outcome } of client.sendRewards('shop', lines())) {
      expect(line).toBe(outcomes.length + 1);
      outcomes.push(outcome);
    }
    expect(outcomes).toHaveLength(7000);
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(6);
  });
});

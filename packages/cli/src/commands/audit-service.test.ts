/**
 * The incident that an audit once missed, over real HTTP: an unknown baseline, the service's default
 * `execution: 'confirm'`, two decisions in flight, the margin asked after each. The service's own audit
 * can only compare the books with themselves; `hedgerow audit` compares its export with the truth.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '@hedgerow/client';
import { type Audit, auditText, type DecisionLogAudit } from '@hedgerow/lab';
import type { RunningService } from '@hedgerow/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnService } from '../thornbush/own-service.ts';

const ROUNDS = 120;
/** The worst that the range allows: a book that is right claims exactly what is certain. */
const MEANS = { proposal: 0.5, baseline: 1 };

let folder: string;
let running: RunningService;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-audit-'));
  running = await startOwnService(folder);
  client = createClient({ url: running.address });
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

/** Plays a life and returns what was decided, with its export and the policy as the service shows it. */
async function live(policy: string): Promise<{ log: string; view: string; truth: string }> {
  const definition = {
    actions: ['usual', 'new'],
    baseline: { action: 'usual' },
    context: {},
    reward: { min: 0.5, max: 1 },
    allowedShortfall: 0.3,
    // The coins of a service are others in every run: so seldom may the certificate fail.
    failureProbability: 1e-6,
    execution: 'confirm' as const,
  };
  await client.define(policy, { definition });
  const inFlight: { id: string; reward: number }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const { id, chosenBy } = await client.decide(policy, { context: {}, proposal: 'new' });
    inFlight.push({ id, reward: chosenBy === 'learner' ? MEANS.proposal : MEANS.baseline });
    await client.policy(policy);
    if (inFlight.length < 2) continue;
    const first = inFlight.shift()!;
    await client.ack(first.id, { played: 'decision' });
    await client.policy(policy);
    await client.reward(first.id, { value: first.reward });
  }
  const log = await new Response(await client.export(policy, 'receipts')).text();
  const ids = Array.from({ length: ROUNDS }, (_, i) => `${policy}.1.${i + 1}`);
  const rows = ids.map((id) => `${id},${MEANS.proposal},${MEANS.baseline}`);
  return {
    log,
    view: JSON.stringify(await client.policy(policy)),
    truth: ['decision,proposal,baseline', ...rows].join('\n'),
  };
}

function requireLog(audit: Audit): DecisionLogAudit {
  if (audit.subject === 'decision-log') return audit;
  throw new Error('An export must be read as a decision log.');
}

describe('the export of divided decisions', () => {
  it('is audited by the command as printed on the page, which agrees with the page', async () => {
    const definition = {
      actions: ['a', 'b'],
      baseline: { action: 'a', reward: { min: 7, max: 13 } },
      context: {},
      reward: { min: 2, max: 17 },
      allowedShortfall: 0.1,
      size: { typical: 14.4 },
      promise: 'realised' as const,
      split: { drop: 2.5 },
    };
    await client.define('fields', { definition });
    const situations = [8.4, 14.25, 6.1].map((size, i) => {
      return { context: {}, size, site: i === 1 ? 'south' : 'north' };
    });
    const { receipts } = await client.planGroup('fields', {
      group: '2027',
      situations,
      commit: true,
    });
    await client.reward(receipts[0]!.id, { try: 9.5, check: 9.1 });
    const log = await new Response(await client.export('fields', 'receipts')).text();
    const policy = JSON.stringify(await client.policy('fields'));
    const rows = receipts.map(({ id }) => `${id},9.5,9.1`);
    const truth = ['decision,proposal,baseline', ...rows].join('\n');
    const audit = requireLog(auditText(log, { policy, truth }));
    expect(audit.findings).toEqual([]);
    expect(audit.tightest?.budget).toBe(0);
    expect((await client.audit('fields')).isKept).toBe(!audit.isBroken);
  });
});

describe('the export of the service', () => {
  it('is audited against the truth, and its books claim no more', async () => {
    const { log, view, truth } = await live('incident');
    const { findings, decisions, claims, learnerDecisions } = requireLog(
      auditText(log, { policy: view, truth }),
    );
    expect(findings).toEqual([]);
    expect([decisions, claims!.truth!.claims]).toEqual([ROUNDS, 2 * ROUNDS]);
    expect(learnerDecisions).toBeGreaterThan(20);
  });
});

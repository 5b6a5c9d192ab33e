/**
 * What a log can be compared with: the most that rewards can prove, and the truth.
 */
import { createPolicy, type Policy, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { type RandomStream, randomStream } from '../../environments/index.ts';
import { auditDecisionLog } from './audit-decision-log.ts';
import { auditLines, auditText } from './audit-file.ts';
import { parseAuditTerms } from './audit-terms.ts';
import type { DecisionLogRow } from './decision-log.ts';
import { trueIncrement } from './true-increment.ts';
import { parseTruth } from './truth-file.ts';

const BASE: PolicyDefinition = {
  actions: ['usual', 'new'],
  baseline: { action: 'usual', reward: 0.6 },
  context: {},
  reward: { min: 0.2, max: 1 },
  allowedShortfall: 0.3,
};
const UNKNOWN = { action: 'usual' } as const;

const DEFINITIONS: readonly (readonly [string, PolicyDefinition])[] = [
  ['a number', BASE],
  ['an interval', { ...BASE, baseline: { ...UNKNOWN, reward: { min: 0.4, max: 0.8 } } }],
  ['a trusted model', { ...BASE, baseline: { ...BASE.baseline, weightNormBound: 2 } }],
  ['floors', { ...BASE, reward: { ...BASE.reward, floors: { new: 0.45 } } }],
  ['noise', { ...BASE, reward: { ...BASE.reward, noiseScale: 0.1 } }],
  ['deviations', { ...BASE, reward: { ...BASE.reward, deviationScale: 0.2 } }],
  ['observed rewards', { ...BASE, promise: 'observed' }],
  ['a period', { ...BASE, period: 20, reserve: 0.5 }],
  ['a window', { ...BASE, window: 5 }],
  ['an unknown baseline', { ...BASE, baseline: UNKNOWN }],
  ['an unknown baseline, played', { ...BASE, baseline: { ...UNKNOWN, coin: 'played' } }],
  ['an unknown baseline, observed', { ...BASE, baseline: UNKNOWN, promise: 'observed' }],
  [
    'an unknown baseline with noise',
    { ...BASE, baseline: UNKNOWN, reward: { ...BASE.reward, noiseScale: 0.1 } },
  ],
  [
    'a loss per round',
    {
      ...BASE,
      allowedShortfall: undefined,
      allowedLossPerRound: 0.1,
      reserve: 1,
    } as unknown as PolicyDefinition,
  ],
];

/** A life with any rewards at all: late, lost, corrected, fallen back, void. */
function anyLife(definition: PolicyDefinition, random: RandomStream): DecisionLogRow[] {
  const policy = createPolicy(definition);
  const { min, max } = definition.reward;
  const luck = random.uniform();
  const open: DecisionLogRow[] = [];
  const rows: DecisionLogRow[] = [];
  for (let round = 0; round < 120; round++) {
    const proposal = random.uniform() < 0.8 ? 'new' : 'usual';
    open.push({ receipt: policy.decide({}, { proposal }) });
    while (open.length > 3 * random.uniform()) {
      const reward = min + (max - min) * Math.min(1, random.uniform() * 2 * luck);
      rows.push(resolve(policy, open.shift()!, reward, random.uniform()));
    }
  }
  return [...rows, ...open].sort((a, b) => a.receipt.sequence - b.receipt.sequence);
}

function resolve(
  policy: Policy,
  row: DecisionLogRow,
  reward: number,
  what: number,
): DecisionLogRow {
  const { id } = row.receipt;
  if (what < 0.1 && policy.cancel(id, { reason: 'unrelated' }) === 'recorded')
    return { ...row, state: 'void' };
  if (what < 0.2 && policy.fellBack(id, { reason: 'unrelated' }) === 'recorded')
    return { ...row, state: 'fell-back' };
  if (what < 0.3 && policy.confirm(id) === 'recorded') return { ...row, state: 'executed' };
  policy.observe(id, reward);
  return { ...row, reward, state: 'executed' };
}

const EXECUTIONS = ['assume', 'confirm'] as const;

const termsOf = (definition: PolicyDefinition) => parseAuditTerms(JSON.stringify(definition));

describe('the most that rewards can prove', () => {
  it.each(DEFINITIONS)('is never exceeded by honest books with %s', (_name, definition) => {
    const random = randomStream({ seed: 7, index: 0 });
    const modes = definition.window === undefined ? EXECUTIONS : EXECUTIONS.slice(0, 1);
    for (const execution of modes) {
      for (let life = 0; life < 6; life++) {
        const lived = { ...definition, execution, seed: life };
        const rows = anyLife(lived, random);
        const { claims } = auditDecisionLog(rows, { terms: termsOf(lived) });
        expect(claims!.provable.first).toBeNull();
      }
    }
  });

  it('is exceeded by books that count a credit twice', () => {
    const definition = { ...BASE, baseline: UNKNOWN, seed: 3 };
    const rows = anyLife(definition, randomStream({ seed: 7, index: 1 }));
    const doubled = rows.map((row) => {
      const { margin } = row.receipt;
      const twice = { before: 2 * margin.before + 1, after: 2 * margin.after + 1 };
      return { ...row, receipt: { ...row.receipt, margin: { ...margin, ...twice } } };
    });
    const { findings } = auditDecisionLog(doubled, { terms: termsOf(definition) });
    expect(findings.map(({ kind }) => kind)).toContain('claim-not-provable');
  });
});

describe('the truth', () => {
  const definition = JSON.stringify({ ...BASE, reserve: 2 });
  const policy = createPolicy({ ...BASE, reserve: 2, seed: 1 });
  const rows = [0.2, 0.5, 0.2].map((reward) => {
    const receipt = policy.decide({}, { proposal: 'new' });
    policy.observe(receipt.id, reward);
    return { receipt, reward };
  });
  const log = rows.map((row) => JSON.stringify(row)).join('\n');

  it('is summed by what became of each decision', () => {
    const csv = 'decision,proposal,baseline\r\nd1,0.3,0.6\r\nd2,0.3,0.6\r\nd3,0.3,0.6\r\n';
    const audit = auditDecisionLog(
      rows.map((row, i) => ({ ...row, state: (['executed', 'fell-back', 'void'] as const)[i] })),
      { terms: parseAuditTerms(definition), truth: parseTruth(csv) },
    );
    // 2 + (0.3 − 0.7 · 0.6), and 0.3 · 0.6 for the round that fell back.
    expect(audit.claims!.truth!.least).toEqual({ decision: 'd1', sum: expect.closeTo(1.88, 12) });
    expect(audit.isBroken).toBe(false);
  });

  it('is summed without credit for what was not heard of, or cancelled after a coin fell', () => {
    const terms = parseAuditTerms(JSON.stringify({ ...BASE, baseline: UNKNOWN }));
    const [row] = rows;
    const truth = { decision: 'd1', proposal: 0.9, baseline: 0.6 };
    const added = (state: DecisionLogRow['state'], playProbability: number) => {
      const coin = playProbability === 1 ? null : { number: 0, playProbability };
      const receipt = { ...row!.receipt, chosenBy: 'learner' as const, coin };
      return trueIncrement(terms, { receipt, state }, truth);
    };
    // Without a coin: 0.9 − 0.7 · 0.6 = 0.48, or 0.3 · 0.6 for the baseline.
    expect(added('executed', 1)).toBeCloseTo(0.48, 12);
    expect(added('issued', 1)).toBe(0);
    expect(added('fell-back', 1)).toBeCloseTo(0.18, 12);
    expect(added('void', 1)).toBe(0);
    // With q = 0.3: 0.3 · 0.9 + 0.7 · 0.6 − 0.42 = 0.27, of which 0.3 · 0.2 is certain.
    expect(added('executed', 0.3)).toBeCloseTo(0.27, 12);
    for (const state of ['issued', 'fell-back', 'void'] as const) {
      expect(added(state, 0.3)).toBeCloseTo(0.21, 12);
    }
  });

  it('contradicts a claim, with the decision and both numbers', () => {
    const truth = rows
      .map(({ receipt }) => `{"decision":"${receipt.id}","proposal":0.2,"baseline":0.9}`)
      .join('\n');
    const audit = auditText(log, { policy: definition, truth });
    // 2 + 0.2 − 0.7 · 0.9 is true, 2 + 0.2 − 0.7 · 0.6 was claimed: the declared number is wrong.
    expect(auditLines(audit).join('\n')).toMatch(
      /The certificate was wrong: \d of 6 claims are above the truth \(in at most 1 % of all lives.*d1: It claimed a budget of 1\.7\d* after it, but 1\.57 was true/s,
    );
    expect(audit.isBroken).toBe(true);
  });

  it('finds the first moment at which the promise was broken', () => {
    const truth = rows
      .map(({ receipt }) => `{"decision":"${receipt.id}","proposal":-1,"baseline":0.6}`)
      .join('\n');
    const { findings } = auditDecisionLog(rows, {
      terms: parseAuditTerms(definition),
      truth: parseTruth(truth),
    });
    expect(findings).toContainEqual({
      decision: 'd2',
      kind: 'promise-broken',
      text: expect.stringMatching(/^After it the promise was broken: the true slack was -0\.8/),
    });
  });

  it('is refused with line and field, or without the policy', () => {
    expect(() => parseTruth('decision,proposal\nd1,0.3')).toThrow(
      /^line 2\.baseline must follow the format hedgerow-truth\/1/,
    );
    expect(() => parseTruth('{"decision":"d1","proposal":1,"baseline":1}\n{')).toThrow(
      'line 2 of the truth must be JSON',
    );
    expect(() => auditText(log, { truth: 'decision' })).toThrow('--policy');
    expect(() => auditText(log, { policy: definition, truth: 'decision' })).toThrow(
      'the truth must hold every decision of the log, but it is nothing about d1',
    );
    expect(() => auditText(log, { policy: '{}' })).toThrow(/^baseline must follow the format/);
    expect(() => auditText(log, { policy: '{' })).toThrow('a policy definition must be JSON');
  });

  it('needs the names of periods, where a policy has them', () => {
    const named = JSON.stringify({ ...BASE, period: 'named' });
    expect(() => auditText(log, { policy: named })).toThrow('must name the period of its decision');
  });

  it('knows the policy as the service shows it, with the reserve that was granted', () => {
    const view = { definition: { ...BASE, reserve: 2 }, reserve: { declared: 2, granted: 0.5 } };
    expect(parseAuditTerms(JSON.stringify(view)).reserve).toBe(0.5);
    expect(auditText(log, { policy: JSON.stringify(view) })).toMatchObject({
      isBroken: true,
      findings: [{ decision: 'd1', kind: 'claim-not-provable' }],
    });
  });
});

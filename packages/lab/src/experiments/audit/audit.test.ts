import { createPolicy, normal, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { experimentHash } from '../experiment-hash.ts';
import type { CellSummary, ExperimentSummary, PromiseSummary } from '../experiment-summary.ts';
import { parseSummary } from '../parse-summary.ts';
import { smallExperiment } from '../testing/small-experiment.ts';
import { auditDecisionLog } from './audit-decision-log.ts';
import { auditLines, auditText } from './audit-file.ts';
import { auditSummary } from './audit-summary.ts';
import { type DecisionLogRow, parseDecisionLog } from './decision-log.ts';

function summaryOf(violations: number, trials: number, promise: Partial<PromiseSummary> = {}) {
  const cell = {
    environment: 'berkson',
    strategy: 'hedge',
    allowedShortfall: 0.1,
    trials,
    invalidCertificates: 0,
    promise: {
      subject: 'expected',
      failureProbability: 0.001,
      violations,
      tightest: { slack: 2, allowedLoss: 8, trial: 3, round: 17 },
      ...promise,
    },
  } as unknown as CellSummary;
  const ungated = { ...cell, strategy: 'context-ucb', allowedShortfall: null, promise: null };
  return {
    format: 'hedgerow-summary/1',
    experiment: smallExperiment,
    hash: experimentHash(smallExperiment),
    cells: [ungated, cell],
  } as unknown as ExperimentSummary;
}

const cellOf = (summary: ExperimentSummary) => auditSummary(summary).cells[0]!;

describe('the audit of an experiment', () => {
  it('looks at the strategies that make a promise', () => {
    expect(auditSummary(summaryOf(0, 100)).cells.map(({ strategy }) => strategy)).toEqual([
      'hedge',
    ]);
  });

  it('finds a promise kept, and says how little a hundred trials prove', () => {
    const cell = cellOf(summaryOf(0, 100));
    expect(cell.verdict).toBe('kept');
    expect(cell.rateMin).toBe(0);
    expect(cell.rateMax).toBeCloseTo(1 - 0.01 ** (1 / 100), 12);
    expect(cell.tightest).toEqual({
      slack: 2,
      allowedLoss: 8,
      trial: 3,
      round: 17,
      shareLeft: 0.25,
    });
  });

  it('calls it broken only if it was broken too often for the probability it allows', () => {
    expect(cellOf(summaryOf(1, 1000)).verdict).toBe('unclear');
    expect(cellOf(summaryOf(1, 3)).verdict).toBe('broken');
    expect(cellOf(summaryOf(30, 100)).verdict).toBe('broken');
    expect(cellOf(summaryOf(30, 100, { failureProbability: 0.5 })).verdict).toBe('unclear');
    expect(auditSummary(summaryOf(1, 1000)).isBroken).toBe(false);
    expect(auditSummary(summaryOf(30, 100)).isBroken).toBe(true);
  });

  it('says no to books that claim more than is true, and tells of a single case', () => {
    const wrongClaim = { trial: 7, round: 12, claimed: 3.21, truth: 2.9 };
    const claimed = (wrong: number, trials: number) => {
      const summary = summaryOf(0, trials);
      const cells = summary.cells.map((cell) => {
        return { ...cell, invalidCertificates: wrong, wrongClaim };
      });
      return auditSummary({ ...summary, cells });
    };
    const often = claimed(30, 100);
    expect(often.cells[0]).toMatchObject({ verdict: 'kept', claims: 'broken', wrongClaim });
    expect(often.isBroken).toBe(true);
    expect(auditLines(often)).toContain(
      'hedge in berkson at 0.1: the certificate was wrong in 30 of 100 runs (at most 0.1 expected). First in trial 7, before round 12: 3.21 claimed, 2.9 true.',
    );
    const once = claimed(1, 1000);
    expect(once.cells[0]!.claims).toBe('unclear');
    expect(once.isBroken).toBe(false);
    expect(auditLines(once).join('\n')).toContain('wrong in 1 of 1000 runs (at most 1 expected)');
  });

  it('shows a table', () => {
    const text = auditLines(auditSummary(summaryOf(30, 100))).join('\n');
    expect(text).toMatch(
      /hedge +0.1 +expected +broken +30 of 100 +19.8 % to 41.8 % +0.1 % +25 % +3 +17 +0/,
    );
    expect(text).toContain('At least one promise was broken more often than its strategy allows.');
    const silent = { ...summaryOf(0, 1), cells: [] };
    expect(auditLines(auditSummary(silent))).toEqual(['No strategy of small makes a promise.']);
  });

  it('is refused for a summary in which something is missing', () => {
    const text = JSON.stringify(summaryOf(0, 10, { violations: -1 }));
    expect(() => parseSummary(text)).toThrow(
      /^cells\[1\]\.promise\.violations must follow the format hedgerow-summary\/1.*HR_FILE/,
    );
    expect(() => auditText('{"format": "hedgerow-summary/2"}')).toThrow(/^format must/);
    expect(() => parseSummary('{')).toThrow('a summary must be JSON');
  });
});

const FARM: PolicyDefinition = {
  actions: ['usual', 'new', 'bad'],
  baseline: { action: 'usual', reward: 5 },
  context: { temperature: { min: 5, max: 35 } },
  reward: { min: 0, max: 10, unit: 't' },
  allowedShortfall: 0.3,
  seed: 5,
};

/** The log of a life in which the new action is better than the usual one. */
function logOf(definition: PolicyDefinition, rounds: number): DecisionLogRow[] {
  const policy = createPolicy(definition);
  const rewards: Record<string, number> = { usual: 5, new: 7, bad: 2 };
  return Array.from({ length: rounds }, (_, i) => {
    const receipt = policy.decide({ temperature: normal(15 + (i % 7), 2) });
    const reward = rewards[receipt.action]! + ((i % 3) - 1) / 2;
    policy.observe(receipt.id, reward);
    return { receipt, reward };
  });
}

/** The log with one receipt changed. */
function tampered(
  rows: readonly DecisionLogRow[],
  index: number,
  changes: object,
): DecisionLogRow[] {
  return rows.map((row, i) =>
    i === index ? { ...row, receipt: { ...row.receipt, ...changes } } : row,
  );
}

const kindsOf = (rows: readonly DecisionLogRow[]) =>
  auditDecisionLog(rows).findings.map(({ decision, kind }) => `${decision} ${kind}`);

describe('the audit of a decision log', () => {
  const rows = logOf(FARM, 60);
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');

  it.each([
    ['a declared baseline', FARM],
    ['an unknown baseline', { ...FARM, baseline: { action: 'usual' } }],
    ['an observed promise', { ...FARM, promise: 'observed' as const }],
    ['a window', { ...FARM, window: 5 }],
  ])('finds nothing wrong in an honest log with %s', (_name, definition) => {
    const audit = auditDecisionLog(logOf(definition, 60));
    expect(audit.findings).toEqual([]);
    expect(audit).toMatchObject({ isBroken: false, decisions: 60, rewards: 60 });
  });

  it('reads JSON lines, and says how the promise was kept and where it was tightest', () => {
    const audit = auditText(`${lines}\n\n`);
    const first = rows.findIndex(({ receipt }) => receipt.chosenBy === 'learner');
    const budgets = rows.slice(first).map(({ receipt }) => receipt.margin.after);
    expect(audit).toMatchObject({ subject: 'decision-log', failureProbability: 0.01 });
    expect(audit).toMatchObject({ tightest: { budget: Math.min(...budgets) } });
    const text = auditLines(audit).join('\n');
    expect(text).toContain('The promise: At every moment the expected total is at least 70 %');
    expect(text).toContain('Every decision follows from its numbers');
  });

  it('finds a decision that does not follow from its numbers', () => {
    const learner = rows.findIndex(({ receipt }) => receipt.chosenBy === 'learner');
    const { id, margin } = rows[learner]!.receipt;
    expect(kindsOf(tampered(rows, learner, { action: 'bad' }))).toEqual([`${id} not-derived`]);
    const refused = { margin: { ...margin, ifProposed: -1 } };
    expect(kindsOf(tampered(rows, learner, refused))).toEqual([`${id} not-derived`]);
  });

  it('finds a budget that was overdrawn, or that shrank without a reason', () => {
    const { margin } = rows[9]!.receipt;
    const overdrawn = tampered(rows, 9, { margin: { ...margin, after: -0.5 } });
    expect(kindsOf(overdrawn)).toEqual(['d10 budget-negative']);
    expect(auditLines(auditDecisionLog(overdrawn)).join('\n')).toContain(
      'd10: It left the budget overdrawn by 0.5. After the last one, d60, it is not any more.',
    );
    const last = { ...rows[59]!.receipt.margin, after: -2 };
    expect(auditLines(auditDecisionLog(tampered(rows, 59, { margin: last }))).join('\n')).toContain(
      'd60: It left the budget overdrawn by 2. It is the last decision, so it still is.',
    );
    expect(kindsOf(tampered(rows, 9, { margin: { ...margin, before: 0 } }))).toEqual([
      'd10 budget-fell',
    ]);
  });

  it('finds a decision that is missing, and a promise that changed', () => {
    expect(kindsOf(rows.toSpliced(4, 1))).toEqual(['d6 decision-missing']);
    const promise = { ...rows[59]!.receipt.promise, text: 'At every moment all is well.' };
    expect(kindsOf(tampered(rows, 59, { promise }))).toEqual(['d60 promise-changed']);
    const audit = auditDecisionLog(rows.toSpliced(4, 1));
    expect(audit.isBroken).toBe(true);
    expect(auditLines(audit).join('\n')).toContain('d6: It is number 6, but follows number 4.');
  });

  it('is refused with line and field for a log that is not one', () => {
    expect(() => parseDecisionLog('')).toThrow('at least one line of JSON');
    expect(() => parseDecisionLog(`${lines}\n{`)).toThrow('line 61 of a decision log must be JSON');
    expect(() => parseDecisionLog('{"receipt": {"id": "d1"}}')).toThrow(
      /^line 1\.receipt\.sequence must follow the format hedgerow-decision-log\/1/,
    );
  });
});

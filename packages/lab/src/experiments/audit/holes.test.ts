/**
 * The five holes that an audit found: with the hole put back (named mutants), the audit says no.
 *
 * Every life here ends well on the code as it is. A sound certificate fails in at most 1 % of lives (5 %
 * with noise): of the 29 lives whose assumptions hold, at most 0.41 are expected to be wrong, and the
 * seeds are fixed, so what holds once holds always.
 */
import { describe, expect, it } from 'vitest';
import { auditDecisionLog, type DecisionLogAudit } from './audit-decision-log.ts';
import { auditLines } from './audit-file.ts';
import { parseAuditTerms } from './audit-terms.ts';
import {
  cancelled,
  type Life,
  nearTheTop,
  previewing,
  sharedWeather,
  unconfirmed,
  unconfirmedSaving,
} from './testing/hole-scenarios.ts';

function audit({ definition, rows, truth }: Life): DecisionLogAudit {
  return auditDecisionLog(rows, {
    terms: parseAuditTerms(JSON.stringify(definition)),
    truth: new Map(truth.map((row) => [row.decision, row])),
  });
}

function auditLives(createLife: (seed: number) => Life, count: number): DecisionLogAudit[] {
  return Array.from({ length: count }, (_, i) => audit(createLife(i + 1)));
}

describe('the audit against the truth', () => {
  it.each([
    ['the second: proposals that a coin chose are cancelled', cancelled, 10],
    ['the third: credits wait for confirmation, several in flight', unconfirmed, 10],
    ['the fourth: a noisy baseline near the highest reward', nearTheTop, 3],
    ['the fifth: a caller who previews', previewing, 6],
  ])('finds no claim above it where there was a hole, %s', (_hole, createLife, count) => {
    for (const { findings, learnerDecisions, claims } of auditLives(createLife, count)) {
      expect(findings).toEqual([]);
      // An audit of a policy that never dared anything would prove nothing.
      expect(learnerDecisions).toBeGreaterThan(100);
      expect(claims!.truth!.excessive).toBe(0);
    }
  });

  it('is not needed to see a credit that is counted twice: rewards cannot prove it', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { definition, rows } = unconfirmedSaving(seed);
      const terms = parseAuditTerms(JSON.stringify(definition));
      const kinds = auditDecisionLog(rows, { terms }).findings.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'claim-not-provable')).toEqual([]);
    }
  });

  it('says that fields under one weather broke the promise, and that receipts had said why', () => {
    const audits = auditLives(sharedWeather, 8);
    const kinds = audits.flatMap(({ findings }) => findings.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(['claim-above-truth', 'promise-broken']));
    for (const { assumptions, decisions } of audits) {
      expect(assumptions).toEqual({ 'shared-state-assumed-independent': decisions - 20 });
    }
    const broken = audits.find(({ findings }) => findings.length === 2)!;
    expect(auditLines(broken).join('\n')).toMatch(
      /980 of 1000 receipts say what they rest on: shared-state-assumed-independent.*The certificate was wrong: \d+ of 2000 claims are above the truth/s,
    );
  });
});

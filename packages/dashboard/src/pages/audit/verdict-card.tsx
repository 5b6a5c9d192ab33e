/**
 * The verdict: kept or not, how sure, and where it was tightest.
 */
import type { AuditView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { decisionAddress } from '../../addresses/route.ts';
import { amountText, countText, oddsText } from '../../design/number-text.ts';

export function VerdictCard({ audit }: { readonly audit: AuditView }): JSX.Element {
  return (
    <section class="card stack" aria-label="Verdict">
      <p class="sentence">{verdictText(audit)}</p>
      <ul class="sentences">
        {audit.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <dl class="facts">
        <div>
          <dt>How sure</dt>
          <dd>
            {audit.isKept ? sureText(audit) : 'not proved'}
            <span class="facts-more">
              {audit.isKept ? 'is the risk that it ever fails' : 'see the alarms above'}
            </span>
          </dd>
        </div>
        <div>
          <dt>Tightest moment</dt>
          <dd>
            {audit.tightest === null ? '–' : amountText(audit.tightest.margin, audit.unit)}
            {audit.tightest !== null && (
              <span class="facts-more">
                were left at <a href={decisionAddress(audit.tightest.id)}>{audit.tightest.id}</a>
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Decisions</dt>
          <dd>
            {audit.decisions.toLocaleString()}
            <span class="facts-more">since the promise was made</span>
          </dd>
        </div>
        <div>
          <dt>This policy, all versions</dt>
          <dd>
            {totalText(audit.failureProbabilityAllGenerations)}
            <span class="facts-more">
              is the risk that any of its {countText(audit.generation, 'version')} ever fails: each
              is a promise of its own, and the risks add up
            </span>
          </dd>
        </div>
        <div>
          <dt>All promises together</dt>
          <dd>
            {totalText(audit.failureProbabilityTotal)}
            <span class="facts-more">is the risk that any promise of this service ever fails</span>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function verdictText({ decisions, isKept, promise }: AuditView): string {
  if (!isKept) {
    return 'The records do not show that the promise was kept. Look at the alarms; in safe mode nothing is risked meanwhile.';
  }
  if (decisions === 0) return 'Nothing was decided yet, so there is nothing to break.';
  // With a window the promise itself says when it is due.
  return promise.text.startsWith('At every moment')
    ? `The promise was kept at every one of ${countText(decisions, 'decision')}.`
    : `The promise was kept whenever it was due, over ${countText(decisions, 'decision')}.`;
}

/** Very many promises together can no longer be vouched for. */
function totalText(probability: number): string {
  return probability >= 1 ? 'not limited' : `at most ${oddsText(probability)}`;
}

function sureText({ promise }: AuditView): string {
  return promise.text.includes('for certain')
    ? 'certain'
    : `at most ${oddsText(promise.failureProbability)}`;
}

/**
 * What the policy of the service would decide for the form as it stands, and the button that decides.
 */
import { type DecisionRequest, newKey, type PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { decisionAddress, policyAddress } from '../addresses/route.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { percentText } from '../design/percent-text.ts';
import { Skeleton } from '../design/skeleton.tsx';
import { type Failure, failureOf } from '../live/failure.ts';
import { FailureNote } from '../live/failure-note.tsx';
import { client } from '../live/service.ts';
import { MAIZE_POLICY, requestFor } from './decision-request.ts';
import { decisionWords, forecastWords } from './decision-words.ts';
import type { FieldOutlook } from './field-outlook.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { tonnes } from './yield-text.ts';

export interface DecisionCardProps {
  readonly outlook: FieldOutlook;
  readonly policy: PolicyView;
  /** Whether the form can be used as it stands. */
  readonly isUsable: boolean;
}

export function DecisionCard({ outlook, policy, isUsable }: DecisionCardProps): JSX.Element {
  const request = useMemo(() => requestFor(outlook), [outlook]);
  const preview = usePreview(request);
  return (
    <section class="card decision-card decision-card-asking" aria-label="Recommendation">
      {preview.failure !== null && (
        <FailureNote failure={preview.failure} what="this policy" onRetry={preview.ask} />
      )}
      <Answer outlook={outlook} preview={preview} />
      <ul class="sentences">
        {forecastWords(outlook).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {outlook.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <PromiseText policy={policy} />
      <DecideForReal request={request} isUsable={isUsable && preview.isCurrent} />
    </section>
  );
}

interface AnswerProps {
  readonly outlook: FieldOutlook;
  readonly preview: Preview;
}

function Answer({ outlook, preview }: AnswerProps): JSX.Element {
  const { receipt, isCurrent } = preview;
  if (receipt === null) return <Skeleton height={9} label="Asking the policy" />;
  const { headline, reason } = decisionWords(outlook, receipt);
  const isUsual = receipt.action === outlook.form.usual;
  return (
    <div class={isCurrent ? 'answer' : 'answer answer-outdated'}>
      <div class="row">
        <Badge tone={isUsual ? 'usual' : 'learner'}>{badgeText(receipt.reason, isUsual)}</Badge>
        <span class="small soft">{isCurrent ? 'if you decide now' : 'asking again …'}</span>
      </div>
      <p class="sentence" role="status">
        {headline}
      </p>
      <p class="answer-reason">{reason}</p>
      {/* Where the form is above the answer, the answer stays in sight while sliders move. */}
      <p class="answer-bar" aria-hidden="true">
        {headline}
      </p>
      <dl class="facts">
        <div>
          <dt>Safety budget now</dt>
          <dd>{tonnes(receipt.margin.before)}</dd>
        </div>
        <div>
          <dt>Left if {outlook.best.hybrid} fails completely</dt>
          <dd class={receipt.margin.ifProposed < 0 ? 'below-zero' : ''}>
            {tonnes(receipt.margin.ifProposed)}
          </dd>
        </div>
      </dl>
      {receipt.change.length > 0 && (
        <details>
          <summary>What would change it</summary>
          <ul class="sentences">
            {receipt.change.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function badgeText(reason: string, isUsual: boolean): string {
  if (reason === 'coin-decides') return 'a coin decides';
  return isUsual ? 'your usual hybrid' : 'something better';
}

function PromiseText({ policy }: { readonly policy: PolicyView }): JSX.Element {
  const { allowedShortfall } = policy.definition;
  return (
    <p class="small soft">
      {allowedShortfall !== undefined &&
        `Allowed shortfall: ${percentText(allowedShortfall)} of what your usual hybrids alone would have yielded. `}
      {policy.promise.text} <a href={policyAddress(MAIZE_POLICY)}>See how the promise is kept</a>
    </p>
  );
}

type Made =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly key: string }
  | { readonly kind: 'made'; readonly key: string; readonly id: string; readonly action: string }
  | { readonly kind: 'failed'; readonly key: string; readonly failure: Failure };

interface DecideForRealProps {
  readonly request: DecisionRequest;
  readonly isUsable: boolean;
}

function DecideForReal({ request, isUsable }: DecideForRealProps): JSX.Element {
  const text = JSON.stringify(request);
  // One key for each question: pressing twice, or trying again after an outage, decides once.
  const key = useMemo(newKey, [text]);
  const [made, setMade] = useState<Made>({ kind: 'none' });
  const shown = made.kind !== 'none' && made.key === key ? made : { kind: 'none' as const };
  const decide = () => {
    setMade({ kind: 'asking', key });
    client.value.decide(MAIZE_POLICY, request, { key }).then(
      ({ id, action }) => setMade({ kind: 'made', key, id, action }),
      (error: unknown) => setMade({ kind: 'failed', key, failure: failureOf(error) }),
    );
  };
  return (
    <div class="stack-tight">
      <div class="row">
        <Button
          weight="main"
          isDisabled={!isUsable || shown.kind === 'asking' || shown.kind === 'made'}
          onClick={decide}
        >
          Decide for this field
        </Button>
        <span role="status">
          {shown.kind === 'asking' && 'Deciding …'}
          {shown.kind === 'made' && (
            <>
              Decided: {shown.action}.{' '}
              <a href={decisionAddress(shown.id)}>See decision {shown.id}</a>
            </>
          )}
        </span>
      </div>
      {shown.kind === 'failed' && (
        <FailureNote failure={shown.failure} what="this policy" onRetry={decide} />
      )}
    </div>
  );
}

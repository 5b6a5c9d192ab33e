/**
 * One policy on the overview: a sentence, the course of its safety budget, and three numbers.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Badge } from '../../design/badge.tsx';
import { amountText, countText, shareText } from '../../design/number-text.ts';
import { agoText, currentTime } from '../../design/time-text.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { useSeen } from '../../live/use-seen.ts';
import { policyAddress } from '../../shell/route.ts';
import { statusOf } from '../../words/mode-words.ts';
import { latelyOf, policySentence } from '../../words/policy-sentence.ts';

const POINTS = 60;

export function PolicyCard({ view }: { readonly view: PolicyView }): JSX.Element {
  const { element, isSeen } = useSeen<HTMLLIElement>();
  const corridor = useLoaded({
    name: view.id,
    load: (service, signal) => service.corridor(view.id, { points: POINTS }, { signal }),
    version: view.version,
    isWaiting: !isSeen,
  });
  const points = corridor.value?.points ?? [];
  const lately = latelyOf(points);
  const sentence = policySentence(view, lately);
  const status = statusOf(view);
  return (
    <li class="card policy-card" ref={element}>
      <div class="policy-card-words">
        <div class="row">
          <h2>
            <a href={policyAddress(view.id)}>{view.id}</a>
          </h2>
          <Badge tone={status.tone}>{status.name}</Badge>
        </div>
        <p class="policy-card-sentence">
          <strong>{sentence.state}:</strong> {sentence.text}
          {sentence.budget !== '' && `; ${sentence.budget}`}.
        </p>
        {view.health.detail !== '' && <p class="small">{view.health.detail}</p>}
        <p class="small soft">{lastText(view)}</p>
      </div>
      <BudgetCourse view={view} values={points.map(({ margin }) => margin)} />
      <Facts view={view} share={lately?.share ?? null} />
    </li>
  );
}

function lastText({ lastDecisionAt }: PolicyView): string {
  if (lastDecisionAt === null) return 'No decision yet.';
  return `Last decision ${agoText(lastDecisionAt, currentTime())}.`;
}

interface BudgetCourseProps {
  readonly view: PolicyView;
  readonly values: readonly (number | null)[];
}

function BudgetCourse({ view, values }: BudgetCourseProps): JSX.Element {
  return (
    <div class="policy-card-budget">
      <span class="small soft">Safety budget</span>
      <span class="policy-card-number">
        {view.margin === null ? 'not known' : amountText(view.margin, view.unit)}
      </span>
      <Sparkline
        values={values}
        colour="--learner"
        label={`Course of the safety budget over ${countText(view.counts.decisions, 'decision')}`}
      />
    </div>
  );
}

interface FactsProps {
  readonly view: PolicyView;
  readonly share: number | null;
}

function Facts({ view, share }: FactsProps): JSX.Element {
  const { decisions, pending } = view.counts;
  return (
    <dl class="facts policy-card-facts">
      <div>
        <dt>Decisions</dt>
        <dd>{decisions.toLocaleString()}</dd>
      </div>
      <div>
        <dt>Learner’s share</dt>
        <dd>{share === null ? '–' : shareText(share)}</dd>
      </div>
      <div>
        <dt>Rewards due</dt>
        <dd>{pending.toLocaleString()}</dd>
      </div>
    </dl>
  );
}

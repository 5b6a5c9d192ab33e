/**
 * One policy on the overview: a sentence, the course of its safety budget, and three numbers.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { policyAddress } from '../../addresses/route.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Badge } from '../../design/badge.tsx';
import { amountText, countText, shareText } from '../../design/number-text.ts';
import { agoText, currentTime } from '../../design/time-text.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { useSeen } from '../../live/use-seen.ts';
import { statusOf } from '../../words/mode-words.ts';
import { policySentence } from '../../words/policy-sentence.ts';
import { totalUnit } from '../../words/units.ts';
import { waitingWords } from '../../words/waiting-words.ts';
import { pointsNow } from '../policy/points-now.ts';

const POINTS = 60;

export function PolicyCard({ view }: { readonly view: PolicyView }): JSX.Element {
  const { element, isSeen } = useSeen<HTMLLIElement>();
  const corridor = useLoaded({
    name: view.id,
    load: (service, signal) => service.corridor(view.id, { points: POINTS }, { signal }),
    version: view.version,
    isWaiting: !isSeen,
  });
  const points = pointsNow(corridor.value?.points ?? [], view);
  const sentence = policySentence(view, null);
  const status = statusOf(view);
  const waiting = waitingWords(view);
  return (
    <li class="card policy-card" ref={element}>
      <div class="policy-card-words">
        <div class="row">
          <h2>
            <a href={policyAddress(view.id)}>{view.id}</a>
          </h2>
          <Badge tone={status.tone}>{status.name}</Badge>
          {view.isDemonstration === true && <Badge tone="calm">Made up</Badge>}
        </div>
        <p class="policy-card-sentence">
          <strong>{sentence.state}:</strong> {sentence.text}
          {sentence.budget !== '' && `; ${sentence.budget}`}.
        </p>
        {view.health.detail !== '' && <p class="small">{view.health.detail}</p>}
        {waiting !== null && <p class="small">{waiting}</p>}
        <p class="small soft">{lastText(view)}</p>
      </div>
      <BudgetCourse view={view} values={points.map(({ margin }) => margin)} />
      <Facts view={view} />
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
        {view.margin === null ? 'not known' : amountText(view.margin, totalUnit(view.definition))}
      </span>
      <Sparkline
        values={values}
        colour="--learner"
        label={`Course of the safety budget over ${countText(view.counts.decisions, 'decision')}`}
      />
    </div>
  );
}

function Facts({ view }: { readonly view: PolicyView }): JSX.Element {
  const { decisions, learner, pending, expired = 0 } = view.counts;
  return (
    <dl class="facts policy-card-facts">
      <div>
        <dt>Decisions</dt>
        <dd>{decisions.toLocaleString()}</dd>
      </div>
      <div>
        <dt>Chosen by hedgerow</dt>
        <dd>{decisions === 0 ? '–' : shareText(learner / decisions)}</dd>
      </div>
      <div>
        <dt>Rewards due</dt>
        <dd>{pending.toLocaleString()}</dd>
      </div>
      {expired === 0 ? null : (
        <div>
          <dt>Rewards given up</dt>
          <dd>{expired.toLocaleString()}</dd>
        </div>
      )}
    </dl>
  );
}

/**
 * The first thing to see of a policy: one sentence, the safety budget as one big number, its course.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { LineChart } from '../../charts/line-chart.tsx';
import { amountText, countText, numberText } from '../../design/number-text.ts';
import { useCalm } from '../../live/use-calm.ts';
import { budgetClaim } from '../../words/budget-claim.ts';
import { type LearnerShare, policySentence } from '../../words/policy-sentence.ts';
import { totalUnit } from '../../words/units.ts';
import { type DrawnPoints, NO_POINTS } from './drawn-points.ts';

export interface BudgetCardProps {
  readonly view: PolicyView;
  readonly drawn: DrawnPoints;
  readonly lately: LearnerShare | null;
  /** Whether several sites have a budget each. */
  readonly hasSites: boolean;
}

export function BudgetCard({ view, drawn, lately, hasSites }: BudgetCardProps): JSX.Element {
  const sentence = policySentence(view, lately);
  const claim = budgetClaim(view, hasSites);
  const spoken = useCalm(spokenText(view), SPOKEN_PAUSE_MS);
  return (
    <section class="card budget-card" aria-label="Safety budget">
      <div class="budget-words">
        <p class="sentence">
          {sentence.state}: {sentence.text}.
        </p>
        <p class="budget-claim">
          <span>{claim.before}</span> <BudgetNumber view={view} /> <span>{claim.after}</span>
        </p>
        <p class="visually-hidden" role="status">
          {spoken}
        </p>
      </div>
      <BudgetCourse drawn={drawn} unit={totalUnit(view.definition)} hasSites={hasSites} />
    </section>
  );
}

/** How often the number is read out while it keeps changing. */
const SPOKEN_PAUSE_MS = 15_000;

function spokenText({ margin, definition, counts }: PolicyView): string {
  const unit = totalUnit(definition);
  const budget = margin === null ? 'not known' : amountText(Math.max(0, margin), unit);
  return `After ${countText(counts.decisions, 'decision')} the safety budget is ${budget}.`;
}

function BudgetNumber({ view }: { readonly view: PolicyView }): JSX.Element {
  if (view.margin === null) return <span class="big-number">not known</span>;
  return (
    <span class="big-number budget-number">
      {numberText(Math.max(0, view.margin))}{' '}
      <span class="big-number-unit">{totalUnit(view.definition)}</span>
    </span>
  );
}

interface BudgetCourseProps {
  readonly drawn: DrawnPoints;
  readonly unit: string;
  readonly hasSites: boolean;
}

function BudgetCourse({ drawn, unit, hasSites }: BudgetCourseProps): JSX.Element {
  const points = drawn.points ?? NO_POINTS;
  const lines = useMemo(
    () => ({
      x: points.map(({ sequence }) => sequence),
      series: [
        { name: 'Nothing left', values: points.map(() => 0), colour: '--floor', width: 2 },
        { name: 'Safety budget', values: points.map(({ margin }) => margin), colour: '--learner' },
      ],
    }),
    [points],
  );
  return (
    <LineChart
      label="Safety budget after each decision"
      horizontal="decision"
      unit={unit}
      x={lines.x}
      series={lines.series}
      bands={BANDS}
      onMark={drawn.onMark}
      height={210}
      hasZero
    >
      Each try is paid from the budget in advance, as if it went as badly as it can. Good results
      and rounds with the usual choice fill it again. The newest point is the budget now, with all
      that was reported since.
      {hasSites && ' Of several sites, the budget of the one that has least is drawn.'}
    </LineChart>
  );
}

const BANDS = [{ upper: 1, lower: 0, colour: '--learner-soft' }];

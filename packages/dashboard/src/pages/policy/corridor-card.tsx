/**
 * The promise being kept: what the usual choice would have earned, the promised floor, what is
 * guaranteed, and what was really earned.
 */
import type { CorridorPoint, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { LineChart } from '../../charts/line-chart.tsx';
import { Card } from '../../design/card.tsx';
import { Choice } from '../../design/choice.tsx';
import { amountText, countText } from '../../design/number-text.ts';

import { totalUnit } from '../../words/units.ts';
import { usualChoice } from '../../words/usual-choice.ts';
import { type CorridorMode, corridorLines, earnedAboveFloor } from './corridor-lines.ts';
import { type DrawnPoints, NO_POINTS } from './drawn-points.ts';

const MODES: Readonly<Record<CorridorMode, string>> = {
  difference: 'Above the floor',
  totals: 'Totals',
};

export interface CorridorCardProps {
  readonly view: PolicyView;
  readonly drawn: DrawnPoints;
  /** The newest point, whatever time is drawn. */
  readonly last: CorridorPoint | undefined;
  /** Whether it was declared what the usual choice earns; else it is estimated. */
  readonly isDeclared: boolean;
  readonly hasSites: boolean;
}

export function CorridorCard(props: CorridorCardProps): JSX.Element {
  const { view, drawn, last, isDeclared, hasSites } = props;
  const points = drawn.points ?? NO_POINTS;
  const [mode, setMode] = useState<CorridorMode>('difference');
  const usual = usualChoice(view);
  const lines = useMemo(() => corridorLines(points, mode, usual), [points, mode, usual]);
  return (
    <Card
      title="Is the promise being kept?"
      lead={verdict(last, view)}
      tools={<Choice label="What is drawn" value={mode} options={MODES} onChange={setMode} />}
    >
      <LineChart
        label={`Totals over decisions, ${MODES[mode]}`}
        horizontal="decision"
        unit={totalUnit(view.definition)}
        {...lines}
        height={320}
        hasZero={mode === 'difference'}
        onMark={drawn.onMark}
      >
        {drawn.points?.length === 0 && last !== undefined && 'No decision was made in this time. '}
        {mode === 'difference'
          ? `Everything is measured from the promised floor, the line at 0. The coloured area is ${hasSites ? 'the sum of the safety budgets of all sites' : 'the safety budget'}: as long as it is above the floor, the promise holds even if all goes badly from here.`
          : 'Totals since the policy began. The lines lie close together; “Above the floor” shows the distances.'}
        {!isDeclared &&
          ` What ${usual} would have earned is estimated from ${view.definition.split === undefined ? 'the rounds in which it was played' : 'the checks next to the trials'}.`}
      </LineChart>
    </Card>
  );
}

function verdict(last: CorridorPoint | undefined, view: PolicyView): string {
  if (last === undefined) return 'There will be something to see after the first decision.';
  if (view.counts.rewards === 0) {
    return 'No reward has come yet. Until then every decision counts as if it had paid as little as it can.';
  }
  const above = earnedAboveFloor(last);
  if (above === null) return 'Too little is known of the usual choice to draw the floor yet.';
  const due =
    last.pendingCount === 0
      ? ''
      : ` ${countText(last.pendingCount, 'reward')} ${last.pendingCount === 1 ? 'has' : 'have'} not come yet and ${last.pendingCount === 1 ? 'is' : 'are'} left out.`;
  const amount = amountText(Math.abs(above), totalUnit(view.definition));
  return above >= 0
    ? `What you really earned is ${amount} above the promised floor.${due}`
    : `What you really earned is ${amount} below the promised floor, ${belowText(view)}.${due}`;
}

/** Neither kind of promise is broken by it: why it can be. */
function belowText({ definition }: PolicyView): string {
  return definition.promise === 'observed'
    ? 'which can be where the usual choice paid less than was declared'
    : 'which bad luck can do; the promise is about what can be expected';
}

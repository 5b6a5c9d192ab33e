/**
 * Estimates with their likely range: one row each, a bar for the range and a dot for the estimate,
 * all on one scale. The numbers stand in each row as text, so no table is needed besides.
 *
 * Long lists begin short: rows with a mark and the largest estimates first, the rest on demand.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { amountText, numberText, rangeText } from '../design/number-text.ts';
import { beginning, type IntervalRow, shortened } from './interval-rows.ts';
import { percentOn, type Scale, scaleOver } from './scale.ts';

export type { IntervalRow } from './interval-rows.ts';

export interface IntervalListProps {
  readonly rows: readonly IntervalRow[];
  readonly unit: string;
  /** Whether 0 must be on the scale, with a line of its own. */
  readonly hasZero?: boolean;
  /** Whether a long list begins with its largest estimates, or with its first rows. */
  readonly first?: 'largest' | 'as-given';
}

export function IntervalList(props: IntervalListProps): JSX.Element {
  const { rows, unit, hasZero = false, first = 'largest' } = props;
  const [isWhole, setWhole] = useState(false);
  const short = first === 'as-given' ? beginning(rows) : largest(rows, hasZero);
  const shown = isWhole ? rows : short;
  const ends = shown.flatMap(({ low, high, estimate }) => [low, high, estimate]);
  const scale = scaleOver(hasZero ? [...ends, 0] : ends, 0);
  return (
    <div class="interval-list">
      <ul>
        {shown.map((row) => (
          <IntervalItem key={row.name} row={row} scale={scale} unit={unit} hasZero={hasZero} />
        ))}
      </ul>
      <div class="interval-axis" aria-hidden="true">
        <span>{amountText(scale.low, unit)}</span>
        <span>{amountText(scale.high, unit)}</span>
      </div>
      {short.length < rows.length && (
        <div>
          <Button onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${rows.length}`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Around 0 it is the distance that counts, whichever way. */
function largest(rows: readonly IntervalRow[], hasZero: boolean): readonly IntervalRow[] {
  return shortened(rows, hasZero ? ({ estimate }) => Math.abs(estimate) : undefined);
}

interface IntervalItemProps {
  readonly row: IntervalRow;
  readonly scale: Scale;
  readonly unit: string;
  readonly hasZero: boolean;
}

function IntervalItem({ row, scale, unit, hasZero }: IntervalItemProps): JSX.Element {
  const colour = `var(${row.colour ?? '--usual'})`;
  const start = percentOn(scale, row.low);
  const width = percentOn(scale, row.high) - start;
  return (
    <li class={row.mark === undefined ? 'interval' : 'interval interval-marked'}>
      <span class="interval-name">
        {row.name}
        {row.mark !== undefined && <span class="interval-mark"> {row.mark}</span>}
      </span>
      <span class="interval-text">
        <strong>{numberText(row.estimate)}</strong>{' '}
        <span class="soft">({rangeText(row, unit)})</span>
      </span>
      <span class="interval-track" aria-hidden="true">
        {hasZero && <span class="interval-zero" style={{ left: `${percentOn(scale, 0)}%` }} />}
        <span
          class="interval-bar"
          style={{ left: `${start}%`, width: `${width}%`, background: colour }}
        />
        <span
          class="interval-dot"
          style={{ left: `${percentOn(scale, row.estimate)}%`, background: colour }}
        />
      </span>
    </li>
  );
}

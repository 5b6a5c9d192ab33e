/**
 * The choice of the time that the charts of a policy show.
 */
import type { JSX } from 'preact';
import { Button } from '../../design/button.tsx';
import { Choice } from '../../design/choice.tsx';
import { momentText } from '../../design/time-text.ts';
import { RANGE_NAMES, type RangeName, type TimeRange, WHOLE_TIME } from './time-range.ts';

export interface RangeBarProps {
  readonly range: TimeRange;
  readonly onChange: (range: TimeRange) => void;
}

export function RangeBar({ range, onChange }: RangeBarProps): JSX.Element {
  return (
    <div class="range-bar">
      <Choice<RangeName>
        label="Time on the charts"
        value={range.kind === 'between' ? null : range.kind}
        options={RANGE_NAMES}
        onChange={(kind) => onChange({ kind })}
      />
      {range.kind === 'between' ? (
        <>
          <span class="small soft" role="status">
            {momentText(range.since)} to {momentText(range.until)}
          </span>
          <Button onClick={() => onChange(WHOLE_TIME)}>Whole time</Button>
        </>
      ) : (
        <span class="small soft range-hint">Mark a stretch on a chart to look closer.</span>
      )}
    </div>
  );
}

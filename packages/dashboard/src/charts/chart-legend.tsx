/**
 * The legend of a line chart: how each line looks, what it is, and its value under the pointer (or its
 * last value), in a place of fixed size.
 */
import type { JSX } from 'preact';
import { amountText, numberText } from '../design/number-text.ts';
import type { ChartSeries } from './line-canvas.ts';

export interface ChartLegendProps {
  readonly horizontal: string;
  readonly unit: string;
  readonly x: readonly number[];
  readonly series: readonly ChartSeries[];
  /** The point under the pointer; the last one if null. */
  readonly position: number | null;
}

export function ChartLegend(props: ChartLegendProps): JSX.Element {
  const { horizontal, unit, x, series, position } = props;
  const shown = position ?? x.length - 1;
  return (
    <div class="chart-legend" aria-hidden="true">
      <span class="chart-legend-place">
        {x.length > 0 ? `${horizontal} ${numberText(x[shown] ?? 0)}` : ''}
      </span>
      <ul>
        {series.map((line) => (
          <li key={line.name}>
            <LineSample line={line} />
            <span>{line.name}</span>
            <span class="chart-legend-value">{valueText(line.values[shown], unit)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function valueText(value: number | null | undefined, unit: string): string {
  return value === null || value === undefined ? '–' : amountText(value, unit);
}

function LineSample({ line }: { readonly line: ChartSeries }): JSX.Element {
  return (
    <svg class="chart-sample" viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">
      {line.isDots ? (
        <circle cx="14" cy="6" r="3.5" fill={`var(${line.colour})`} />
      ) : (
        <path
          d="M1 6h26"
          stroke={`var(${line.colour})`}
          stroke-width={Math.max(2, line.width ?? 2)}
          stroke-dasharray={(line.dash ?? []).join(' ')}
        />
      )}
    </svg>
  );
}

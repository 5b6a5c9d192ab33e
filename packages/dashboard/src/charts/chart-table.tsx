/**
 * The numbers of a chart as a table that opens on demand, thinned to a length that can be read.
 */
import type { JSX } from 'preact';
import { numberText } from '../design/number-text.ts';
import type { ChartSeries } from './line-canvas.ts';
import { thinnedPositions } from './thinned-positions.ts';

const ROW_COUNT_MAX = 40;

export interface ChartTableProps {
  readonly label: string;
  readonly horizontal: string;
  readonly unit: string;
  readonly x: readonly number[];
  readonly series: readonly ChartSeries[];
}

export function ChartTable({ label, horizontal, unit, x, series }: ChartTableProps): JSX.Element {
  const unitText = unit === '' ? '' : ` (${unit})`;
  return (
    <details class="chart-table">
      <summary>The numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the focus. */}
      <section class="table-scroll" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{horizontal}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="cell-number">
                  {name}
                  {unitText}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {thinnedPositions(x.length, ROW_COUNT_MAX).map((position) => (
              <tr key={position}>
                <th scope="row">{numberText(x[position]!)}</th>
                {series.map(({ name, values }) => (
                  <td key={name} class="cell-number">
                    {cellText(values[position])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function cellText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : numberText(value);
}

/**
 * Amounts as bars from a common zero, each with its name and its number as text.
 */
import type { JSX } from 'preact';
import { percentOn, type Scale } from './scale.ts';

export interface BarRow {
  readonly name: string;
  readonly value: number;
  /** The value in words. */
  readonly text: string;
  /** Name of a colour token. */
  readonly colour: string;
}

export function BarList({ rows }: { readonly rows: readonly BarRow[] }): JSX.Element {
  const values = rows.map(({ value }) => value);
  const scale: Scale = { low: Math.min(0, ...values), high: Math.max(0, ...values) };
  const zero = percentOn(scale, 0);
  return (
    <ul class="bar-list">
      {rows.map((row) => (
        <li key={row.name}>
          <span class="bar-name">{row.name}</span>
          <span class="bar-text">{row.text}</span>
          <span class="bar-track" aria-hidden="true">
            <span
              class="bar"
              style={{
                ...barPlace(percentOn(scale, row.value), zero),
                background: `var(${row.colour})`,
              }}
            />
            {scale.low < 0 && <span class="bar-zero" style={{ left: `${zero}%` }} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function barPlace(end: number, zero: number): { left: string; width: string } {
  return { left: `${Math.min(end, zero)}%`, width: `${Math.abs(end - zero)}%` };
}

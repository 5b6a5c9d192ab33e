/**
 * A small line without axes: the course of something at a glance. The words beside it say the same.
 */
import type { JSX } from 'preact';
import { sparklinePath } from './sparkline-path.ts';

export interface SparklineProps {
  readonly values: readonly (number | null)[];
  /** Name of a colour token. */
  readonly colour: string;
  readonly label: string;
}

const WIDTH = 160;
const HEIGHT = 44;

export function Sparkline({ values, colour, label }: SparklineProps): JSX.Element {
  const { line, area, zero } = sparklinePath(values, { width: WIDTH, height: HEIGHT });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={area} fill={`var(${colour}-soft)`} />
      <path d={`M0 ${zero}H${WIDTH}`} stroke="var(--floor)" stroke-width="1.5" class="hairline" />
      <path d={line} fill="none" stroke={`var(${colour})`} stroke-width="2" class="hairline" />
    </svg>
  );
}

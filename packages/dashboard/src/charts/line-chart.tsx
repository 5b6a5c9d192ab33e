/**
 * A chart of lines over an axis, with its legend, the values under the pointer, and the numbers as a
 * table for everybody who cannot see it.
 *
 * The drawing library comes with the first chart, so that a page without charts does not load it. The
 * height is reserved from the beginning.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { schemeVersion } from '../design/colour-scheme.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import type { LineCanvas, LineCanvasInput } from './line-canvas.ts';

export interface LineChartProps extends LineCanvasInput {
  /** What the chart shows, for its accessible name: "Safety budget over decisions". */
  readonly label: string;
  /** What the picture says, in a sentence. */
  readonly children?: ComponentChildren;
}

export function LineChart(props: LineChartProps): JSX.Element {
  const { label, height = 300 } = props;
  const [position, setPosition] = useState<number | null>(null);
  const [isBroken, setBroken] = useState(false);
  const host = useLineCanvas(props, setPosition, setBroken);
  return (
    <figure class="chart" aria-label={label}>
      <ChartLegend {...props} position={position} />
      <div
        class="chart-canvas"
        ref={host}
        style={{ height: `${height}px` }}
        role="img"
        aria-label={`${label}. The numbers stand in the table below.`}
      />
      {isBroken && <p class="small">The drawing could not be loaded; the numbers are below.</p>}
      {props.children !== undefined && <figcaption>{props.children}</figcaption>}
      <ChartTable {...props} />
    </figure>
  );
}

/** Keeps one canvas alive in the returned element, and draws into it what the properties say. */
function useLineCanvas(
  props: LineChartProps,
  onPosition: (position: number | null) => void,
  onBroken: (isBroken: boolean) => void,
): { current: HTMLDivElement | null } {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<LineCanvas | null>(null);
  const newest = useRef(props);
  newest.current = props;
  const scheme = schemeVersion.value;
  useEffect(() => {
    let isOver = false;
    import('./line-canvas.ts').then(
      ({ createLineCanvas }) => {
        if (isOver || host.current === null) return;
        canvas.current = createLineCanvas(host.current, { onPosition });
        canvas.current.draw(newest.current);
      },
      () => onBroken(true),
    );
    return () => {
      isOver = true;
      canvas.current?.close();
      canvas.current = null;
    };
  }, [onPosition, onBroken]);
  const { x, series, bands, height, hasZero } = props;
  useEffect(
    () => canvas.current?.draw(newest.current),
    [x, series, bands, height, hasZero, scheme],
  );
  return host;
}

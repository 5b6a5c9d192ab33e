/**
 * Seasons as a picture: what each row of the report gained above the baseline by its last season, beside the reference.
 */
import type { Figure, Layer } from '../../plots/figure.ts';
import { framedFigure } from '../../plots/frame.ts';
import { type IntervalRow, intervalRows } from '../../plots/interval-rows.ts';
import { shortNumber, sixFigures } from '../../plots/number-text.ts';
import { GREEN, GREY, TEXT_COLOUR, VERMILION } from '../../plots/palette.ts';
import { type BySeason, isSeasonRowFailed, type SeasonRow } from './season-row.ts';

const ROW_PX = 22;
const LEFT_PX = 450;
const RIGHT_PX = 84;
/** Of a normal number, two-sided, 95 %. */
const DEVIATIONS = 1.96;
const KG_PER_T = 1000;

/** Returns the figure; null where too few seasons were played for a gain to be counted. */
export function seasonFigure(rows: readonly SeasonRow[]): Figure | null {
  const counted = rows.filter(({ gain }) => lastOf(gain) !== null);
  if (counted.length === 0) return null;
  const failed = counted.filter(isSeasonRowFailed).length;
  const shown = counted.map(rowOf);
  const seasons = Object.keys(counted[0]!.gain).at(-1)!;
  return framedFigure({
    id: 'price-seasons',
    title: `${failed} of ${counted.length} rows fall behind the reference or break a promise`,
    subtitle: `Gain above the baseline, mean of ${seasons} seasons, with 95 % intervals. Green: sound promise; grey: none; red: behind or broken. Diamonds: the reference`,
    altText: `Gain in kg/ha. ${shown.map(({ label, note }) => `${label}: ${note}`).join('; ')}.`,
    layers: [
      ...intervalRows({
        rows: shown,
        rowPx: ROW_PX,
        leftPx: LEFT_PX,
        rightPx: RIGHT_PX,
        axisTitle: 'gain above the baseline, kg/ha and season',
        pointSize: 60,
      }),
      referenceLayer(counted, seasons),
    ],
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: shown.length * ROW_PX,
  });
}

function rowOf(row: SeasonRow): IntervalRow {
  const { mean, standardError } = lastOf(row.gain)!;
  const reach = DEVIATIONS * standardError;
  const own = row.isSound ? GREEN : GREY;
  const { line: ink, text: textInk } = isSeasonRowFailed(row) ? VERMILION : own;
  return {
    label: row.name,
    low: sixFigures(KG_PER_T * (mean - reach)),
    middle: sixFigures(KG_PER_T * mean),
    high: sixFigures(KG_PER_T * (mean + reach)),
    note: shortNumber(KG_PER_T * mean),
    ink,
    textInk,
  };
}

function referenceLayer(rows: readonly SeasonRow[], season: string): Layer {
  const values = rows.flatMap(({ reference }, index) => {
    const gain = reference?.gain[season];
    const place = (rows.length - index - 0.5) * ROW_PX;
    return gain === undefined ? [] : [{ place, gain: sixFigures(KG_PER_T * gain.mean) }];
  });
  return {
    data: { values },
    mark: { type: 'point', shape: 'diamond', size: 90, color: TEXT_COLOUR },
    encoding: {
      x: { field: 'gain', type: 'quantitative' },
      y: { field: 'place', type: 'quantitative' },
    },
  };
}

function lastOf(values: BySeason): BySeason[string] | null {
  return Object.values(values).at(-1) ?? null;
}

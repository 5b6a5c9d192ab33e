/**
 * The price of safety in numbers: regret beyond that of the same learner without a promise.
 */

import { cellOf, labelOf, shortfallsOf } from '../experiments/summary-cells.ts';
import { pairedTest } from '../measures/paired-test.ts';
import { listText, shortNumber } from '../plots/number-text.ts';
import { type Block, left, right } from '../reports/report.ts';
import { freeTwins } from './free-twins.ts';
import { BERKSON } from './paper-experiments.ts';
import type { PaperSummaries } from './paper-summaries.ts';

/** Returns the table of prices with their intervals. */
export function priceTable(summaries: PaperSummaries): Block {
  const { paper } = summaries;
  const shortfalls = shortfallsOf(paper);
  const twins = freeTwins(summaries);
  return {
    kind: 'table',
    caption: `Extra expected regret in “${BERKSON}” with the promise, against the same learner without one, trial by trial, with 95 % intervals. The free twin of Algorithm 1 is K&K UCB; those of ${listText(twins.slice(1).map(({ strategy }) => labelOf(paper, strategy)))} are the same strategies at α = 0.999, where the promise stops next to nothing.`,
    columns: [
      left('strategy'),
      ...shortfalls.map((allowedShortfall) => right(`α = ${allowedShortfall}`)),
    ],
    rows: twins.map(({ strategy, finals }) => [
      labelOf(paper, strategy),
      ...shortfalls.map((allowedShortfall) => {
        const cell = cellOf(paper, { environment: BERKSON, strategy, allowedShortfall });
        const { difference, low, high } = pairedTest(cell.finals.expectedRegret, finals);
        return `${shortNumber(difference)} (${shortNumber(low)} to ${shortNumber(high)})`;
      }),
    ]),
  };
}

/**
 * All numbers of a run in one table.
 */
import type { JSX } from 'preact';
import { Card } from '../design/card.tsx';
import { numberText, shareText } from '../design/number-text.ts';
import { STRATEGIES } from './strategies.ts';
import type { StrategySummary } from './summary.ts';

export interface ResultTableProps {
  readonly summaries: readonly StrategySummary[];
  readonly round: number;
}

export function ResultTable({ summaries, round }: ResultTableProps): JSX.Element {
  const title = `In numbers, after ${numberText(round)} rounds`;
  return (
    <Card title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the focus. */}
      <section class="table-scroll" tabIndex={0} aria-label="Results of every strategy">
        <table class="result-table">
          <thead>
            <tr>
              <th scope="col">Strategy</th>
              <th scope="col">Fell below the floor</th>
              <th scope="col" class="cell-number">
                Deepest
              </th>
              <th scope="col" class="cell-number">
                Above it now
              </th>
              <th scope="col" class="cell-number">
                Given away
              </th>
              <th scope="col" class="cell-number">
                Baseline rounds
              </th>
            </tr>
          </thead>
          <tbody>
            {summaries.map((summary) => (
              <ResultRow key={summary.name} summary={summary} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function ResultRow({ summary }: { readonly summary: StrategySummary }): JSX.Element {
  const { name, brokenCount, trials, deepest, margin, regret, baselineShare } = summary;
  return (
    <tr>
      <th scope="row">{STRATEGIES[name].title}</th>
      <td class={brokenCount > 0 ? 'cell-bad' : ''}>
        {brokenCount === 0 ? `in none of ${trials} runs` : `in ${brokenCount} of ${trials} runs`}
      </td>
      <td class="cell-number">{brokenCount === 0 ? '–' : numberText(deepest)}</td>
      <td class="cell-number">{numberText(margin)}</td>
      <td class="cell-number">{numberText(regret)}</td>
      <td class="cell-number">{shareText(baselineShare)}</td>
    </tr>
  );
}

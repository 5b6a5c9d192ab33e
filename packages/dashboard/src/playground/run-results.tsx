/**
 * What a run has come to: the verdict, the margins side by side, what the promise cost, all numbers.
 */
import type { JSX } from 'preact';
import { LineChart } from '../charts/line-chart.tsx';
import { Badge } from '../design/badge.tsx';
import { Card } from '../design/card.tsx';
import { numberText } from '../design/number-text.ts';
import { percentText } from '../design/percent-text.ts';
import { MarginChart } from './margin-chart.tsx';
import type { RunView } from './playground-run.ts';
import { ResultTable } from './result-table.tsx';
import { marginCurves, marginRange, meanSeries, type ShownRun } from './run-curves.ts';
import { STRATEGIES } from './strategies.ts';
import { type StrategySummary, summarise } from './summary.ts';
import { verdictOf } from './verdict.ts';

export interface RunResultsProps {
  readonly run: ShownRun;
  readonly status: RunView['status'];
}

export function RunResults({ run, status }: RunResultsProps): JSX.Element {
  const summaries = summarise(run.configuration, run.points.at(-1)!);
  return (
    <>
      <VerdictCard run={run} status={status} summaries={summaries} />
      <MarginCards run={run} summaries={summaries} />
      <CostCards run={run} />
      <ResultTable summaries={summaries} round={run.points.at(-1)!.round} />
    </>
  );
}

interface VerdictCardProps extends RunResultsProps {
  readonly summaries: readonly StrategySummary[];
}

function VerdictCard({ run, status, summaries }: VerdictCardProps): JSX.Element {
  const verdict = verdictOf(run.configuration, summaries);
  const isOver = status === 'finished';
  const rounds = numberText(run.points.at(-1)!.round);
  return (
    <section class="card verdict" aria-label="Verdict">
      <p class="small soft">
        {isOver ? `After all ${rounds} rounds` : `So far, after ${rounds} rounds`}
      </p>
      <p class="sentence">{verdict.headline}</p>
      {/* Only the last word is read out; the many before it would never end. */}
      <p class="visually-hidden" role="status">
        {isOver ? verdict.headline : ''}
      </p>
      <ul class="sentences">
        {verdict.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

interface SummariesProps {
  readonly run: ShownRun;
  readonly summaries: readonly StrategySummary[];
}

function MarginCards({ run, summaries }: SummariesProps): JSX.Element {
  const range = marginRange(run);
  const { shortfall, rounds } = run.configuration;
  return (
    <Card
      title="How far above the promised floor?"
      lead={`Each line is one run: what was truly earned, above ${percentText(1 - shortfall)} of what the baseline would have earned. Runs that ever fell below are red. All play the same luck on the same scale.`}
    >
      <div class="margin-charts">
        {summaries.map((summary, index) => (
          <figure key={summary.name} class="margin-figure">
            <figcaption class="row">
              <h3>{STRATEGIES[summary.name].title}</h3>
              <BrokenBadge summary={summary} />
            </figcaption>
            <MarginChart
              altText={marginText(summary)}
              roundCount={rounds}
              range={range}
              curves={marginCurves(run, index)}
              colour={STRATEGIES[summary.name].colour}
            />
          </figure>
        ))}
      </div>
    </Card>
  );
}

function BrokenBadge({ summary }: { readonly summary: StrategySummary }): JSX.Element {
  const { brokenCount, trials } = summary;
  return brokenCount === 0 ? (
    <Badge tone="good">never below</Badge>
  ) : (
    <Badge tone="bad">{`below in ${brokenCount} of ${trials}`}</Badge>
  );
}

function marginText({ name, brokenCount, trials, margin, deepest }: StrategySummary): string {
  const depth = brokenCount === 0 ? '' : ` The deepest was ${numberText(deepest)} below.`;
  return `${STRATEGIES[name].subject}: ${brokenCount} of ${trials} runs fell below the floor.${depth} On average the total is now ${numberText(margin)} above it.`;
}

function CostCards({ run }: { readonly run: ShownRun }): JSX.Element {
  const rounds = run.points.map(({ round }) => round);
  return (
    <div class="cost-charts">
      <Card
        title="What was given away"
        lead="Reward lost against always knowing the best action (regret), mean of all runs. Lower is better."
      >
        <LineChart
          label="Regret over rounds"
          horizontal="round"
          unit=""
          x={rounds}
          series={meanSeries(run, ({ regret }) => regret)}
          height={260}
          hasZero
        />
      </Card>
      <Card
        title="Rounds given to the baseline"
        lead="Share of all rounds so far in which the usual choice was played, mean of all runs."
      >
        <LineChart
          label="Share of rounds given to the baseline"
          horizontal="round"
          unit="%"
          x={rounds}
          series={meanSeries(run, ({ baselineRounds }, round) => (100 * baselineRounds) / round)}
          height={260}
          hasZero
        />
      </Card>
    </div>
  );
}

/**
 * What was known of the situation when the decision was made.
 */
import type { DecisionReceipt, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { BarList } from '../../../charts/bar-list.tsx';
import { Card } from '../../../design/card.tsx';
import { numberText, shareText } from '../../../design/number-text.ts';
import { readableName } from '../../../words/readable-name.ts';
import { recalibrationWords } from '../../../words/recalibration-words.ts';
import { type Coordinate, isCertain, quantileAt } from './coordinate.ts';
import { densityPath } from './density-path.ts';
import { forecastOf, type VariableForecast } from './forecast-of.ts';

export interface ForecastCardProps {
  readonly receipt: DecisionReceipt;
  /** Null until it has come. */
  readonly view: PolicyView | null;
}

export function ForecastCard({ receipt, view }: ForecastCardProps): JSX.Element {
  const variables = view?.generation === receipt.generation ? view.definition.context : undefined;
  const forecasts = useMemo(
    () => (variables === undefined ? [] : forecastOf(receipt.context, variables)),
    [receipt, variables],
  );
  const open = forecasts.filter((forecast) => knownText(forecast) === null);
  const known = forecasts.flatMap((forecast) => knownText(forecast) ?? []);
  return (
    <Card
      title="What was known"
      lead={
        forecasts.length === 0
          ? leadWithout(view, receipt)
          : 'The forecast at that moment. Each hill is high where a value was likely; its ground is the usual range.'
      }
    >
      {receipt.recalibrated?.map((one) => (
        <p key={one.variable}>{recalibrationWords(one)}</p>
      ))}
      {known.length > 0 && (
        <p>
          <strong>Known for sure:</strong> {known.join(', ')}.
        </p>
      )}
      {open.length > 0 && (
        <ul class="forecasts">
          {open.map((forecast) => (
            <li key={forecast.name}>
              <h3>{readableName(forecast.name)}</h3>
              <VariablePicture forecast={forecast} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function leadWithout(view: PolicyView | null, receipt: DecisionReceipt): string {
  if (view === null) return 'Loading the names of the variables.';
  if (view.generation !== receipt.generation) {
    return 'The policy has been defined anew since; the raw receipt below has the forecast.';
  }
  return 'This policy uses no forecast.';
}

function VariablePicture({ forecast }: { readonly forecast: VariableForecast }): JSX.Element {
  if (forecast.kind === 'category') {
    return (
      <BarList
        rows={possibleOf(forecast).map(({ name, probability }) => ({
          name,
          value: probability,
          text: shareText(probability),
          colour: '--usual',
        }))}
      />
    );
  }
  const box = { width: 240, height: 56, ...edges(forecast) };
  return (
    <>
      <p class="small">{likelyText(forecast.coordinate)}</p>
      <svg
        class="density"
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={densityPath(forecast.coordinate, box)} />
      </svg>
      <div class="interval-axis" aria-hidden="true">
        <span>{numberText(box.low)}</span>
        <span>{numberText(box.high)}</span>
      </div>
    </>
  );
}

/** The usual range, and more if the forecast goes beyond it. */
function edges({ coordinate, min, max }: VariableForecast & { kind: 'number' }): {
  low: number;
  high: number;
} {
  return {
    low: Math.min(min, quantileAt(coordinate, 0.01)),
    high: Math.max(max, quantileAt(coordinate, 0.99)),
  };
}

/** "sand 76.5" where nothing is left open; else null. */
function knownText(forecast: VariableForecast): string | null {
  if (forecast.kind === 'number') {
    const { coordinate, name } = forecast;
    return isCertain(coordinate) ? `${readableName(name)} ${numberText(coordinate.mean)}` : null;
  }
  const [only, ...others] = possibleOf(forecast);
  return only !== undefined && others.length === 0
    ? `${readableName(forecast.name)} ${only.name}`
    : null;
}

function possibleOf({ probabilities }: VariableForecast & { kind: 'category' }) {
  return probabilities.filter(({ probability }) => probability > 0);
}

function likelyText(coordinate: Coordinate): string {
  const [low, middle, high] = [0.1, 0.5, 0.9].map((level) => quantileAt(coordinate, level));
  return `About ${numberText(middle!)}; 8 times out of 10 between ${numberText(low!)} and ${numberText(high!)}.`;
}

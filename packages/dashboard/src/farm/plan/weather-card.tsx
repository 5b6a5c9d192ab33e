/**
 * Which weather the plan counts with.
 */
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { Choice } from '../../design/choice.tsx';
import { TextField } from '../../design/text-field.tsx';
import { type NumberVariable, variableLabel } from '../fields/field-variables.ts';
import type { FileWeather, ForecastFiles } from './forecast-file.ts';
import { ForecastFilesForm } from './forecast-files.tsx';
import { type TypedWeather, typedFault } from './weather.ts';

export type WeatherWay = 'usual' | 'numbers' | 'files';

export interface WeatherCardProps {
  /** Whether the weather that is usual is known in all fields. */
  readonly hasUsual: boolean;
  readonly variables: readonly NumberVariable[];
  readonly way: WeatherWay;
  readonly typed: TypedWeather;
  readonly onWay: (way: WeatherWay) => void;
  readonly onTyped: (typed: TypedWeather) => void;
  readonly files: ForecastFiles;
  readonly read: FileWeather;
  readonly onFiles: (files: ForecastFiles) => void;
}

const WAYS: Readonly<Record<WeatherWay, string>> = {
  usual: 'Usual weather',
  numbers: 'Numbers',
  files: 'Forecast files',
};

export function WeatherCard(props: WeatherCardProps): JSX.Element | null {
  const { hasUsual, variables, way } = props;
  if (variables.length === 0) return null;
  const { usual: _usual, ...others } = WAYS;
  const shown = !hasUsual && way === 'usual' ? 'numbers' : way;
  return (
    <Card
      title="Weather of the season"
      lead="Nobody knows it yet, and it hardly helps to choose between hybrids: the place and the parents say more. It matters where it is far from anything that was ever tried."
      tools={
        <Choice<WeatherWay>
          label="Weather"
          value={shown}
          options={hasUsual ? WAYS : (others as typeof WAYS)}
          onChange={props.onWay}
        />
      }
    >
      {shown === 'usual' && (
        <p>
          Each field counts with the weather that is usual there, and with how much it differs from
          year to year.
        </p>
      )}
      {shown === 'numbers' && <WeatherNumbers {...props} />}
      {shown === 'files' && <ForecastFilesForm {...props} />}
    </Card>
  );
}

function WeatherNumbers({ variables, typed, onTyped }: WeatherCardProps): JSX.Element {
  return (
    <div class="weather-numbers">
      {variables.map((variable) => {
        const { name } = variable;
        const number = typed[name] ?? { mean: '', deviation: '' };
        const isEmpty = number.mean.trim() === '';
        return (
          <fieldset key={name} class="weather-number">
            <legend class="field-label">{variableLabel(variable)}, mean of the season</legend>
            <TextField
              kind="amount"
              label="Mean"
              text={number.mean}
              fault={isEmpty ? null : typedFault(number, variable)}
              onInput={(mean) => onTyped({ ...typed, [name]: { ...number, mean } })}
            />
            <TextField
              kind="amount"
              label="±"
              text={number.deviation}
              onInput={(deviation) => onTyped({ ...typed, [name]: { ...number, deviation } })}
            />
          </fieldset>
        );
      })}
    </div>
  );
}

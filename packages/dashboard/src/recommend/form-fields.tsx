/**
 * The form: field and soil, forecast with its doubt, the usual hybrid. Everything is filled in beforehand.
 */
import type { MaizeModel, MaizeSite } from '@hedgerow/lab/recommend';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Card } from '../design/card.tsx';
import { NumberField } from '../design/number-field.tsx';
import { numberText } from '../design/number-text.ts';
import { SliderField } from '../design/slider-field.tsx';
import { type FieldForm, type FormPart, faultOfPart, formFor, soilFault } from './field-form.ts';

export interface FormFieldsProps {
  readonly model: MaizeModel;
  readonly form: FieldForm;
  /** What the usual hybrid is expected to yield by the model, t/ha. */
  readonly modelsWord: number;
  readonly onChange: (form: FieldForm) => void;
  /** Told which number cannot be used as typed, and when it can again. */
  readonly onFault: (part: FormPart, isFaulty: boolean) => void;
}

export function FormFields(props: FormFieldsProps): JSX.Element {
  return (
    <Card
      title="Your field and season"
      lead="Filled in with what is usual for the field; change what you know better."
    >
      <div class="recommend-form">
        <FieldChoice {...props} />
        <SoilFields {...props} />
        <WeatherFields {...props} />
        <UsualFields {...props} />
      </div>
    </Card>
  );
}

function FieldChoice({ model, form, onChange }: FormFieldsProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Field</label>
      <select
        id={id}
        value={form.field}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(formFor(model, event.currentTarget.value))}
      >
        {model.sites.map((site) => (
          <option key={site.field} value={site.field}>
            {siteText(site)}
          </option>
        ))}
      </select>
      <span id={`${id}-help`} class="field-help">
        Trial fields of North America; the first two letters are the state. Take the one most like
        yours.
      </span>
    </div>
  );
}

/** A field by what a farmer can compare it by. */
function siteText({ field, temperatureC, clay }: MaizeSite): string {
  return `${field}: ${numberText(temperatureC)} °C, ${numberText(clay)} % clay`;
}

interface PartFieldProps extends FormFieldsProps {
  readonly part: FormPart;
  readonly label: string;
  readonly value: number;
  readonly help?: string;
  readonly step?: number;
  readonly take: (value: number) => Partial<FieldForm>;
}

function PartField({
  part,
  label,
  value,
  help,
  step,
  take,
  ...props
}: PartFieldProps): JSX.Element {
  return (
    <NumberField
      label={label}
      value={value}
      {...(help === undefined ? {} : { help })}
      {...(step === undefined ? {} : { step })}
      faultOf={(typed) => faultOfPart(props.model, part, typed)}
      onChange={(typed) => {
        props.onFault(part, typed === null);
        if (typed !== null) props.onChange({ ...props.form, ...take(typed) });
      }}
    />
  );
}

function SoilFields(props: FormFieldsProps): JSX.Element {
  const { form } = props;
  const fault = soilFault(form);
  return (
    <fieldset>
      <legend class="field-label">Soil, in percent</legend>
      <div class="field-group soil-fields">
        {(['sand', 'silt', 'clay'] as const).map((part) => (
          <PartField
            key={`${form.field} ${part}`}
            {...props}
            part={part}
            label={part[0]!.toUpperCase() + part.slice(1)}
            value={form[part]}
            step={1}
            take={(value) => ({ [part]: value })}
          />
        ))}
      </div>
      <p class={fault === null ? 'field-help' : 'field-fault'} role="status">
        {fault ?? 'They add up to 100 %.'}
      </p>
    </fieldset>
  );
}

interface WeatherText {
  readonly part: 'temperature' | 'radiation';
  readonly label: string;
  readonly doubt: string;
  readonly unit: string;
  readonly deviationMax: number;
}

const WEATHER: readonly WeatherText[] = [
  {
    part: 'temperature',
    label: 'Mean temperature, °C',
    doubt: 'How sure is the temperature?',
    unit: '°C',
    deviationMax: 6,
  },
  {
    part: 'radiation',
    label: 'Sunlight, MJ/m² a day',
    doubt: 'How sure is the sunlight?',
    unit: 'MJ/m²',
    deviationMax: 5,
  },
];

function WeatherFields(props: FormFieldsProps): JSX.Element {
  const { form, onChange } = props;
  return (
    <fieldset>
      <legend class="field-label">Forecast for the season</legend>
      {WEATHER.map(({ part, label, doubt, unit, deviationMax }) => (
        <div key={`${form.field} ${part}`} class="weather-fields">
          <PartField
            {...props}
            part={part}
            label={label}
            value={form[part].mean}
            step={0.1}
            take={(mean) => ({ [part]: { ...form[part], mean } })}
          />
          <SliderField
            label={doubt}
            value={form[part].deviation}
            min={0}
            max={deviationMax}
            step={0.1}
            valueText={deviationText(form[part].deviation, unit)}
            onChange={(deviation) => onChange({ ...form, [part]: { ...form[part], deviation } })}
          />
        </div>
      ))}
    </fieldset>
  );
}

function deviationText(deviation: number, unit: string): string {
  return deviation === 0 ? 'exactly known' : `± ${numberText(deviation)} ${unit}`;
}

function UsualFields(props: FormFieldsProps): JSX.Element {
  const { model, form, modelsWord, onChange } = props;
  const id = useId();
  const isTold = form.usualYield !== null;
  return (
    <div class="usual-fields">
      <div class="field">
        <label for={id}>Your usual hybrid</label>
        <select
          id={id}
          value={form.usual}
          onChange={(event) =>
            onChange({ ...form, usual: event.currentTarget.value, usualYield: null })
          }
        >
          {model.hybrids.map((hybrid) => (
            <option key={hybrid} value={hybrid}>
              {hybrid}
            </option>
          ))}
        </select>
      </div>
      <PartField
        key={`${form.field} ${form.usual}`}
        {...props}
        part="usualYield"
        label="It is expected to yield, t/ha"
        value={form.usualYield ?? Math.round(10 * modelsWord) / 10}
        step={0.1}
        help={isTold ? `Your word. The model says ${numberText(modelsWord)}.` : 'The model’s word.'}
        take={(usualYield) => ({ usualYield })}
      />
    </div>
  );
}

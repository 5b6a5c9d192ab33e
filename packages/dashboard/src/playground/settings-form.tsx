/**
 * The settings of a run: words first, names of the trade behind them.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { NumberField } from '../design/number-field.tsx';
import { numberText, oddsText } from '../design/number-text.ts';
import { percentText } from '../design/percent-text.ts';
import { SliderField } from '../design/slider-field.tsx';
import {
  type Configuration,
  isInRange,
  NUMBER_RANGES,
  type NumberName,
  rangeText,
  STRATEGY_NAMES,
  type StrategyName,
  WORLD_NAMES,
  type WorldName,
} from './configuration.ts';
import { STRATEGIES } from './strategies.ts';
import { WORLDS } from './worlds.ts';

export interface SettingsFormProps {
  readonly configuration: Configuration;
  readonly onChange: (changes: Partial<Configuration>) => void;
  /** Told which number cannot be used as typed, and when it can again. */
  readonly onFault: (name: NumberName, isFaulty: boolean) => void;
}

export function SettingsForm(props: SettingsFormProps): JSX.Element {
  return (
    <div class="playground-settings">
      <WorldField {...props} />
      <StrategyFields {...props} />
      <PromiseFields {...props} />
      <details>
        <summary>More settings</summary>
        <div class="stack">
          <WorldNumbers {...props} />
          <RunNumbers {...props} />
        </div>
      </details>
    </div>
  );
}

function WorldField({ configuration, onChange }: SettingsFormProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>World</label>
      <select
        id={id}
        value={configuration.world}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange({ world: event.currentTarget.value as WorldName })}
      >
        {WORLD_NAMES.map((name) => (
          <option key={name} value={name}>
            {WORLDS[name].title}
          </option>
        ))}
      </select>
      <span id={`${id}-help`} class="field-help">
        {WORLDS[configuration.world].description}
      </span>
    </div>
  );
}

function StrategyFields({ configuration, onChange }: SettingsFormProps): JSX.Element {
  const { strategies } = configuration;
  const toggle = (name: StrategyName) => {
    const isChosen = strategies.includes(name);
    onChange({
      strategies: STRATEGY_NAMES.filter((other) =>
        other === name ? !isChosen : strategies.includes(other),
      ),
    });
  };
  return (
    <fieldset class="strategy-fields">
      <legend class="field-label">Who plays</legend>
      {STRATEGY_NAMES.map((name) => (
        <label key={name} class="strategy-field">
          <input
            type="checkbox"
            checked={strategies.includes(name)}
            // Somebody has to play.
            disabled={strategies.length === 1 && strategies[0] === name}
            onChange={() => toggle(name)}
          />
          <span>
            {STRATEGIES[name].title}
            <span class="field-help">{STRATEGIES[name].description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The slider ends where promises stop being of use; addresses may go farther. */
const SHOWN_SHORTFALL_MAX = 0.5;

function PromiseFields({ configuration, onChange }: SettingsFormProps): JSX.Element {
  const { shortfall } = configuration;
  return (
    <SliderField
      label="Allowed shortfall"
      value={shortfall}
      min={NUMBER_RANGES.shortfall.min}
      max={Math.max(SHOWN_SHORTFALL_MAX, shortfall)}
      step={0.01}
      valueText={percentText(shortfall)}
      help={`The floor: never less than ${percentText(1 - shortfall)} of what the baseline alone would have earned.`}
      onChange={(value) => onChange({ shortfall: value })}
    />
  );
}

const SHOWN_NOISE_MAX = 3;

function WorldNumbers({ configuration, onChange }: SettingsFormProps): JSX.Element {
  const { noise, spread } = configuration;
  return (
    <>
      <SliderField
        label="Uncertainty of the forecast"
        value={spread}
        min={0}
        max={NUMBER_RANGES.spread.max}
        step={0.1}
        valueText={`± ${numberText(spread)}`}
        help="How far the hidden context lies from its forecast (standard deviation). The paper has 1."
        onChange={(value) => onChange({ spread: value })}
      />
      <SliderField
        label="Noise of the rewards"
        value={noise}
        min={0}
        max={Math.max(SHOWN_NOISE_MAX, noise)}
        step={0.1}
        valueText={`± ${numberText(noise)}`}
        help="Standard deviation; the strategies are told. The paper has 0.1."
        onChange={(value) => onChange({ noise: value })}
      />
    </>
  );
}

interface NumberText {
  readonly label: string;
  readonly help: (value: number) => string;
}

const NUMBER_TEXTS: Readonly<Record<'failure' | 'rounds' | 'trials' | 'seed', NumberText>> = {
  failure: {
    label: 'Failure probability',
    help: (value) => `The promise may fail in ${oddsText(value)} runs.`,
  },
  rounds: { label: 'Rounds', help: () => 'Decisions in a run.' },
  trials: { label: 'Runs', help: () => 'Each with luck of its own.' },
  seed: { label: 'Seed', help: () => 'The same seed, the same luck.' },
};

function RunNumbers({ configuration, onChange, onFault }: SettingsFormProps): JSX.Element {
  const names = Object.keys(NUMBER_TEXTS) as (keyof typeof NUMBER_TEXTS)[];
  return (
    <div class="field-group">
      {names.map((name) => (
        <NumberField
          key={name}
          label={NUMBER_TEXTS[name].label}
          value={configuration[name]}
          help={NUMBER_TEXTS[name].help(configuration[name])}
          faultOf={(value) => (isInRange(name, value) ? null : `Must be ${rangeText(name)}.`)}
          onChange={(value) => {
            onFault(name, value === null);
            if (value !== null) onChange({ [name]: value });
          }}
        />
      ))}
    </div>
  );
}

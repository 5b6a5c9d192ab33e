/**
 * The switch between light, dark and the system's choice.
 */
import type { JSX } from 'preact';
import { type ColourScheme, chooseScheme, colourScheme } from '../design/colour-scheme.ts';

const NAMES: Readonly<Record<ColourScheme, string>> = {
  system: 'Auto',
  light: 'Light',
  dark: 'Dark',
};

export function SchemeSwitch(): JSX.Element {
  return (
    <label class="scheme-switch">
      <span class="visually-hidden">Colours</span>
      <select
        value={colourScheme.value}
        onChange={(event) => chooseScheme(event.currentTarget.value as ColourScheme)}
      >
        {Object.entries(NAMES).map(([scheme, name]) => (
          <option key={scheme} value={scheme}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

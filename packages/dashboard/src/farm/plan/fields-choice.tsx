/**
 * Which fields are in the plan: all of them, unless some are fallow or grow something else this time.
 */
import type { Subject } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { amountText } from '../../design/number-text.ts';

export interface FieldsChoiceProps {
  readonly fields: readonly Subject[];
  /** Names of those that are left out. */
  readonly out: ReadonlySet<string>;
  /** "field". */
  readonly word: string;
  readonly unit: string;
  readonly onOut: (out: ReadonlySet<string>) => void;
}

export function FieldsChoice(props: FieldsChoiceProps): JSX.Element {
  const { fields, out, word, unit, onOut } = props;
  const id = useId();
  const chosen = fields.filter(({ name }) => !out.has(name));
  const toggle = (name: string, isIn: boolean) => {
    const next = new Set(out);
    if (isIn) next.delete(name);
    else next.add(name);
    onOut(next);
  };
  return (
    <details>
      <summary>
        {chosen.length === fields.length
          ? `All ${fields.length} ${word}s are in it`
          : `${chosen.length} of ${fields.length} ${word}s are in it`}
      </summary>
      <div class="row small">
        <Button onClick={() => onOut(new Set())}>All</Button>
        <Button onClick={() => onOut(new Set(fields.map(({ name }) => name)))}>None</Button>
        <span class="soft">Leave out what is fallow or grows something else.</span>
      </div>
      <ul class="hybrid-list">
        {fields.map(({ name, size = 1 }, index) => (
          <li key={name} class="check-field">
            <input
              id={`${id}-${index}`}
              type="checkbox"
              checked={!out.has(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            <label for={`${id}-${index}`}>
              {name} <span class="soft small">{amountText(size, unit)}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Which decisions are listed.
 */
import type { DecisionFilter, PolicyView, WireReason } from '@hedgerow/client';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { reasonWords } from '../../words/reason-words.ts';

export interface DecisionFiltersProps {
  readonly view: PolicyView;
  readonly filter: DecisionFilter;
  readonly onChange: (filter: DecisionFilter) => void;
}

export function DecisionFilters({ view, filter, onChange }: DecisionFiltersProps): JSX.Element {
  const actions = view.definition.actions.map((action) =>
    typeof action === 'string' ? action : action.name,
  );
  const change = (name: keyof DecisionFilter, value: DecisionFilter[keyof DecisionFilter]) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <FilterFold set={setWords(filter)}>
      <Filter
        label="Chosen by"
        value={filter.chosenBy ?? ''}
        options={{ learner: 'hedgerow', baseline: 'usual choice' }}
        onChange={(value) => change('chosenBy', value as DecisionFilter['chosenBy'])}
      />
      <Filter
        label="Action"
        value={filter.action ?? ''}
        options={Object.fromEntries(actions.map((action) => [action, action]))}
        onChange={(value) => change('action', value)}
      />
      <Filter
        label="Reason"
        value={filter.reason ?? ''}
        options={Object.fromEntries(
          Object.keys(view.counts.reasons).map((reason) => [reason, reasonWords(reason)]),
        )}
        onChange={(value) => change('reason', value as WireReason | undefined)}
      />
      <Filter
        label="Reward"
        value={filter.hasReward === undefined ? '' : String(filter.hasReward)}
        options={{ true: 'has come', false: 'has not come' }}
        onChange={(value) => change('hasReward', value === undefined ? value : value === 'true')}
      />
    </FilterFold>
  );
}

/** What is set, as a reader would say it. */
function setWords({ chosenBy, action, reason, hasReward }: DecisionFilter): string {
  const words = [
    chosenBy === undefined ? [] : [chosenBy === 'learner' ? 'hedgerow' : 'usual choice'],
    action ?? [],
    reason === undefined ? [] : [reasonWords(reason)],
    hasReward === undefined ? [] : [hasReward ? 'rewarded' : 'not rewarded'],
  ];
  return words.flat().join(', ');
}

/** On a phone the first decision must be seen: filters are one line there until they are opened. */
const IS_NARROW = '(max-width: 44rem)';

interface FilterFoldProps {
  /** What is set, in words; empty if nothing is. */
  readonly set: string;
  readonly children: ComponentChildren;
}

function FilterFold({ set, children }: FilterFoldProps): JSX.Element {
  const filters = <div class="filters">{children}</div>;
  if (!matchMedia(IS_NARROW).matches) return filters;
  return (
    <details>
      <summary>{set === '' ? 'Filter' : `Filter: ${set}`}</summary>
      {filters}
    </details>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (value: string | undefined) => void;
}

function Filter({ label, value, options, onChange }: FilterProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      >
        <option value="">any</option>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Which hybrids can be bought: those of the crop model that are ticked, and others by name.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { SelectField } from '../../design/select-field.tsx';
import { TextField } from '../../design/text-field.tsx';
import { type AddedHybrid, type FarmDraft, type FarmFaults, hybridsOf } from './farm-draft.ts';

export interface HybridsCardProps {
  readonly draft: FarmDraft;
  readonly faults: FarmFaults;
  /** Those that the crop model knows; none without one. */
  readonly known: readonly string[];
  readonly onDraft: (draft: FarmDraft) => void;
}

export function HybridsCard(props: HybridsCardProps): JSX.Element {
  const { draft, faults, known, onDraft } = props;
  const names = hybridsOf(draft).map(({ name }) => name);
  return (
    <Card
      title="Hybrids"
      lead="Tick what you can buy, and add what is missing: with its parents if you know them, or with nothing but its name."
    >
      {known.length > 0 && <KnownHybrids {...props} />}
      <AddedHybrids draft={draft} onDraft={onDraft} />
      {faults.hybrids !== undefined && (
        <p class="field-fault" role="alert">
          {faults.hybrids}
        </p>
      )}
      <div class="form">
        <SelectField
          label="The hybrid you grow today"
          value={names.includes(draft.usual) ? draft.usual : ''}
          options={['', ...names]}
          fault={faults.usual ?? null}
          help="The promise is about it. A field may have another one."
          onChange={(usual) => onDraft({ ...draft, usual })}
        />
      </div>
    </Card>
  );
}

function KnownHybrids({ draft, known, onDraft }: HybridsCardProps): JSX.Element {
  const id = useId();
  const toggle = (name: string, isChosen: boolean) => {
    const hybrids = known.filter((one) => (one === name ? isChosen : draft.hybrids.includes(one)));
    onDraft({ ...draft, hybrids });
  };
  return (
    <fieldset>
      <legend class="field-label">In the trials</legend>
      <div class="row small">
        <Button onClick={() => onDraft({ ...draft, hybrids: known })}>All</Button>
        <Button onClick={() => onDraft({ ...draft, hybrids: [] })}>None</Button>
        <span class="soft">
          {draft.hybrids.length} of {known.length} chosen
        </span>
      </div>
      <ul class="hybrid-list">
        {known.map((name, index) => (
          <li key={name} class="check-field">
            <input
              id={`${id}-${index}`}
              type="checkbox"
              checked={draft.hybrids.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            <label for={`${id}-${index}`}>{name}</label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function AddedHybrids({
  draft,
  onDraft,
}: Pick<HybridsCardProps, 'draft' | 'onDraft'>): JSX.Element {
  const { added } = draft;
  const set = (index: number, change: Partial<AddedHybrid>) =>
    onDraft({
      ...draft,
      added: added.map((one, at) => (at === index ? { ...one, ...change } : one)),
    });
  return (
    <div class="stack-tight">
      {added.map((hybrid, index) => (
        <div key={index} class="added-hybrid">
          <TextField
            kind="words"
            label={`Name of hybrid ${index + 1}`}
            text={hybrid.name}
            onInput={(name) => set(index, { name })}
          />
          <TextField
            kind="words"
            label="Its parents, if they are known"
            text={hybrid.parents}
            onInput={(parents) => set(index, { parents })}
          />
          <Button
            onClick={() => onDraft({ ...draft, added: added.filter((_, at) => at !== index) })}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onDraft({ ...draft, added: [...added, { name: '', parents: '' }] })}>
          Add a hybrid
        </Button>
      </div>
    </div>
  );
}

/**
 * A farm of one's own: what is grown, what may be lost, what is known. Nothing is made up for it.
 */
import { beginFarm } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FARMS_ADDRESS, farmAddress } from '../../addresses/route.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { PageHeading } from '../../design/page-heading.tsx';
import { percentText } from '../../design/percent-text.ts';
import { SelectField } from '../../design/select-field.tsx';
import { SliderField } from '../../design/slider-field.tsx';
import { TextField } from '../../design/text-field.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { type CropModel, draftFor, modelIn, unitOf } from './crop-model.ts';
import { CropModelCard } from './crop-model-card.tsx';
import { DeclarationsCard } from './declarations-card.tsx';
import { EMPTY_FARM, type FarmDraft, readFarm } from './farm-draft.ts';
import { HybridsCard } from './hybrids-card.tsx';
import { PromisePreview } from './promise-preview.tsx';

export function NewFarmPage(): JSX.Element {
  const form = useFarmForm();
  const { draft, model, setDraft } = form;
  const faults = form.isTried ? form.read.faults : {};
  const unit = unitOf(model);
  return (
    <>
      <PageHeading
        title="New farm"
        above={<a href={FARMS_ADDRESS}>Your farms</a>}
        lead="Five minutes, then your fields, then a plan. You can leave open what you are not sure of."
      />
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.make();
        }}
      >
        <Card title="Name and size">
          <div class="field-grid">
            <TextField
              kind="words"
              label="Name of the farm"
              text={draft.name}
              fault={faults.name ?? null}
              onInput={(name) => setDraft({ ...draft, name })}
            />
            <TextField
              kind="amount"
              label="About how many fields"
              text={draft.fieldCount}
              fault={faults.fieldCount ?? null}
              onInput={(fieldCount) => setDraft({ ...draft, fieldCount })}
            />
            <TextField
              kind="amount"
              label="A usual field (ha)"
              text={draft.fieldSize}
              fault={faults.fieldSize ?? null}
              onInput={(fieldSize) => setDraft({ ...draft, fieldSize })}
            />
          </div>
        </Card>
        <CropModelCard model={model} onModel={form.chooseModel} />
        <HybridsCard
          draft={draft}
          faults={faults}
          known={model.kind === 'none' ? [] : model.model.hybrids.map(({ name }) => name)}
          onDraft={setDraft}
        />
        <DeclarationsCard
          draft={draft}
          faults={faults}
          unit={unit}
          hasModel={model.kind !== 'none'}
          onDraft={setDraft}
        />
        <PromiseCard draft={draft} onDraft={setDraft}>
          <PromisePreview answers={form.read.answers} unit={unit} />
        </PromiseCard>
        <div class="row">
          <Button type="submit" weight="main" isDisabled={form.action.isBusy}>
            {form.action.isBusy ? 'Making it…' : 'Make this farm'}
          </Button>
          <span class="field-fault" role="alert">
            {form.isTried && form.read.answers === null && 'Something above is missing or wrong.'}
            {form.fault}
            {form.action.failure && actionFailureText(form.action.failure)}
          </span>
        </div>
      </form>
    </>
  );
}

/** What is typed, the crop model, and making the farm of them. */
function useFarmForm() {
  const [draft, setDraft] = useState<FarmDraft>(EMPTY_FARM);
  const [model, setModel] = useState<CropModel>({ kind: 'none' });
  const [isTried, setTried] = useState(false);
  const [fault, setFault] = useState('');
  const action = useAction();
  const read = readFarm(draft);
  const make = async () => {
    setTried(true);
    setFault('');
    const { answers } = read;
    if (answers === null) return;
    const isDone = await action.run(async (client) => {
      const taken = await client.policies({ archived: true });
      if (taken.some(({ id }) => id === answers.name)) {
        setFault(`There is a farm or policy named ${answers.name} already.`);
        return;
      }
      await client.define(answers.name, { definition: beginFarm(modelIn(model), answers) });
      location.hash = `${farmAddress(answers.name, 'fields')}?blocks=${draft.blocks}`;
    });
    if (isDone) setTried(false);
  };
  const chooseModel = (chosen: CropModel) => {
    setModel(chosen);
    setDraft((before) => draftFor(chosen, before));
  };
  return { draft, setDraft, model, chooseModel, read, isTried, fault, action, make };
}

interface PromiseCardProps {
  readonly draft: FarmDraft;
  readonly onDraft: (draft: FarmDraft) => void;
  readonly children: JSX.Element;
}

function PromiseCard({ draft, onDraft, children }: PromiseCardProps): JSX.Element {
  return (
    <Card title="The promise">
      <div class="field-grid">
        <SliderField
          label="How much of the total may be lost against your own hybrid"
          value={draft.shortfall}
          min={0.01}
          max={0.3}
          step={0.01}
          valueText={percentText(draft.shortfall)}
          help="The price you are ready to pay for finding something better."
          onChange={(shortfall) => onDraft({ ...draft, shortfall })}
        />
        <SelectField
          label="The promise may fail for one farm in"
          value={draft.odds}
          options={['20', '100', '1000']}
          help="The surer, the slower."
          onChange={(odds) => onDraft({ ...draft, odds })}
        />
      </div>
      {children}
    </Card>
  );
}

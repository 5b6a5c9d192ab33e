/**
 * The fields of a farm: what is known of them, and three ways to enter them. The service keeps them.
 */
import type { Subject } from '@hedgerow/client';
import { hasRoomForHybrids } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../../design/card.tsx';
import { Choice } from '../../design/choice.tsx';
import { amountText, countText } from '../../design/number-text.ts';
import { sizeUnit } from '../../words/units.ts';
import { wordsOf } from '../data/words-of.ts';
import type { StepProps } from '../farm-page.tsx';
import { NextStepCard } from '../start/farm-home.tsx';
import { FieldForm } from './field-form.tsx';
import { FieldsImport } from './fields-import.tsx';
import { FieldsTable } from './fields-table.tsx';
import { HybridsKept } from './hybrids-kept.tsx';

type Way = 'table' | 'form';

const WAYS: Readonly<Record<Way, string>> = {
  table: 'From a spreadsheet',
  form: 'One by one',
};

export function FieldsStep({ farm, query, onChanged }: StepProps): JSX.Element {
  const { view, fields } = farm;
  const [way, setWay] = useState<Way>('table');
  const [edited, setEdited] = useState<Subject | null>(null);
  const words = wordsOf(view.definition);
  const edit = (field: Subject | null) => {
    setEdited(field);
    if (field !== null) setWay('form');
  };
  return (
    <>
      {fields.length > 0 && <NextStepCard farm={farm} />}
      {fields.length > 0 && (
        <Card
          title={`${countText(fields.length, words.subject)}, ${hectares(farm.fields, sizeUnit(view.definition))}`}
        >
          <FieldsTable farm={farm} onEdit={edit} onChanged={onChanged} />
        </Card>
      )}
      <Card
        title={edited === null ? `Add ${words.subject}s` : `Change ${edited.name}`}
        lead={`The service keeps them with your records. Only the name and the size are needed; the rest makes the guesses better.`}
        tools={
          edited === null && <Choice label="How" value={way} options={WAYS} onChange={setWay} />
        }
      >
        {way === 'table' && edited === null ? (
          <FieldsImport farm={farm} blocks={blocksIn(query)} onChanged={onChanged} />
        ) : (
          <FieldForm
            key={edited?.name ?? ''}
            farm={farm}
            edited={edited}
            onDone={() => {
              setEdited(null);
              onChanged();
            }}
            onCancel={() => setEdited(null)}
          />
        )}
      </Card>
      {hasRoomForHybrids(view.definition) && <HybridsKept farm={farm} onChanged={onChanged} />}
    </>
  );
}

/** Blocks that a new farm was said to have in every field. */
function blocksIn(query: URLSearchParams): number {
  const blocks = Number(query.get('blocks') ?? 1);
  return Number.isInteger(blocks) && blocks >= 1 ? blocks : 1;
}

function hectares(fields: readonly Subject[], unit: string): string {
  return amountText(
    fields.reduce((sum, { size = 1 }) => sum + size, 0),
    unit,
  );
}

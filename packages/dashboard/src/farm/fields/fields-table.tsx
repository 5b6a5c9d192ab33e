/**
 * The fields as a table; on a narrow screen each becomes a small block.
 */
import type { Subject } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { amountText, numberText } from '../../design/number-text.ts';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { readableName } from '../../words/readable-name.ts';
import { sizeUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { placeVariables, soilVariables } from './field-variables.ts';

export interface FieldsTableProps {
  readonly farm: Farm;
  readonly onEdit: (field: Subject) => void;
  readonly onChanged: () => void;
}

export function FieldsTable({ farm, onEdit, onChanged }: FieldsTableProps): JSX.Element {
  const { definition } = farm.view;
  const words = wordsOf(definition);
  const variables = [...soilVariables(definition), ...placeVariables(definition)];
  const [removed, setRemoved] = useState<Subject | null>(null);
  return (
    <>
      <table class="stacked-table">
        <thead>
          <tr>
            <th scope="col">{titled(words.subject)}</th>
            <th scope="col" class="cell-number">
              Size
            </th>
            <th scope="col">{titled(words.site)}</th>
            {variables.map(({ name }) => (
              <th key={name} scope="col">
                {titled(readableName(name))}
              </th>
            ))}
            <th scope="col">Usual {words.action}</th>
            <th scope="col">Divided</th>
            <th scope="col">
              <span class="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {farm.fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.name}</th>
              <td class="cell-number">{amountText(field.size ?? 1, sizeUnit(definition))}</td>
              <td data-label={titled(words.site)}>{field.site ?? '–'}</td>
              {variables.map(({ name }) => (
                <td key={name} data-label={titled(readableName(name))}>
                  {valueText(field.context?.[name])}
                </td>
              ))}
              <td data-label={`Usual ${words.action}`}>
                {field.baseline ?? definition.baseline.action}
              </td>
              <td data-label="Divided">{dividedText(field)}</td>
              <td class="cell-tools">
                <button type="button" class="link-button" onClick={() => onEdit(field)}>
                  Change<span class="visually-hidden"> {field.name}</span>
                </button>{' '}
                <button type="button" class="link-button" onClick={() => setRemoved(field)}>
                  Remove<span class="visually-hidden"> {field.name}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {removed !== null && (
        <RemoveDialog
          policy={farm.view.id}
          field={removed.name}
          onDone={() => {
            setRemoved(null);
            onChanged();
          }}
          onCancel={() => setRemoved(null)}
        />
      )}
    </>
  );
}

function valueText(value: number | string | undefined): string {
  if (value === undefined) return '–';
  return typeof value === 'number' ? numberText(value) : value;
}

function dividedText({ divisible = true, blocks = 1 }: Subject): string {
  if (!divisible) return 'no';
  return blocks === 1 ? 'yes' : `in ${blocks} blocks`;
}

interface RemoveDialogProps {
  readonly policy: string;
  readonly field: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function RemoveDialog({ policy, field, onDone, onCancel }: RemoveDialogProps): JSX.Element {
  const action = useAction();
  const remove = async () => {
    if (await action.run((client) => client.removeSubject(policy, { name: field }))) onDone();
  };
  return (
    <ConfirmDialog
      title={`Remove ${field}?`}
      confirmText="Remove it"
      weight="careful"
      isBusy={action.isBusy}
      fault={action.failure && actionFailureText(action.failure)}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p>It leaves the list of the next plan. What was decided and harvested there stays.</p>
    </ConfirmDialog>
  );
}

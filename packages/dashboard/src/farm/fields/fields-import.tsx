/**
 * Fields from a spreadsheet: what was understood of the table is shown before anything is kept.
 */
import { type FieldRow, readFields, type TableReport } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { amountText, countText } from '../../design/number-text.ts';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { sizeUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { wordsOf } from '../data/words-of.ts';
import { type ColumnMap, ColumnsList, FIELD_MEANINGS } from '../tables/columns-list.tsx';
import { FindingsList } from '../tables/findings-list.tsx';
import { TableInput } from '../tables/table-input.tsx';
import { fieldsFromRows } from './fields-from-rows.ts';
import { keepFields, mergedFields } from './keep-fields.ts';

export interface FieldsImportProps {
  readonly farm: Farm;
  /** Blocks of fields of which the table says nothing. */
  readonly blocks: number;
  readonly onChanged: () => void;
}

const EXAMPLE =
  'field\thectares\tfarm\tusual hybrid\nBrook\t24\tHill Farm\t\nChapel\t12\tHill Farm\t';

export function FieldsImport({ farm, blocks, onChanged }: FieldsImportProps): JSX.Element {
  const [text, setText] = useState('');
  const action = useAction();
  const [map, setMap] = useState<ColumnMap>({});
  const report = useMemo(
    () => (text.trim() === '' ? null : readFields(text, { map })),
    [text, map],
  );
  const words = wordsOf(farm.view.definition);
  const read = report && fieldsFromRows(report, farm.view.definition, blocks);
  const keep = async () => {
    const fields = mergedFields(farm.fields, read!.fields);
    if (!(await action.run((client) => keepFields(client, farm, fields)))) return;
    setText('');
    setMap({});
    onChanged();
  };
  return (
    <div class="stack">
      <TableInput
        label={`Table of ${words.subject}s`}
        help={`Copy the lines with their headings out of the spreadsheet and paste them. Needed are a name and a size; farm, usual hybrid, region, soil, blocks and “can be divided” are understood, in several languages and units.`}
        example={EXAMPLE}
        text={text}
        onText={(next) => {
          setText(next);
          setMap({});
        }}
      />
      {read !== null && <FindingsList findings={read.findings} />}
      {report !== null && (
        <ColumnsList
          columns={report.columns}
          meanings={FIELD_MEANINGS}
          map={map}
          isOpen={report.isBlocked}
          onMap={setMap}
        />
      )}
      {report !== null && read !== null && read.fields.length > 0 && (
        <>
          <PreviewTable report={report} unit={sizeUnit(farm.view.definition)} />
          {action.failure !== null && (
            <p class="field-fault" role="alert">
              {actionFailureText(action.failure)}
            </p>
          )}
          <div class="row">
            <Button
              weight="main"
              isDisabled={read.isBlocked || action.isBusy}
              onClick={() => void keep()}
            >
              Keep {report.needsConfirmation && 'as it is: '}
              {countText(read.fields.length, words.subject)}
            </Button>
            {read.isBlocked && (
              <span class="soft">Nothing is kept while something must be mended.</span>
            )}
          </div>
        </>
      )}
    </div>
  );
}

const ROWS_SHOWN = 8;

interface PreviewTableProps {
  readonly report: TableReport<FieldRow>;
  readonly unit: string;
}

function PreviewTable({ report, unit }: PreviewTableProps): JSX.Element {
  const { rows } = report;
  const more = rows.length - ROWS_SHOWN;
  return (
    <table class="stacked-table">
      <caption>
        As it was understood{more > 0 && `, the first ${ROWS_SHOWN} of ${rows.length}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" class="cell-number">
            Size
          </th>
          <th scope="col">Farm</th>
          <th scope="col">Usual hybrid</th>
          <th scope="col">Region and soil</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, ROWS_SHOWN).map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td class="cell-number">{amountText(row.hectares, unit)}</td>
            <td data-label="Farm">{row.farm ?? '–'}</td>
            <td data-label="Usual hybrid">{row.usual ?? '–'}</td>
            <td data-label="Region and soil">{placeText(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function placeText({ region, covariates }: FieldRow): string {
  const numbers = Object.entries(covariates).map(([name, value]) => `${name} ${value}`);
  return [...(region === null ? [] : [region]), ...numbers].join(', ') || '–';
}

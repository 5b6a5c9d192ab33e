/**
 * The first page of the sheet: every field on one line, and the seed that is needed.
 */
import type { JSX } from 'preact';
import { amountText, countText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { stripsText } from '../../words/part-words.ts';
import { promiseWords } from '../../words/promise-words.ts';
import { sizeUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { type FieldSheet, seedNeeds } from './field-sheets.ts';
import { triedStrips } from './strips-picture.tsx';

export interface OverviewSheetProps {
  readonly farm: Farm;
  readonly season: string;
  readonly sheets: readonly FieldSheet[];
}

export function OverviewSheet({ farm, season, sheets }: OverviewSheetProps): JSX.Element {
  const { view } = farm;
  const { definition } = view;
  const words = wordsOf(definition);
  const unit = sizeUnit(definition);
  const size = sheets.reduce((sum, sheet) => sum + sheet.size, 0);
  return (
    <article class="sheet card">
      <header class="sheet-head">
        <h2>
          {view.id}, {season}
        </h2>
        <p>
          {countText(sheets.length, words.subject)}, {amountText(size, unit)}
        </p>
      </header>
      <table class="stacked-table sheet-table">
        <thead>
          <tr>
            <th scope="col">{titled(words.subject)}</th>
            <th scope="col">{titled(words.site)}</th>
            <th scope="col" class="cell-number">
              Size
            </th>
            <th scope="col">Try</th>
            <th scope="col">On strips</th>
            <th scope="col">Beside it</th>
          </tr>
        </thead>
        <tbody>
          {sheets.flatMap(({ field, receipts }) =>
            receipts.map((receipt, index) => (
              <tr key={receipt.id}>
                <th scope="row">
                  {field}
                  {receipts.length > 1 && `, block ${index + 1}`}
                </th>
                <td data-label={titled(words.site)}>{receipt.site ?? '–'}</td>
                <td class="cell-number">{amountText(receipt.size ?? 1, unit)}</td>
                <td data-label="Try">
                  <strong>{triedStrips(receipt).length === 0 ? '–' : receipt.action}</strong>
                </td>
                <td data-label="On strips">{stripsCell(receipt)}</td>
                <td data-label="Beside it">{receipt.baseline.action}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <SeedTable sheets={sheets} unit={unit} hybrid={titled(words.action)} />
      <p class="small soft">{promiseWords(view)}</p>
    </article>
  );
}

function stripsCell(receipt: FieldSheet['receipts'][number]): string {
  const strips = triedStrips(receipt);
  if (strips.length === 0) return 'nothing is tried';
  const share = receipt.parts?.find(({ role }) => role === 'try')?.share ?? 0;
  return `${stripsText(strips)} (${percentText(share)})`;
}

interface SeedTableProps {
  readonly sheets: readonly FieldSheet[];
  readonly unit: string;
  readonly hybrid: string;
}

function SeedTable({ sheets, unit, hybrid }: SeedTableProps): JSX.Element {
  return (
    <table class="seed-table">
      <caption>Seed that is needed</caption>
      <thead>
        <tr>
          <th scope="col">{hybrid}</th>
          <th scope="col" class="cell-number">
            For
          </th>
        </tr>
      </thead>
      <tbody>
        {seedNeeds(sheets).map(({ hybrid: name, size }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="cell-number">{amountText(size, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

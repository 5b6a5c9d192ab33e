/**
 * One page for one field: its strips as they are to be sown, what to mind, and room for the harvest.
 */
import type { JSX } from 'preact';
import { amountText, countText } from '../../design/number-text.ts';
import { stripsText } from '../../words/part-words.ts';
import { rewardUnit, sizeUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { wordsOf } from '../data/words-of.ts';
import { whyChosen } from '../plan/why-text.ts';
import type { FieldSheet as Sheet } from './field-sheets.ts';
import { StripsPicture, triedStrips } from './strips-picture.tsx';

export interface FieldSheetProps {
  readonly farm: Farm;
  readonly season: string;
  readonly sheet: Sheet;
}

/** What the definition says, or what is usual there. */
const STRIPS_DEFAULT = 20;

export function FieldSheet({ farm, season, sheet }: FieldSheetProps): JSX.Element {
  const { view } = farm;
  const { definition } = view;
  const { field, site, size, receipts } = sheet;
  const strips = definition.split?.strips ?? STRIPS_DEFAULT;
  return (
    <article class="sheet card">
      <header class="sheet-head">
        <h2>{field}</h2>
        <p>
          {[site, amountText(size, sizeUnit(definition)), `${view.id} ${season}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <StripsPicture receipts={receipts} stripCount={strips} />
      {reasonsOf(farm, season, receipts).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ol class="sheet-steps">
        {steps(sheet, strips).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <HarvestLines sheet={sheet} farm={farm} />
    </article>
  );
}

/** Why it is planned so; blocks by number where they differ. */
function reasonsOf(farm: Farm, season: string, receipts: Sheet['receipts']): string[] {
  const texts = receipts.map((receipt) => whyChosen(farm, season, receipt));
  const apart = [...new Set(texts)];
  if (apart.length === 1) return [`Why: ${apart[0]}`];
  return texts.map((text, index) => `Why, block ${index + 1}: ${text}`);
}

function steps({ receipts }: Sheet, strips: number): string[] {
  const isTried = receipts.some((receipt) => triedStrips(receipt).length > 0);
  if (!isTried) return [`Sow ${receipts[0]!.baseline.action} everywhere.`];
  return [
    `Count the strips from the side where you begin to sow: 1 to ${strips}${receipts.length > 1 ? ' in every block' : ''}. All are equally wide.`,
    'Sow the hatched strips with the hybrid that is named, all others with your own. They were drawn at random; please keep to them.',
    'Treat all strips alike. When you weigh, leave out the border rows between them.',
    'Weigh tried strips and the others apart. If you weigh only a part of either, note how much.',
  ];
}

interface HarvestLinesProps {
  readonly sheet: Sheet;
  readonly farm: Farm;
}

/** A line to write on for every part. */
function HarvestLines({ sheet, farm }: HarvestLinesProps): JSX.Element {
  const unit = rewardUnit(farm.view.definition);
  const { receipts } = sheet;
  return (
    <table class="harvest-lines">
      <caption>
        Harvest ({wordsOf(farm.view.definition).reward} in {unit})
      </caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Strips</th>
          <th scope="col">{unit || 'Yield'}</th>
          <th scope="col">Weighed on</th>
          <th scope="col">Remarks</th>
        </tr>
      </thead>
      <tbody>
        {receipts.flatMap((receipt, index) =>
          (receipt.parts ?? []).map((part) => (
            <tr key={`${receipt.id} ${part.role}`}>
              <th scope="row">
                {receipts.length > 1 && `Block ${index + 1}, `}
                {part.role === 'try' ? 'try' : 'check'}: {part.action}
              </th>
              <td>{stripsCell(part.strips)}</td>
              <td class="harvest-blank" />
              <td class="harvest-blank" />
              <td class="harvest-blank harvest-remarks" />
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

function stripsCell(strips: readonly number[] | null): string {
  if (strips === null) return '';
  return strips.length > 8 ? countText(strips.length, 'strip') : stripsText(strips);
}

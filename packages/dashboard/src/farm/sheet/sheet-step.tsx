/**
 * The sheet of a season, to be printed and taken along: one page with all fields, one page a field.
 */
import type { JSX } from 'preact';
import { farmAddress } from '../../addresses/route.ts';
import { Button } from '../../design/button.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import type { Season } from '../data/seasons.ts';
import type { Farm } from '../data/use-farm.ts';
import { useReceipts } from '../data/use-receipts.ts';
import type { StepProps } from '../farm-page.tsx';
import { SeasonChoice } from '../season-choice.tsx';
import { NextStepCard } from '../start/farm-home.tsx';
import { FieldSheet } from './field-sheet.tsx';
import { fieldSheets } from './field-sheets.ts';
import { OverviewSheet } from './overview-sheet.tsx';

export function SheetStep({ farm, season: asked }: StepProps): JSX.Element {
  const season = farm.seasons.find(({ name }) => name === asked) ?? farm.seasons.at(-1);
  if (season === undefined) return <NextStepCard farm={farm} />;
  return <SeasonSheet farm={farm} season={season} />;
}

function SeasonSheet({ farm, season }: { readonly farm: Farm; readonly season: Season }) {
  const { view } = farm;
  const receipts = useReceipts(season.decisions.map(({ id }) => id));
  const sheets = receipts.value === null ? [] : fieldSheets(season, receipts.value);
  return (
    <>
      <div class="row no-print">
        <SeasonChoice farm={farm} step="sheet" season={season.name} />
        <Button weight="main" isDisabled={receipts.value === null} onClick={() => print()}>
          Print, {sheets.length + 1} pages
        </Button>
        <a class="button" href={farmAddress(view.id, 'harvest', season.name)}>
          After harvest: enter it
        </a>
      </div>
      {receipts.failure !== null && (
        <FailureNote failure={receipts.failure} what="the sheet" onRetry={receipts.reload} />
      )}
      {receipts.value === null && receipts.failure === null && (
        <Skeleton height={40} label="Loading the sheet" />
      )}
      {receipts.value !== null && (
        <div class="sheets">
          <OverviewSheet farm={farm} season={season.name} sheets={sheets} />
          {sheets.map((sheet) => (
            <FieldSheet key={sheet.field} farm={farm} season={season.name} sheet={sheet} />
          ))}
        </div>
      )}
    </>
  );
}

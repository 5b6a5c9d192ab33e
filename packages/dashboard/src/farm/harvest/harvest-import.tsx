/**
 * A harvest from a spreadsheet: it fills in the form, where it can be looked at before it is sent.
 */
import { readHarvests } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { CopyText } from '../../design/copy-text.tsx';
import { countText } from '../../design/number-text.ts';
import { rewardUnit } from '../../words/units.ts';
import type { Season } from '../data/seasons.ts';
import type { Farm } from '../data/use-farm.ts';
import type { Receipts } from '../data/use-receipts.ts';
import { type ColumnMap, ColumnsList, HARVEST_MEANINGS } from '../tables/columns-list.tsx';
import { FindingsList } from '../tables/findings-list.tsx';
import { TableInput } from '../tables/table-input.tsx';
import { harvestFromTable, harvestTemplate, plannedDecisions } from './harvest-from-table.ts';
import type { Drafts } from './harvest-step.tsx';

export interface HarvestImportProps {
  readonly farm: Farm;
  readonly season: Season;
  readonly receipts: Receipts;
  readonly onDrafts: (drafts: Drafts) => void;
}

const EXAMPLE = 'field\tpart\tyield (t/ha)\nBrook\ttry\t9.4\nBrook\tcheck\t8.7';

export function HarvestImport(props: HarvestImportProps): JSX.Element {
  const { farm, season, receipts, onDrafts } = props;
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const planned = useMemo(() => plannedDecisions(season, receipts), [season, receipts]);
  const [map, setMap] = useState<ColumnMap>({});
  const report = useMemo(
    () => (text.trim() === '' ? null : readHarvests(text, { map })),
    [text, map],
  );
  const read = report && harvestFromTable(report, planned);
  const take = () => {
    onDrafts(read!.drafts);
    setSaid(`${countText(read!.lineCount, 'line')} filled in below. Look at them, then send them.`);
    setText('');
  };
  return (
    <div class="stack">
      <TableInput
        label="Table of the harvest"
        help="One line for each part: field, try or check, yield. Bushels, kilograms and decimal commas are understood."
        example={EXAMPLE}
        text={text}
        onText={(next) => {
          setText(next);
          setMap({});
          setSaid('');
        }}
      />
      {read !== null && <FindingsList findings={read.findings} />}
      {report !== null && (
        <ColumnsList
          columns={report.columns}
          meanings={HARVEST_MEANINGS}
          map={map}
          isOpen={report.isBlocked}
          onMap={setMap}
        />
      )}
      {read !== null && (
        <div>
          <Button weight="main" isDisabled={read.isBlocked || read.lineCount === 0} onClick={take}>
            {report!.needsConfirmation && 'They are right: '}
            {report!.needsConfirmation ? 'fill' : 'Fill'} in {countText(read.lineCount, 'line')}
          </Button>
        </div>
      )}
      <p role="status">{said}</p>
      <details>
        <summary>A table to fill in</summary>
        <CopyText
          text={harvestTemplate(planned, rewardUnit(farm.view.definition))}
          what="the table"
        />
      </details>
    </div>
  );
}

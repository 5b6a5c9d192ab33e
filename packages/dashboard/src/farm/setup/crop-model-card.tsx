/**
 * Chooses what the farm starts from; trials of one's own are read and fitted here, in the page.
 */
import { readTrials } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Choice } from '../../design/choice.tsx';
import { countText } from '../../design/number-text.ts';
import { titled } from '../data/words-of.ts';
import { type ColumnMap, ColumnsList, TRIAL_MEANINGS } from '../tables/columns-list.tsx';
import { FindingsList } from '../tables/findings-list.tsx';
import { TableInput } from '../tables/table-input.tsx';
import { type CropModel, fittedModel, shippedModel } from './crop-model.ts';

export interface CropModelCardProps {
  readonly model: CropModel;
  readonly onModel: (model: CropModel) => void;
}

const WAYS: Readonly<Record<CropModel['kind'], string>> = {
  none: 'No trials',
  shipped: 'Maize trials that come with it',
  own: 'Trials of your own',
};

export function CropModelCard({ model, onModel }: CropModelCardProps): JSX.Element {
  const [way, setWay] = useState<CropModel['kind']>(model.kind);
  const [said, setSaid] = useState('');
  const choose = (chosen: CropModel['kind']) => {
    setWay(chosen);
    setSaid('');
    if (chosen === 'none') onModel({ kind: 'none' });
    if (chosen !== 'shipped') return;
    setSaid('Loading the trials …');
    shippedModel().then(
      (loaded) => {
        onModel({ kind: 'shipped', model: loaded });
        setSaid('');
      },
      () => setSaid('The trials could not be loaded.'),
    );
  };
  return (
    <Card
      title="What is known of the hybrids"
      lead="Results of trials tell what to try first. They make the tries better, never the promise weaker."
    >
      <Choice label="Trials" value={way} options={WAYS} onChange={choose} />
      <p role="status">{said}</p>
      {way === 'own' && <OwnTrials onModel={onModel} />}
      {model.kind !== 'none' && model.kind === way && <ModelFacts model={model} />}
      {way === 'none' && (
        <p class="soft">
          Every hybrid starts even. On a farm of a few fields five seasons will hardly pay without
          trials.
        </p>
      )}
    </Card>
  );
}

function ModelFacts({ model: chosen }: { readonly model: Exclude<CropModel, { kind: 'none' }> }) {
  const { hybrids, fields, regions, data, accuracy, crop } = chosen.model;
  const year = accuracy?.schemes.find(({ leftOut }) => leftOut === 'year');
  return (
    <p>
      {titled(crop)}: {countText(hybrids.length, 'hybrid')} in {countText(fields.length, 'field')}{' '}
      of {countText(Math.max(1, regions.length), 'region')}, {Math.min(...data.years)} to{' '}
      {Math.max(...data.years)}, {countText(data.plots, 'plot')}.{' '}
      {year === undefined
        ? 'How good it is has not been measured.'
        : `In years it had not seen, 80 % intervals of differences held ${Math.round(100 * year.differenceCover)} %; the level of a yield was off by ${year.error.toFixed(1)} t/ha, mostly season and place.`}
    </p>
  );
}

const EXAMPLE = 'field\tyear\thybrid\tyield (t/ha)\nBrook\t2025\tAda\t9.4\nBrook\t2025\tOwn\t8.7';

function OwnTrials({ onModel }: Pick<CropModelCardProps, 'onModel'>): JSX.Element {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const [map, setMap] = useState<ColumnMap>({});
  const report = useMemo(
    () => (text.trim() === '' ? null : readTrials(text, { map })),
    [text, map],
  );
  const fit = () => {
    setSaid('Fitting …');
    // The browser draws the word before the page is busy.
    setTimeout(() => {
      try {
        onModel({ kind: 'own', model: fittedModel(report!) });
        setSaid('');
      } catch (error) {
        setSaid(error instanceof Error ? error.message : String(error));
      }
    }, 30);
  };
  return (
    <div class="stack">
      <TableInput
        label="Table of trials or harvests"
        help="Needed are field, year, hybrid and yield; parents, region, weather and soil if there are. Nothing leaves this page."
        example={EXAMPLE}
        text={text}
        onText={(next) => {
          setText(next);
          setMap({});
        }}
      />
      {report !== null && <FindingsList findings={report.findings} />}
      {report !== null && (
        <ColumnsList
          columns={report.columns}
          meanings={TRIAL_MEANINGS}
          map={map}
          isOpen={report.isBlocked}
          onMap={setMap}
        />
      )}
      {report !== null && report.rows.length > 0 && (
        <div class="row">
          <Button isDisabled={report.isBlocked} onClick={fit}>
            {report.needsConfirmation ? 'They are right: learn' : 'Learn'} from{' '}
            {countText(report.rows.length, 'line')}
          </Button>
          <span role="status">{said}</span>
        </div>
      )}
    </div>
  );
}

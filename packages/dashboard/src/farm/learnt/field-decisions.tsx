/**
 * All that was decided, field by field and season by season, with filters that stay out of the way.
 */
import type { DecisionSummary } from '@hedgerow/client';
import type { JSX } from 'preact';
import { decisionAddress } from '../../addresses/route.ts';
import { useKept } from '../../addresses/use-kept.ts';
import { Card } from '../../design/card.tsx';
import { changeText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { SelectField } from '../../design/select-field.tsx';
import { rewardUnit } from '../../words/units.ts';
import { isAwaited, triedShare } from '../data/seasons.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { differenceOf } from './by-hybrid.ts';

interface Filter {
  readonly site: string;
  readonly hybrid: string;
}

/** Columns that fit beside the names of the fields. */
const SEASONS_MAX = 5;

export function FieldDecisions({ farm }: { readonly farm: Farm }): JSX.Element {
  const { definition } = farm.view;
  const words = wordsOf(definition);
  const [filter, setFilter] = useKept<Filter>('farm-filter', { site: '', hybrid: '' });
  const seasons = farm.seasons.slice(-SEASONS_MAX);
  const all = seasons.flatMap(({ decisions }) => decisions).filter((one) => fits(one, filter));
  const byField = Map.groupBy(all, ({ subject, id }) => subject ?? id);
  return (
    <Card
      title={`What was tried, ${words.subject} by ${words.subject}`}
      lead="The difference is try less check. Open one to see why it was decided."
    >
      <FilterFold farm={farm} filter={filter} onFilter={setFilter} />
      {byField.size === 0 && <p>Nothing fits the filters.</p>}
      {byField.size > 0 && (
        <table class="stacked-table">
          <thead>
            <tr>
              <th scope="col">{titled(words.subject)}</th>
              {seasons.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from(byField, ([field, decisions]) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                {seasons.map(({ name }) => (
                  <td key={name} data-label={name}>
                    {decisions
                      .filter(({ group }) => group === name)
                      .map((decision) => (
                        <OneDecision
                          key={decision.id}
                          decision={decision}
                          unit={rewardUnit(definition)}
                        />
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function fits({ site = '', action }: DecisionSummary, filter: Filter): boolean {
  return (
    (filter.site === '' || site === filter.site) &&
    (filter.hybrid === '' || action === filter.hybrid)
  );
}

interface FilterFoldProps {
  readonly farm: Farm;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function FilterFold({ farm, filter, onFilter }: FilterFoldProps): JSX.Element {
  const { definition } = farm.view;
  const words = wordsOf(definition);
  const all = farm.seasons.flatMap(({ decisions }) => decisions);
  const sites = [...new Set(all.flatMap(({ site }) => site ?? []))].toSorted();
  const hybrids = [...new Set(all.map(({ action }) => action))].toSorted();
  const isSet = filter.site !== '' || filter.hybrid !== '';
  return (
    <details class="filter-fold" open={isSet}>
      <summary>{isSet ? 'Filters are set' : 'Filter'}</summary>
      <div class="filters">
        {sites.length > 1 && (
          <SelectField
            label={titled(words.site)}
            value={filter.site}
            options={['', ...sites]}
            emptyText="any"
            onChange={(site) => onFilter({ ...filter, site })}
          />
        )}
        <SelectField
          label={titled(words.action)}
          value={filter.hybrid}
          options={['', ...hybrids]}
          emptyText="any"
          onChange={(hybrid) => onFilter({ ...filter, hybrid })}
        />
      </div>
    </details>
  );
}

interface OneDecisionProps {
  readonly decision: DecisionSummary;
  readonly unit: string;
}

function OneDecision({ decision, unit }: OneDecisionProps): JSX.Element {
  const share = triedShare(decision);
  const difference = differenceOf(decision);
  return (
    <div class="field-decision">
      <a href={decisionAddress(decision.id)}>
        {share === 0 ? 'nothing tried' : `${decision.action}, ${percentText(share)}`}
      </a>
      {difference !== null && <strong> {changeText(difference, unit)}</strong>}
      {difference === null && isAwaited(decision) && <span class="soft"> awaited</span>}
    </div>
  );
}

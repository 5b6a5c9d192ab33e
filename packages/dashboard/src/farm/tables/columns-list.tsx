/**
 * Which column of a table was taken for what, and why; whoever knows better says so here.
 */
import type { ColumnReading } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { SelectField } from '../../design/select-field.tsx';

/** Heading by what it is, as the reader of tables takes it. */
export type ColumnMap = Readonly<Record<string, string>>;

export interface ColumnsListProps {
  readonly columns: readonly ColumnReading[];
  /** What a column of such a table can be. */
  readonly meanings: readonly string[];
  readonly map: ColumnMap;
  /** Whether something is wrong, so that it is worth a look. */
  readonly isOpen: boolean;
  readonly onMap: (map: ColumnMap) => void;
}

export function ColumnsList(props: ColumnsListProps): JSX.Element | null {
  const { columns, meanings, map, isOpen, onMap } = props;
  if (columns.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>Columns</summary>
      <div class="field-grid">
        {columns.map(({ heading, position, takenFor, why }) => (
          <SelectField
            key={position}
            label={heading}
            value={takenFor[0] ?? ''}
            options={[...new Set(['', ...meanings, ...takenFor])]}
            emptyText="not taken"
            {...(why !== '' && { help: why })}
            onChange={(meaning) => onMap(remapped(map, heading, meaning))}
          />
        ))}
      </div>
    </details>
  );
}

/** A column is one thing, and a thing is in one column. */
export function remapped(map: ColumnMap, heading: string, meaning: string): ColumnMap {
  const others = Object.entries(map).filter(
    ([key, column]) => key !== meaning && column !== heading,
  );
  return Object.fromEntries(meaning === '' ? others : [...others, [meaning, heading]]);
}

export const FIELD_MEANINGS: readonly string[] = [
  'field',
  'area',
  'farm',
  'usual',
  'region',
  'allowed',
  'blocks',
  'divisible',
  'clay',
  'sand',
  'silt',
  'temperature',
  'radiation',
  'rain',
];

export const HARVEST_MEANINGS: readonly string[] = [
  'field',
  'part',
  'hybrid',
  'yield',
  'moisture',
  'weight',
  'area',
  'year',
];

export const TRIAL_MEANINGS: readonly string[] = [
  'field',
  'year',
  'hybrid',
  'yield',
  'region',
  'parents',
  'plots',
  'moisture',
  'weight',
  'area',
  'temperature',
  'radiation',
  'rain',
  'clay',
  'sand',
  'silt',
];

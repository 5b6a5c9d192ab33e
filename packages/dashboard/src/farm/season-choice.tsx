/**
 * Which season is shown, where there are several.
 */
import type { JSX } from 'preact';
import { type FarmStep, farmAddress } from '../addresses/route.ts';
import { SelectField } from '../design/select-field.tsx';
import type { Farm } from './data/use-farm.ts';
import { titled, wordsOf } from './data/words-of.ts';

export interface SeasonChoiceProps {
  readonly farm: Farm;
  readonly step: FarmStep;
  readonly season: string;
}

export function SeasonChoice({ farm, step, season }: SeasonChoiceProps): JSX.Element {
  return (
    <SelectField
      label={titled(wordsOf(farm.view.definition).group)}
      value={season}
      options={farm.seasons.map(({ name }) => name).toReversed()}
      onChange={(chosen) => {
        location.hash = farmAddress(farm.view.id, step, chosen);
      }}
    />
  );
}

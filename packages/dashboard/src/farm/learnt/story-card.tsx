/**
 * The seasons of a farm in one picture: land tried, gain, and what may be risked.
 */
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { changeText, countText, numberText, shareText } from '../../design/number-text.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { rewardUnit, totalUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { useReceipts } from '../data/use-receipts.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { type Chapter, firstOfSites, storyOf } from './story.ts';
import { StoryPicture, type StoryRow } from './story-picture.tsx';

export function StoryCard({ farm }: { readonly farm: Farm }): JSX.Element {
  const { view, seasons } = farm;
  const { definition } = view;
  const firsts = seasons.slice(1).flatMap((season) => firstOfSites(season).map(({ id }) => id));
  const receipts = useReceipts(firsts);
  const story = storyOf(seasons, receipts.value ?? new Map(), useProvedNow(farm));
  const words = wordsOf(definition);
  const rows: StoryRow[] = [
    {
      name: 'Land that tried something new',
      colour: '--learner',
      values: story.map(({ triedShare }) => triedShare),
      textOf: shareText,
    },
    {
      name: `Gain over your usual ${words.action}, over all land (${rewardUnit(definition)})`,
      colour: '--good',
      values: story.map(({ gain }) => gain),
      textOf: (gain) => changeText(gain, ''),
    },
    {
      name: `Proved afterwards, for the next to risk, over all ${words.site}s together (${totalUnit(definition)})`,
      colour: '--accent',
      values: story.map(({ budget }) => budget),
      textOf: (budget) => numberText(Math.round(budget)),
    },
  ];
  return (
    <Card
      title={`${countText(story.length, words.group)} so far`}
      lead={storyWords(story, definition.reward.unit ?? '')}
    >
      <StoryPicture
        seasons={story.map(({ season }) => season)}
        rows={rows}
        heading={titled(words.group)}
      />
    </Card>
  );
}

/** What is proved at present, over all sites; null while it is not known. */
export function useProvedNow({ view }: Farm): number | null {
  const { value } = useLoaded({
    name: `sites ${view.id}`,
    load: (service, signal) => service.sites(view.id, { signal }),
    version: view.version,
  });
  if (value === null || value.sites.some(({ margin }) => margin === null)) return null;
  return value.sites.reduce((sum, { margin }) => sum + Math.max(0, margin!), 0);
}

/** The story in a sentence. */
export function storyWords(story: readonly Chapter[], unit: string): string {
  const first = story[0];
  const last = story.at(-1);
  if (first === undefined || last === undefined) return '';
  const known = story.filter(({ gain }) => gain !== null);
  const tried =
    story.length === 1
      ? `${shareText(first.triedShare)} of the land tried something new.`
      : `From ${shareText(first.triedShare)} of the land in ${first.season} to ${shareText(last.triedShare)} in ${last.season}.`;
  const newest = known.at(-1);
  if (newest === undefined) return `${tried} No harvest is in yet.`;
  return `${tried} In ${newest.season} it brought ${changeText(newest.gain!, unit)} over all land.`;
}

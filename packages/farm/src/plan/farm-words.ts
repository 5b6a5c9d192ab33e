/**
 * What decisions are called on a farm; a page of a policy speaks with these words.
 */

export interface FarmWords {
  readonly action: string;
  readonly subject: string;
  readonly reward: string;
  readonly site: string;
  readonly group: string;
}

export const FARM_WORDS: FarmWords = {
  action: 'hybrid',
  subject: 'field',
  reward: 'yield',
  site: 'farm',
  group: 'season',
};

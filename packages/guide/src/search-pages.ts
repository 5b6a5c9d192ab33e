/**
 * Finds sections of the guide by words. The sections come as one file, and the index is made of them in
 * the browser: that is half of what a ready index would weigh.
 */
import MiniSearch from 'minisearch';

export interface Section {
  /** Where it stands, seen from the first page of the guide: `guides/rewards.html#late`. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

export interface Found extends Section {
  readonly score: number;
}

const MOST_SHOWN = 12;

/** Returns a search over the sections, best first. */
export function searchOver(sections: readonly Section[]): (words: string) => Found[] {
  const index = new MiniSearch<Section>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 3 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(sections);
  return (words) =>
    index
      .search(words)
      .slice(0, MOST_SHOWN)
      .map(({ id, page, heading, text, score }) => ({ id, page, heading, text, score }));
}

/** Returns a piece of the text around the first of the words, for the list of what was found. */
export function excerpt(text: string, words: string, length: number = 140): string {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const places = wanted.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const first = Math.max(0, Math.min(...places, text.length) - length / 4);
  const start = places.length === 0 || first === 0 ? 0 : text.indexOf(' ', first) + 1;
  const piece = text.slice(start, start + length).trim();
  return `${start > 0 ? '… ' : ''}${piece}${start + length < text.length ? ' …' : ''}`;
}

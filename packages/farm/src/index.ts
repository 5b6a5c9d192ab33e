/**
 * A farm of one's own; free of Node, so that it also runs in a page.
 */
export { FARM_WORDS, type FarmWords } from './farm-words.ts';

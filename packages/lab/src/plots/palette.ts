/**
 * The colours of figures: the palette of Okabe and Ito, which people with any common form of colour
 * blindness can tell apart, and darker relatives of the same hues for text on white.
 *
 * A strategy has one colour in all figures of an experiment: its place in the list of strategies.
 * Values of α are shades of one hue, dark for the tightest promise.
 */
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';

export interface Ink {
  /** For lines, points and bands. */
  readonly line: string;
  /** For words on a white page: contrast of at least 4.5. */
  readonly text: string;
}

export const PAPER_COLOUR = '#ffffff';
export const TEXT_COLOUR = '#1b1f24';
export const QUIET_TEXT_COLOUR = '#57606a';
export const GRID_COLOUR = '#e4e7eb';
export const ALARM_COLOUR = '#b42318';

export const GREY: Ink = { line: '#4a4f55', text: '#3b4046' };
const SKY: Ink = { line: '#56b4e9', text: '#1f6f9f' };
const ORANGE: Ink = { line: '#e69f00', text: '#8a5d00' };
export const VERMILION: Ink = { line: '#d55e00', text: '#ad4a00' };
export const GREEN: Ink = { line: '#009e73', text: '#00734f' };
const BLUE: Ink = { line: '#0072b2', text: '#005f94' };
const PURPLE: Ink = { line: '#cc79a7', text: '#94467a' };

const STRATEGY_INKS: readonly Ink[] = [GREY, SKY, ORANGE, VERMILION, GREEN, BLUE, PURPLE];

const WARM_SHADES: readonly Ink[] = [
  { line: '#7a2e00', text: '#7a2e00' },
  { line: '#b34700', text: '#a34100' },
  { line: '#e07b2e', text: '#a34f0b' },
  { line: '#f0a868', text: '#96571c' },
];
const COOL_SHADES: readonly Ink[] = [
  { line: '#00452f', text: '#00452f' },
  { line: '#007a57', text: '#006b4c' },
  { line: '#2fae87', text: '#0f6f50' },
  { line: '#82cfb4', text: '#2a7159' },
];

/** What a dark page shows instead; keys are the colours above. */
export const DARK_COLOURS: Readonly<Record<string, string>> = {
  [PAPER_COLOUR]: '#161a1f',
  [TEXT_COLOUR]: '#e6e9ed',
  [QUIET_TEXT_COLOUR]: '#a4adb8',
  [GRID_COLOUR]: '#2c333b',
  [ALARM_COLOUR]: '#ff8a7a',
  [GREY.line]: '#b4bac2',
  [GREY.text]: '#c6ccd3',
  [SKY.text]: '#7cc7f2',
  [ORANGE.text]: '#f0b63a',
  [VERMILION.line]: '#e8762a',
  [VERMILION.text]: '#f59354',
  [GREEN.line]: '#17b98b',
  [GREEN.text]: '#3fd0a5',
  [BLUE.line]: '#3b9fdb',
  [BLUE.text]: '#6cbcf0',
  [PURPLE.text]: '#dfa0c4',
  '#7a2e00': '#ffd3b0',
  '#b34700': '#ffb27a',
  '#a34100': '#ffb27a',
  '#a34f0b': '#ee9448',
  '#f0a868': '#c96f20',
  '#96571c': '#dc8538',
  '#00452f': '#c4f3e2',
  '#007a57': '#7fe0bf',
  '#006b4c': '#7fe0bf',
  '#0f6f50': '#47c79f',
  '#82cfb4': '#1f9c76',
  '#2a7159': '#35b48c',
};

/** Returns the colour of the strategy at a place of the experiment's list. */
export function strategyInk(strategyIndex: number): Ink {
  return STRATEGY_INKS[strategyIndex % STRATEGY_INKS.length]!;
}

/** Returns shades for so many values of α, the smallest α darkest. */
export function shadesOf(tone: 'warm' | 'cool', count: number): Ink[] {
  const shades = tone === 'warm' ? WARM_SHADES : COOL_SHADES;
  return Array.from({ length: count }, (_, index) => {
    const place = count < 2 ? 0 : Math.round((index * (shades.length - 1)) / (count - 1));
    return shades[place]!;
  });
}

/** Returns the colour of a strategy in all figures of the experiment. */
export function inkOf(summary: ExperimentSummary, strategy: string): Ink {
  return strategyInk(summary.experiment.strategies.findIndex(({ id }) => id === strategy));
}

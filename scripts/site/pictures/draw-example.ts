/**
 * The picture of an example: above, which actions were played; below, the safety budget; both over the
 * rounds, from what the example really did.
 *
 * Plain SVG with attributes alone, on white: it looks the same on GitHub, on the site and on paper.
 */
import { escapeHtml } from '../highlight.ts';
import type { RecordedRound, Recording } from './recording-core.ts';

const WIDTH = 880;
const LEFT = 74;
const RIGHT = 860;
const SHARES = { top: 46, bottom: 186 };
const BUDGET = { top: 238, bottom: 348 };
const HEIGHT = 384;
const BINS = 60;

/** The usual choice is grey, as everywhere; the others differ in lightness, too. */
const USUAL = '#8b95a0';
const COLOURS = ['#0a5ca6', '#e0833a', '#2f9e6b', '#7b4fa3'];
const INK = '#14201a';
const SOFT = '#4a584f';
const LINE = '#d6dfd7';

/** Returns the picture; `mark` goes into it unseen, to tell which example it was made from. */
export function drawExample(
  recording: Recording,
  { title, mark }: { readonly title: string; readonly mark: string },
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="13">
<title>${escapeHtml(title)}</title>
<desc>${mark}</desc>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${legend(recording)}
${shares(recording)}
${budget(recording)}
</svg>
`;
}

function colourOf({ actions, baseline }: Recording, action: string): string {
  if (action === baseline) return USUAL;
  const others = actions.filter((name) => name !== baseline);
  return COLOURS[others.indexOf(action) % COLOURS.length]!;
}

/** The usual choice lies at the bottom, where one sees it give way. */
function ordered({ actions, baseline }: Recording): string[] {
  return [baseline, ...actions.filter((name) => name !== baseline)];
}

function legend(recording: Recording): string {
  let x = LEFT;
  const entries = ordered(recording).map((action) => {
    const at = x;
    const name = action === recording.baseline ? `${action} (as today)` : action;
    x += 34 + 7.2 * name.length;
    return `<rect x="${at}" y="14" width="12" height="12" rx="2" fill="${colourOf(recording, action)}"/>${text(at + 18, 25, name)}`;
  });
  return entries.join('\n');
}

function shares(recording: Recording): string {
  const { top, bottom } = SHARES;
  const bins = binned(recording.rounds);
  const width = (RIGHT - LEFT) / bins.length;
  const bars = bins.flatMap((rounds, bin) => {
    let y = bottom;
    return ordered(recording).flatMap((action) => {
      const share = rounds.filter((round) => round.action === action).length / rounds.length;
      const height = share * (bottom - top);
      y -= height;
      if (height === 0) return [];
      return [
        `<rect x="${fixed(LEFT + bin * width)}" y="${fixed(y)}" width="${fixed(width - 1)}" height="${fixed(height)}" fill="${colourOf(recording, action)}"/>`,
      ];
    });
  });
  const ticks = [0, 50, 100].map((percent) => {
    const y = bottom - (percent / 100) * (bottom - top);
    return text(LEFT - 8, y + 4, `${percent} %`, 'end');
  });
  return [...ticks, ...bars].join('\n');
}

function budget({ rounds, unit }: Recording): string {
  const { top, bottom } = BUDGET;
  const margins = rounds.map(({ margin }) => margin);
  const most = Math.max(...margins, 1e-9);
  const least = Math.min(...margins, 0);
  const y = (margin: number) => bottom - ((margin - least) / (most - least)) * (bottom - top);
  const x = (index: number) => LEFT + (index / (margins.length - 1)) * (RIGHT - LEFT);
  const step = Math.max(1, Math.floor(margins.length / 400));
  const points = margins
    .map((margin, index) => ({ margin, index }))
    .filter(({ index }) => index % step === 0 || index === margins.length - 1)
    .map(({ margin, index }) => `${fixed(x(index))},${fixed(y(margin))}`);
  const area = `${fixed(x(0))},${fixed(y(0))} ${points.join(' ')} ${fixed(RIGHT)},${fixed(y(0))}`;
  return [
    text(
      LEFT,
      top - 14,
      `Safety budget${unit === '' ? '' : `, ${unit}`}: what it cannot pay for is not tried`,
    ),
    `<line x1="${LEFT}" x2="${RIGHT}" y1="${fixed(y(0))}" y2="${fixed(y(0))}" stroke="${LINE}"/>`,
    `<polygon points="${area}" fill="#e1eefa"/>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="#0a5ca6" stroke-width="1.8" stroke-linejoin="round"/>`,
    text(LEFT - 8, y(0) + 4, '0', 'end'),
    text(LEFT - 8, top + 8, shortNumber(most), 'end'),
    text(LEFT, bottom + 22, 'round 1'),
    text(RIGHT, bottom + 22, `round ${margins.length.toLocaleString('en')}`, 'end'),
  ].join('\n');
}

function binned(rounds: readonly RecordedRound[]): RecordedRound[][] {
  const count = Math.min(BINS, rounds.length);
  return Array.from({ length: count }, (_, bin) => {
    const from = Math.floor((bin * rounds.length) / count);
    const to = Math.floor(((bin + 1) * rounds.length) / count);
    return rounds.slice(from, to);
  });
}

function text(x: number, y: number, content: string, anchor: 'start' | 'end' = 'start'): string {
  const colour = anchor === 'end' ? SOFT : INK;
  return `<text x="${fixed(x)}" y="${fixed(y)}" fill="${colour}" text-anchor="${anchor}">${escapeHtml(content)}</text>`;
}

function shortNumber(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

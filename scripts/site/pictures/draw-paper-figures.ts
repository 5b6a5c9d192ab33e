/**
 * The six figures of the paper as one small picture for the README, from the output of
 *
 *     npm run reproduce -- --quick --output FOLDER
 *     npm run reproduce -- --quick --data maize --output FOLDER
 *
 * `npm run paper-figures -- SYNTHETIC MAIZE` writes docs/images/paper-figures.svg. The colours follow the
 * reader's scheme; GitHub and browsers evaluate the media query inside the picture.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OUTPUT = fileURLToPath(new URL('../../../docs/images/paper-figures.svg', import.meta.url));

const PANEL_WIDTH = 312;
const PANEL_HEIGHT = 236;
/** Where the curves lie in a panel. */
const PLOT = { left: 44, right: 200, top: 48, bottom: 190 } as const;
/** Least distance of two labels, in pixels. */
const LABEL_GAP = 14;
/** Points of a curve; more are not seen at this size. */
const POINT_COUNT = 50;

interface Point {
  readonly x: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

interface PanelText {
  readonly tag: string;
  readonly title: readonly [string, string];
  readonly series: readonly Series[];
  /** Whether the horizontal axis counts rounds; else it has values of α. */
  readonly isByRound: boolean;
  readonly hasBands: boolean;
}

function panelsOf(synthetic: string, maize: string): PanelText[] {
  const outer = (series: readonly Series[]) =>
    series.filter(({ name }) => !name.endsWith('Hadamard'));
  return [
    {
      tag: '1a',
      title: ['Algorithm 1: the more it may lose,', 'the less regret'],
      series: curves(synthetic, 'a'),
      isByRound: true,
      hasBands: false,
    },
    {
      tag: '1b',
      title: ['LUCB loses least,', 'Algorithm 1 most (α = 0.5)'],
      series: curves(synthetic, 'b'),
      isByRound: true,
      hasBands: true,
    },
    {
      tag: '1c',
      title: ['Regret per round at each α:', 'the gap to LUCB shrinks'],
      series: curves(synthetic, 'c'),
      isByRound: false,
      hasBands: true,
    },
    {
      tag: '2a',
      title: ['Maize: the same;', 'hedgerow loses far less'],
      series: curves(maize, 'a'),
      isByRound: true,
      hasBands: false,
    },
    {
      tag: '2b',
      title: ['Maize: seeing the weather', 'hardly helps (α = 0.4)'],
      series: curves(maize, 'b'),
      isByRound: true,
      hasBands: true,
    },
    {
      tag: '2c',
      title: ['Maize, regret per round:', 'hedgerow is lowest at every α'],
      series: outer(curves(maize, 'c')),
      isByRound: false,
      hasBands: true,
    },
  ];
}

interface Row {
  readonly series: string;
  readonly round?: number;
  readonly allowedShortfall?: number;
  readonly mean?: number;
  readonly value?: number;
  readonly low: number;
  readonly high: number;
}

/** Reads the rows of the drawn lines from a figure's specification. */
function curves(folder: string, letter: 'a' | 'b' | 'c'): Series[] {
  const file = path.join(folder, 'figures', `figure-${letter}.vl.json`);
  const { layer } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly layer: readonly { readonly mark: { type: string }; data: { values: Row[] } }[];
  };
  const rows = layer.find(({ mark }) => mark.type === 'line')!.data.values;
  const byName = Map.groupBy(rows, ({ series }) => series.replace(/: [\d.,]+$/, ''));
  return Array.from(byName, ([name, own]) => ({
    name: name.replace(', outer', ''),
    points: own.map((row) => ({
      x: row.round ?? row.allowedShortfall!,
      value: row.mean ?? row.value!,
      low: row.low,
      high: row.high,
    })),
  }));
}

interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly yMax: number;
  readonly xMax: number;
}

function scalesOf({ series, isByRound }: PanelText): Scales {
  const points = series.flatMap((one) => one.points);
  const xMax = Math.max(...points.map(({ x }) => x));
  const xMin = isByRound ? 0 : Math.min(...points.map(({ x }) => x));
  const yMax = Math.max(...points.map(({ high }) => high)) * 1.04;
  const inset = isByRound ? 0 : 10;
  const width = PLOT.right - PLOT.left - 2 * inset;
  return {
    x: (value) => PLOT.left + inset + (width * (value - xMin)) / (xMax - xMin),
    y: (value) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / yMax,
    yMax,
    xMax,
  };
}

function picture(panels: readonly PanelText[]): string {
  const drawn = panels.map((panel, index) => {
    const left = 8 + (index % 3) * PANEL_WIDTH;
    const top = 8 + Math.floor(index / 3) * (PANEL_HEIGHT + 10);
    return `<g transform="translate(${left} ${top})">${panelOf(panel)}</g>`;
  });
  const [width, height] = [8 + 3 * PANEL_WIDTH, 8 + 2 * (PANEL_HEIGHT + 10) + 22];
  const note =
    'Regret against the best action for the context that came; lower is better. Mean of 16 trials, with 95% ' +
    'bands. Dashed: no guarantee.';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `role="img" aria-label="The six figures of the paper, as hedgerow reproduces them">\n` +
    `<style>${STYLE}</style><rect class="ground" width="${width}" height="${height}"/>\n` +
    `${drawn.join('\n')}\n<text class="note" x="16" y="${height - 10}">${note}</text>\n</svg>\n`
  );
}

function panelOf(panel: PanelText): string {
  const scales = scalesOf(panel);
  const { tag, title, series, hasBands, isByRound } = panel;
  const parts = [
    `<text class="tag" x="8" y="16">${tag}</text>`,
    ...title.map((line, i) => `<text class="title" x="30" y="${16 + 16 * i}">${line}</text>`),
    axes(panel, scales),
    ...(hasBands && isByRound ? series.map((one) => band(one, scales)) : []),
    // CLUCB last and thinner: on maize it lies on Algorithm 1.
    ...series
      .toSorted((a, b) => Number(kindOf(a.name) === 'clucb') - Number(kindOf(b.name) === 'clucb'))
      .map((one) => lineOf(one, scales, isByRound)),
    labels(panel, scales),
  ];
  return parts.join('');
}

function axes({ series, isByRound }: PanelText, { x, y, yMax, xMax }: Scales): string {
  const step = niceStep(yMax);
  const ticks: string[] = [];
  for (let value = 0; value <= yMax; value += step) {
    const at = round(y(value));
    const kind = value === 0 ? 'axis' : 'grid';
    ticks.push(`<path class="${kind}" d="M${PLOT.left} ${at}H${PLOT.right}"/>`);
    ticks.push(
      `<text class="number" x="${PLOT.left - 5}" y="${at + 4}" text-anchor="end">${plain(value)}</text>`,
    );
  }
  const below = PLOT.bottom + 15;
  const marks = isByRound ? [0, xMax / 2, xMax] : series[0]!.points.map((point) => point.x);
  marks.forEach((mark, index) => {
    const isLast = index === marks.length - 1;
    const text = isByRound ? plain(mark) : `${isLast ? 'α = ' : ''}${mark}`;
    ticks.push(
      `<text class="number" x="${round(x(mark))}" y="${below}" text-anchor="middle">${text}</text>`,
    );
  });
  if (isByRound)
    ticks.push(`<text class="number" x="${PLOT.right + 22}" y="${below}">rounds</text>`);
  return ticks.join('');
}

function lineOf(one: Series, { x, y }: Scales, isByRound: boolean): string {
  const points = isByRound ? thinned(one.points) : one.points;
  const d = points
    .map((p, i) => `${i === 0 ? 'M' : 'L'}${round(x(p.x))} ${round(y(p.value))}`)
    .join('');
  const kind = kindOf(one.name);
  const line = `<path class="line ${kind}" d="${d}"/>`;
  if (isByRound || kind === 'lucb') return line;
  const marks = points.map(
    (p) =>
      `<path class="line ${kind}" d="M${round(x(p.x))} ${round(y(p.low))}V${round(y(p.high))}"/>` +
      `<circle class="dot ${kind}" cx="${round(x(p.x))}" cy="${round(y(p.value))}" r="2.6"/>`,
  );
  return line + marks.join('');
}

function band(one: Series, { x, y }: Scales): string {
  if (kindOf(one.name) === 'lucb') return '';
  const points = thinned(one.points);
  const there = points.map((p) => `${round(x(p.x))} ${round(y(p.high))}`);
  const back = points.toReversed().map((p) => `${round(x(p.x))} ${round(y(p.low))}`);
  return `<path class="band ${kindOf(one.name)}" d="M${[...there, ...back].join('L')}Z"/>`;
}

/** Names and last values at the ends of the lines, moved apart where they would overlap. */
function labels({ series }: PanelText, { y }: Scales): string {
  const ends = gathered(series).sort((a, b) => b.value - a.value);
  const places = ends.map(({ value }) => y(value) + 4);
  for (let i = 1; i < places.length; i++) {
    places[i] = Math.max(places[i]!, places[i - 1]! + LABEL_GAP);
  }
  const beyond = Math.max(0, places.at(-1)! - PLOT.bottom);
  return ends
    .map(({ name, text }, i) => {
      const at = round(places[i]! - beyond);
      return `<text class="label ${kindOf(name)}" x="${PLOT.right + 6}" y="${at}">${shown(name)} <tspan class="value">${text}</tspan></text>`;
    })
    .join('');
}

interface End {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

/** Last values; lines of hedgerow's own at several α lie close together and share one label. */
function gathered(series: readonly Series[]): End[] {
  const ends = series.map(({ name, points }) => ({ name, value: points.at(-1)!.value }));
  const own = ends.filter(({ name }) => kindOf(name) === 'own').map(({ value }) => value);
  const others = ends
    .filter(({ name }) => kindOf(name) !== 'own')
    .map((end) => ({ ...end, text: threeDigits(end.value) }));
  if (own.length === 0) return others;
  const [least, most] = [Math.min(...own), Math.max(...own)];
  const text = own.length === 1 ? threeDigits(least) : `${least.toFixed(0)}–${most.toFixed(0)}`;
  return [...others, { name: 'hedge', value: (least + most) / 2, text }];
}

function kindOf(name: string): string {
  if (name.startsWith('hedge')) return 'own';
  if (name.startsWith('LUCB')) return 'lucb';
  return name.startsWith('CLUCB') ? 'clucb' : 'algorithm';
}

function shown(name: string): string {
  if (name.startsWith('hedge')) return 'hedgerow';
  return name.replace('Algorithm 1, ', '').replace('Algorithm 1', 'Alg. 1');
}

function thinned(points: readonly Point[]): readonly Point[] {
  const step = Math.max(1, Math.floor(points.length / POINT_COUNT));
  // The first rounds bend the most.
  return points.filter((_, i) => i < 8 || i % step === 0 || i === points.length - 1);
}

function niceStep(max: number): number {
  const rough = max / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough)!;
}

function plain(value: number): string {
  return Number(value.toPrecision(6)).toLocaleString('en');
}

function threeDigits(value: number): string {
  return plain(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const STYLE = `:root{--ground:#fff;--ink:#14201a;--soft:#5d6a62;--grid:#dde4de;--axis:#7d8b82;--tag:#17653f;--lucb:#5a6570;--clucb:#8a4a9c;--own:#0a5ca6}
@media(prefers-color-scheme:dark){:root{--ground:#0f1512;--ink:#e9efea;--soft:#96a39b;--grid:#29342e;--axis:#6f7f76;--tag:#74d29f;--lucb:#aab4be;--clucb:#cf9be0;--own:#74b8f5}}
text{font-family:Inter,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums}
.ground{fill:var(--ground)}.tag{font-size:13px;font-weight:700;fill:var(--tag)}.title{font-size:13px;font-weight:600;fill:var(--ink)}
.number{font-size:11px;fill:var(--soft)}.note{font-size:11.5px;fill:var(--soft)}.grid{stroke:var(--grid)}.axis{stroke:var(--axis)}
.label{font-size:12px;font-weight:600}.value{font-weight:400}.line{fill:none;stroke-width:1.75;stroke-linejoin:round}.band{opacity:.16}
.line.algorithm{stroke:var(--ink)}.label.algorithm,.dot.algorithm,.band.algorithm{fill:var(--ink)}
.line.lucb{stroke:var(--lucb);stroke-dasharray:5 4}.label.lucb{fill:var(--lucb)}
.line.algorithm{stroke-width:2.25}.line.clucb{stroke:var(--clucb);stroke-width:1.25}.label.clucb,.dot.clucb,.band.clucb{fill:var(--clucb)}
.line.own{stroke:var(--own)}.label.own,.dot.own{fill:var(--own)}`;

const [syntheticFolder, maizeFolder] = process.argv.slice(2);
if (syntheticFolder === undefined || maizeFolder === undefined) {
  process.stderr.write('Give the two folders that npm run reproduce wrote: synthetic, maize.\n');
  process.exitCode = 2;
} else {
  writeFileSync(OUTPUT, picture(panelsOf(syntheticFolder, maizeFolder)));
}

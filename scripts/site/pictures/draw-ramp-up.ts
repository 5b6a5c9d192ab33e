/**
 * The picture of the README: orders ahead of today's page in the twenty shops of examples/ramp-up.ts, which
 * prints its lines when it is read here. `npm run ramp-up-picture` writes docs/images/ramp-up.svg.
 *
 * Drawn is what was to be expected of each choice, so that luck with single orders does not hide the rest.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rates, shops } from '../../../examples/ramp-up.ts';

const OUTPUT = fileURLToPath(new URL('../../../docs/images/ramp-up.svg', import.meta.url));

const VISITS = 3000;
const STEP = 50;
/** Share of today's orders that is guaranteed, as the example declares it. */
const GUARANTEED_SHARE = 0.92;
const [WIDTH, HEIGHT] = [640, 330] as const;
const PLOT = { left: 48, right: 440, top: 56, bottom: 290 } as const;

/** Chance of an order with a page, for a device that is old with this probability. */
function expected(page: string, old: number): number {
  const { recent, old: onOld } = rates[page]!;
  return (1 - old) * recent + old * onOld;
}

/** Totals ahead of today's page after 0, 50, 100 … visits. */
function aheadOf(shop: (typeof shops)[number], pageOf: (page: string) => string): number[] {
  const totals = [0];
  let total = 0;
  for (const { visit, old, receipt } of shop) {
    total += expected(pageOf(receipt.action), old) - expected('today', old);
    if (visit % STEP === 0) totals.push(total);
  }
  return totals;
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
const ours = shops.map((shop) => aheadOf(shop, (page) => page));
const forAll = shops.map((shop) => aheadOf(shop, () => 'new'));
const across = (curves: readonly number[][], pick: (values: number[]) => number) =>
  curves[0]!.map((_, i) => pick(curves.map((curve) => curve[i]!)));
const today = mean(
  shops.map((shop) => shop.reduce((sum, { old }) => sum + expected('today', old), 0)),
);
const floor = ours[0]!.map((_, i) => -(1 - GUARANTEED_SHARE) * today * ((i * STEP) / VISITS));

const [LEAST, MOST] = [-165, 225] as const;
const x = (i: number) => round(PLOT.left + ((PLOT.right - PLOT.left) * i * STEP) / VISITS);
const y = (value: number) =>
  round(PLOT.bottom - ((PLOT.bottom - PLOT.top) * (value - LEAST)) / (MOST - LEAST));

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function line(values: readonly number[], kind: string): string {
  const d = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(value)}`).join('');
  return `<path class="line ${kind}" d="${d}"/>`;
}

function label(value: number, kind: string, name: string, note: string): string {
  const at = y(value);
  return (
    `<text class="label ${kind}" x="${PLOT.right + 10}" y="${at + 1}">${name}</text>` +
    `<text class="note" x="${PLOT.right + 10}" y="${round(at + 17)}">${note}</text>`
  );
}

function orders(ahead: number): string {
  const total = Math.round(today + ahead).toLocaleString('en');
  const share = Math.round((100 * ahead) / today);
  return share === 0
    ? `${total} orders`
    : `${total} orders, ${share > 0 ? '+' : '−'}${Math.abs(share)}%`;
}

const middle = across(ours, mean);
const everybody = across(forAll, mean);
const [worst, best] = [across(ours, (v) => Math.min(...v)), across(ours, (v) => Math.max(...v))];
const there = best.map((value, i) => `${x(i)} ${y(value)}`);
const back = worst.map((value, i) => `${x(i)} ${y(value)}`).toReversed();
const grid = [-100, 100, 200].map(
  (value) =>
    `<path class="grid" d="M${PLOT.left} ${y(value)}H${PLOT.right}"/><text class="note" x="${PLOT.left - 6}" y="${y(value) + 4}" text-anchor="end">${value > 0 ? '+' : '−'}${Math.abs(value)}</text>`,
);
const ticks = [0, 1000, 2000, 3000].map(
  (visit) =>
    `<text class="note" x="${x(visit / STEP)}" y="${PLOT.bottom + 18}" text-anchor="middle">${visit.toLocaleString('en')}${visit === VISITS ? ' visits' : ''}</text>`,
);

const STYLE = `:root{--ground:#fff;--ink:#14201a;--soft:#5d6a62;--grid:#dde4de;--earned:#0a5ca6;--usual:#5a6570;--floor:#b03a05}
@media(prefers-color-scheme:dark){:root{--ground:#0f1512;--ink:#e9efea;--soft:#96a39b;--grid:#29342e;--earned:#74b8f5;--usual:#aab4be;--floor:#ff9a6e}}
text{font-family:Inter,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums;fill:var(--ink)}
.ground{fill:var(--ground)}.title{font-size:15px;font-weight:700}.note{font-size:12px;fill:var(--soft)}.grid{stroke:var(--grid)}
.label{font-size:13px;font-weight:600}.line{fill:none;stroke-width:2}.band{fill:var(--earned);opacity:.14}
.line.earned{stroke:var(--earned);stroke-width:3}.label.earned{fill:var(--earned)}.line.everybody{stroke:var(--ink);stroke-dasharray:5 4}
.line.usual{stroke:var(--usual)}.label.usual{fill:var(--usual)}.line.floor{stroke:var(--floor)}.label.floor{fill:var(--floor)}`;

writeFileSync(
  OUTPUT,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Orders ahead of today’s page over 3,000 visits">
<style>${STYLE}</style><rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>
<text class="title" x="8" y="20">Orders ahead of today’s page</text><text class="note" x="8" y="39">expected, mean of 20 made-up shops; shaded: worst to best shop</text>
${grid.join('')}${ticks.join('')}<path class="band" d="M${[...there, ...back].join('L')}Z"/>
${line(
  middle.map(() => 0),
  'usual',
)}${line(everybody, 'everybody')}${line(floor, 'floor')}${line(middle, 'earned')}
${label(middle.at(-1)!, 'earned', 'hedgerow', orders(middle.at(-1)!))}${label(everybody.at(-1)!, 'everybody', 'new page for everybody', orders(everybody.at(-1)!))}${label(0, 'usual', 'today’s page', orders(0))}${label(floor.at(-1)!, 'floor', 'the floor: 92%', orders(floor.at(-1)!))}
</svg>
`,
);

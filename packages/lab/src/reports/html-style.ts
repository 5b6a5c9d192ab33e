/**
 * How reports look: light or dark as the reader's system, and plain black on white on paper.
 *
 * Figures are drawn for a light page. On a dark one their colours are exchanged by name, so one
 * picture serves both.
 */
import { DARK_COLOURS } from '../plots/palette.ts';

/** Returns the style sheet of a report. */
export function reportStyle(): string {
  return `${PAGE}
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --page: #0f1216; --card: #161a1f; --ink: #e6e9ed; --quiet: #a4adb8;
    --line: #2c333b; --good: #4cc38a; --bad: #ff8a7a; --doubt: #f0b63a; --link: #6cbcf0; }
${darkFigures()}
}
${PRINT}`;
}

function darkFigures(): string {
  return Object.entries(DARK_COLOURS)
    .map(
      ([light, dark]) =>
        `  svg [fill="${light}"] { fill: ${dark}; } svg [stroke="${light}"] { stroke: ${dark}; }`,
    )
    .join('\n');
}

const PAGE = `:root { color-scheme: light; --page: #f6f7f8; --card: #ffffff; --ink: #1b1f24;
  --quiet: #57606a; --line: #d8dde3; --good: #00734f; --bad: #b42318; --doubt: #8a5d00; --link: #005f94; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 Inter, "Segoe UI", system-ui, -apple-system, sans-serif; }
main { max-width: 980px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 16px; }
h2 { font-size: 22px; margin: 48px 0 12px; padding-top: 12px; border-top: 1px solid var(--line); }
p, ul { max-width: 75ch; margin: 0 0 14px; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 18px; }
a { color: var(--link); }
.lead { font-size: 18px; }
figure { margin: 0 0 26px; padding: 8px; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; }
figure svg { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; margin: 0 0 26px; }
table { border-collapse: collapse; width: 100%; background: var(--card); font-size: 14px;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding: 0 0 8px; }
th, td { padding: 7px 10px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 600; }
.right { text-align: right; white-space: nowrap; }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.doubtful { color: var(--doubt); font-weight: 600; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px;
  overflow-x: auto; font-size: 14px; }`;

const PRINT = `@media print {
  @page { margin: 16mm; }
  body { background: #fff; font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h2 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  figure, pre { border-color: #bbb; }
  table { font-size: 8.5pt; }
  th, td { padding: 3px 6px; }
  .scroll { overflow: visible; }
}`;

/**
 * The plan on paper: one overview and one page a field, with the strips drawn as they are sown.
 *
 * One file of HTML without scripts or anything from elsewhere; a browser prints it on A4. Tried strips
 * are hatched and not only coloured, because most printers are black.
 */

import type { PlannedField } from './farm-state.ts';
import { chanceText, rankedBounds, signed } from './outlook-text.ts';
import { type PlanTexts, stripsText, summaryLines, triedPart } from './plan-table.ts';

const WIDTH = 720;
const HEIGHT = 90;

/** Returns the whole page. */
export function planSheet(input: PlanTexts & { readonly stripCount: number }): string {
  const { season, plan, reasons } = input;
  const byField = Map.groupBy(
    season.fields.map((planned, i) => ({
      planned,
      receipt: plan.receipts[i]!,
      reason: reasons[i]!,
    })),
    ({ planned }) => planned.field,
  );
  const pages = [...byField].map(([field, blocks]) => fieldPage(field, blocks, input));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Plan ${escaped(season.name)}</title>
<style>${STYLE}</style>
${overview(input)}
${pages.join('\n')}
</html>
`;
}

type Block = {
  readonly planned: PlannedField;
  readonly receipt: PlanTexts['plan']['receipts'][number];
  readonly reason: string;
};

function overview({ season, ...rest }: PlanTexts): string {
  const rows = season.fields.map((field) => {
    const tried = triedPart(field);
    const what = tried === undefined ? ['nothing', ''] : [tried.action, stripsText(tried.strips)];
    return row([field.name, field.farm ?? '', field.hectares.toFixed(1), field.usual, ...what]);
  });
  return `<section>
<h1>Plan of the season ${escaped(season.name)}</h1>
<table><thead>${row(['Field', 'Farm', 'ha', 'Usual hybrid', 'Try', 'On strips'], 'th')}</thead><tbody>
${rows.join('\n')}
</tbody></table>
${summaryLines({ season, ...rest })
  .map((line) => `<p>${escaped(line)}</p>`)
  .join('\n')}
</section>`;
}

function fieldPage(
  field: string,
  blocks: readonly Block[],
  { season, unit, stripCount }: PlanTexts & { readonly stripCount: number },
): string {
  const hectares = blocks.reduce((sum, { planned }) => sum + planned.hectares, 0);
  const parts = blocks.map((block) => blockPart(block, { unit, stripCount }));
  return `<section>
<h1>${escaped(field)}</h1>
<p>${escaped(season.name)}${blocks[0]!.planned.farm === null ? '' : `, ${escaped(blocks[0]!.planned.farm)}`}, ${hectares.toFixed(1)} ha</p>
${parts.join('\n')}
</section>`;
}

function blockPart(
  { planned, receipt, reason }: Block,
  { unit, stripCount }: { readonly unit: string; readonly stripCount: number },
): string {
  const tried = triedPart(planned);
  const rows = planned.parts.map(({ role, action, size, strips }) =>
    row([role, action, size.toFixed(2), stripsText(strips), '']),
  );
  return `<h2>${escaped(planned.name)} (${escaped(planned.decision)})</h2>
${picture(tried?.strips ?? [], stripCount)}
<table><thead>${row(['Part', 'Hybrid', 'ha', 'Strips', `Yield, ${unit}`], 'th')}</thead><tbody>
${rows.join('\n')}
</tbody></table>
<p>Why: ${escaped(reason)}. ${escaped(reasonText(planned, receipt, unit))}</p>`;
}

/** Says what is hoped for, from the receipt's own numbers. */
function reasonText(planned: PlannedField, receipt: Block['receipt'], unit: string): string {
  const tried = triedPart(planned);
  if (tried === undefined) return `All of it is ${planned.usual}. ${receipt.explanation}`;
  const beside = rankedBounds(receipt).find(({ action }) => action === tried.action)?.outlook
    ?.beside;
  if (beside === undefined) return receipt.explanation;
  return `${tried.action} is expected to yield ${signed(beside.predicted)} ${unit} beside ${planned.usual} (8 of 10 seasons: ${signed(beside.low)} to ${signed(beside.high)}), and to be better in ${chanceText(beside.chance)}. Weigh the strips of both apart.`;
}

/** Draws the strips side by side, those that try something hatched. */
function picture(tried: readonly number[], stripCount: number): string {
  const width = WIDTH / stripCount;
  const isTried = new Set(tried);
  const strips = Array.from({ length: stripCount }, (_, i) => {
    const strip = i + 1;
    const fill = isTried.has(strip) ? 'url(#try)' : '#fff';
    const number =
      stripCount <= 40
        ? `<text x="${((i + 0.5) * width).toFixed(1)}" y="${HEIGHT + 16}">${strip}</text>`
        : '';
    return `<rect x="${(i * width).toFixed(1)}" y="0" width="${width.toFixed(1)}" height="${HEIGHT}" fill="${fill}"/>${number}`;
  });
  const label =
    tried.length === 0 ? 'No strip tries anything' : `Tried on strips ${stripsText(tried)}`;
  return `<svg viewBox="-1 -1 ${WIDTH + 2} ${HEIGHT + 22}" role="img" aria-label="${label} of ${stripCount}"><defs><pattern id="try" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" fill="#dfe9d8"/><path d="M0 0V8" stroke="#2f5d27" stroke-width="3"/></pattern></defs>${strips.join('')}</svg>`;
}

const STYLE = `
@page { size: A4; margin: 16mm }
body { font: 11pt/1.4 system-ui, sans-serif; color: #111; background: #fff; max-width: 178mm; margin: 0 auto }
section { break-after: page; padding: 4mm 0 }
h1 { font-size: 18pt; margin: 0 0 3mm } h2 { font-size: 12pt; margin: 6mm 0 2mm }
table { border-collapse: collapse; width: 100%; margin: 3mm 0 }
th, td { border: 1px solid #888; padding: 1.5mm 2mm; text-align: left }
svg { width: 100%; height: auto } rect { stroke: #111 } text { font-size: 12px; text-anchor: middle }
`;

function row(cells: readonly string[], tag = 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

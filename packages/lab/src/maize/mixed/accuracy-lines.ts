/**
 * The table of held-out accuracy, for people.
 */
import type { Agreement, Disagreement } from './accuracy-agreement.ts';
import { METHODS, type Method } from './held-out.ts';
import type { SchemeResult } from './measure-accuracy.ts';
import type { Figure, FigureName } from './score-held-out.ts';

const COLUMNS: readonly (readonly [heading: string, figure: FigureName])[] = [
  ['RMSE', 'error'],
  ['within', 'errorWithin'],
  ['r', 'correlation'],
  ['gain: mean', 'gain'],
  ['16th', 'gainOverSixteenth'],
  ['most grown', 'gainOverMostGrown'],
  ['slope', 'slope'],
  ['cover', 'cover'],
  ['difference', 'differenceCover'],
];

/** Rows of a table; the first is the heading. A cell has one number for each scheme. */
export function accuracyTable(results: readonly SchemeResult[]): string[][] {
  const methods = METHODS.filter((method) => results[0]!.scores[method] !== undefined);
  const rows = methods.map((method) => [
    method,
    ...COLUMNS.map(([, figure]) => cell(results, method, (one) => figureOf(one, method, figure))),
  ]);
  const errors = COLUMNS.map(([, figure]) =>
    cell(results, 'mixed', (one) => {
      const known = figureOf(one, 'mixed', figure);
      return known === null ? null : { ...known, value: known.standardError };
    }),
  );
  return [
    ['', ...COLUMNS.map(([heading]) => heading)],
    ...rows,
    ['standard error of mixed', ...errors],
  ];
}

function figureOf(result: SchemeResult, method: Method, figure: FigureName): Figure | null {
  return result.scores[method]?.[figure] ?? null;
}

function cell(
  results: readonly SchemeResult[],
  method: Method,
  figure: (result: SchemeResult) => Figure | null,
): string {
  const figures = results.map((result) =>
    result.scores[method] === undefined ? null : figure(result),
  );
  if (figures.every((one) => one === null)) return '–';
  return figures.map((one) => (one === null ? '–' : shortNumber(one.value))).join('/');
}

function shortNumber(value: number): string {
  return value
    .toFixed(2)
    .replace('-', '−')
    .replace(/^(−?)0\./, '$1.');
}

/** Stated and observed chances, a line for each scheme. */
export function reliabilityLines(results: readonly SchemeResult[]): string[] {
  return results.map(({ scheme, reliability }) => {
    const pairs = reliability.map(
      ({ said, observed }) => `${shortNumber(said)} → ${shortNumber(observed)}`,
    );
    return `  new ${scheme}: ${pairs.join(', ')}`;
  });
}

/** Whether an independent program finds the same. */
export function agreementLines({ figureCount, farthest, disagreements }: Agreement): string[] {
  if (farthest === null) return [];
  if (disagreements.length > 0) {
    return [
      `${disagreements.length} of ${figureCount} figures are more than three standard errors from the reference:`,
      ...disagreements.map((one) => `  ${disagreementText(one)}`),
    ];
  }
  return [
    `All ${figureCount} figures are within three standard errors of the reference; the farthest: ${disagreementText(farthest)}`,
  ];
}

function disagreementText({
  scheme,
  method,
  figure,
  ours,
  theirs,
  distance,
}: Disagreement): string {
  const errors = distance.toFixed(2);
  return `${figure} of ${method}, new ${scheme}: ${ours.toFixed(4)} here, ${theirs} there, ${errors} standard errors`;
}

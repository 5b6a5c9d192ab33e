/**
 * What a reader must know about the model behind the figures: a simulator, not a yield model.
 *
 * Numbers come from the report that the model file carries; a file without one says so.
 */

import { shortNumber } from '../../plots/number-text.ts';
import { type Block, left, paragraph, right, type Section } from '../../reports/report.ts';
import type { HeldOutErrors } from '../fit/cross-validation.ts';
import { type FitReport, PAPER_ERROR } from '../fit/fit-report.ts';
import type { MaizeModel } from '../world/maize-model.ts';

/** Returns the section about the fit. */
export function fitSection(model: MaizeModel): Section {
  return {
    id: 'model',
    title: 'The fitted model',
    blocks: [paragraph(WHAT_IT_IS), ...told(model)],
  };
}

const WHAT_IT_IS =
  'All rewards here are those of a fitted bilinear model, not harvests: 24 hybrids in 22 fields, with temperature and radiation drawn around each field’s usual weather. It is a simulator with realistic sizes, and no yield model. The data are a rebuilt selection of the Genomes to Fields trials; which rows the paper used is not known.';

function told({ fit, hybrids }: MaizeModel): Block[] {
  const report = fit?.report as Partial<FitReport> | undefined;
  if (report?.floors === undefined || report.meanSquaredError === undefined) {
    return [paragraph('The model file does not tell how well it fits.')];
  }
  return [
    paragraph(fitText(report as FitReport, hybrids.length)),
    ...(report.crossValidation ? [heldOutTable(report.crossValidation)] : []),
  ];
}

function fitText(
  { meanSquaredError, floors, fittedRange }: FitReport,
  hybridCount: number,
): string {
  const plotError = floors.hybridByFieldYear;
  const paper =
    PAPER_ERROR < plotError
      ? `The paper’s ${PAPER_ERROR} lies below that floor, and no fit to single plots of these data can reach it.`
      : `The paper states ${PAPER_ERROR}.`;
  const { min, max, pairCount, belowZeroCount, aboveOneCount } = fittedRange;
  return `Mean squared error of the fit: ${shortNumber(meanSquaredError)}. Plots of one hybrid in one season differ by ${shortNumber(plotError)} in mean square, the plot error. ${paper} Fitted rewards of the ${hybridCount} hybrids in the observed seasons run from ${shortNumber(min)} to ${shortNumber(max)}; of ${pairCount}, ${belowZeroCount} lie below 0 and ${aboveOneCount} above 1.`;
}

type Learners = NonNullable<FitReport['crossValidation']>;

function heldOutTable({ constant, additive, fit }: Learners): Block {
  const row = (name: string, errors: HeldOutErrors) => [
    name,
    shortNumber(errors.randomRows),
    shortNumber(errors.fieldYears),
    errors.withinFieldYear === null ? '–' : shortNumber(errors.withinFieldYear),
  ];
  return {
    kind: 'table',
    caption:
      'Cross-validated mean squared error: on random rows, on field-years that were left out, and on those with each field-year’s mean error removed (does it rank hybrids?).',
    columns: [
      left('model'),
      right('random rows'),
      right('new field-years'),
      right('within new field-years'),
    ],
    rows: [
      row('a constant', constant),
      row('hybrid + context', additive),
      row('the fitted model', fit),
    ],
  };
}

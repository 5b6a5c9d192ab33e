/**
 * A fitted model in words for a terminal: errors beside their floors, then what to think of them.
 */
import { alignColumns } from '../../experiments/align-columns.ts';
import type { CrossValidationReport, FitReport } from './fit-report.ts';
import type { MaizeModelFile } from './maize-model-file.ts';

/** Returns the lines. */
export function fitLines(model: MaizeModelFile): string[] {
  const { report } = model.fit;
  const { data } = model.modelCard;
  return [
    `${data.name}: ${data.plots} plots, ${data.hybrids} hybrids, ${data.fields} fields, ${data.fieldYears} field-years`,
    `Method: ${model.fit.method} (${model.fit.sweeps} passes)`,
    '',
    ...alignColumns(errorRows(report)),
    ...(report.crossValidation === null ? [] : ['', ...heldOutLines(report.crossValidation)]),
    ...(report.seedErrors === null ? [] : ['', seedLine(report.seedErrors)]),
    '',
    ...report.notes,
  ];
}

function errorRows({ meanSquaredError, floors }: FitReport): string[][] {
  return [
    ['in-sample model', 'mean squared error'],
    ['mean only', figure(floors.meanOnly)],
    ['hybrid + context', figure(floors.additive)],
    ['this fit', figure(meanSquaredError)],
    ['hybrid × context, no penalty', figure(floors.interaction)],
    ['mean of hybrid × field', figure(floors.hybridByField)],
    ['mean of hybrid × field-year', figure(floors.hybridByFieldYear)],
  ];
}

function heldOutLines({ constant, additive, fit }: CrossValidationReport): string[] {
  const models = [
    ['constant', constant],
    ['hybrid + context', additive],
    ['this fit', fit],
  ] as const;
  return alignColumns([
    ['held out', 'random plots', 'field-years', 'known fields', 'new fields', 'ranking'],
    ...models.map(([name, errors]) => [
      name,
      figure(errors.randomRows),
      figure(errors.fieldYears),
      figure(errors.repeatedFields),
      figure(errors.newFields),
      figure(errors.withinFieldYear),
    ]),
  ]);
}

function seedLine(errors: readonly number[]): string {
  return `Other seeds end elsewhere: ${errors.map(figure).join(', ')}`;
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(5);
}

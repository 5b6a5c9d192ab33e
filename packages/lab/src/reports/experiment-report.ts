/**
 * The report of any experiment: its settings, figures for each environment, tables, how to rerun.
 */
import { auditSummary } from '../experiments/audit/audit-summary.ts';
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { cellOf, isGated, labelOf, lastOf } from '../experiments/summary-cells.ts';
import { experimentFigures } from '../plots/experiment-figures.ts';
import { percentage, shortNumber } from '../plots/number-text.ts';
import { paragraph, type Report } from './report.ts';
import { regretTable, safetyTable } from './results-section.ts';
import { settingsSection } from './settings-section.ts';
import { type ReportFiles, writeReportFiles } from './write-report-files.ts';

export interface WriteReportOptions {
  readonly summary: ExperimentSummary;
  /** Where the report goes; files of an earlier report there are replaced. */
  readonly folder: string;
}

/** Writes the report of an experiment as HTML and Markdown, with its figures. */
export async function writeReport({ summary, folder }: WriteReportOptions): Promise<ReportFiles> {
  return await writeReportFiles(experimentReport(summary), folder);
}

/** Returns the report of an experiment. */
export function experimentReport(summary: ExperimentSummary): Report {
  const { experiment } = summary;
  return {
    title: experiment.title ?? experiment.name,
    lead: [
      `${experiment.trials} trials of ${experiment.rounds} rounds for ${cellsText(summary)}. ${bestText(summary)}`,
      `${promiseText(summary)} ${auditSentence(summary)}`.trim(),
    ],
    sections: [
      {
        id: 'figures',
        title: 'Figures',
        blocks: experimentFigures(summary).map((figure) => ({ kind: 'figure', figure })),
      },
      { id: 'regret', title: 'Regret', blocks: [regretTable(summary)] },
      { id: 'safety', title: 'Safety', blocks: [safetyTable([summary])] },
      settingsSection([summary]),
      {
        id: 'rerun',
        title: 'How to run it again',
        blocks: [
          paragraph(
            'The experiment is stored as experiment.json with the results. The same file, version and seed give the same numbers, on any number of threads.',
          ),
          { kind: 'code', text: 'hedgerow run experiment.json' },
        ],
      },
    ],
  };
}

function cellsText({ cells }: ExperimentSummary): string {
  return cells.length === 1 ? 'one cell' : `each of ${cells.length} cells`;
}

/** What the books claimed, compared with the truth; nothing where none claimed anything. */
function auditSentence(summary: ExperimentSummary): string {
  const cells = auditSummary(summary).cells.filter(({ claims }) => claims !== null);
  if (cells.length === 0) return '';
  const wrong = cells.filter(({ invalidCertificates }) => invalidCertificates! > 0);
  if (wrong.length === 0) return 'Audit: no books ever claimed more than was true.';
  const parts = wrong.map(({ environment, strategy, allowedShortfall, ...cell }) => {
    const often = cell.claims === 'broken' ? 'more often than it allows' : 'within what it allows';
    return `${labelOf(summary, strategy)} at α = ${allowedShortfall} in ${environment} (${cell.invalidCertificates} of ${cell.trials} trials, ${often})`;
  });
  return `Audit: books claimed more than was true: ${parts.join('; ')}.`;
}

/** Names the least expected regret in each environment. */
function bestText(summary: ExperimentSummary): string {
  const parts = summary.experiment.environments.map(({ id }) => {
    const cells = summary.cells.filter(({ environment }) => environment === id);
    const best = cells.reduce((least, cell) =>
      lastOf(cell, 'expectedRegret').mean < lastOf(least, 'expectedRegret').mean ? cell : least,
    );
    const { strategy, allowedShortfall } = best;
    const where = allowedShortfall === null ? '' : ` (α = ${allowedShortfall})`;
    return `${labelOf(summary, strategy)}${where} with ${shortNumber(lastOf(best, 'expectedRegret').mean)} in ${id}`;
  });
  return `Least expected regret: ${parts.join('; ')}.`;
}

/** Says which strategies broke the expected total at the smallest α. */
function promiseText(summary: ExperimentSummary): string {
  const gated = summary.experiment.strategies.filter(({ id }) => isGated(summary, id));
  if (gated.length === 0) return 'No strategy made a promise.';
  const broken = summary.cells.filter(
    ({ strategy, promise }) => isGated(summary, strategy) && (promise?.violations ?? 0) > 0,
  );
  if (broken.length === 0) return 'No promise was broken in any trial.';
  const parts = broken.map(({ environment, strategy, allowedShortfall, promise }) => {
    const { trials } = cellOf(summary, { environment, strategy, allowedShortfall });
    return `${labelOf(summary, strategy)} at α = ${allowedShortfall} in ${environment} (${percentage(promise!.violations / trials)} of trials)`;
  });
  return `Promises were broken: ${parts.join('; ')}.`;
}

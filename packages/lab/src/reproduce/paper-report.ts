/**
 * The report on the paper: figures, agreement, claims, safety, price, and how to run it again.
 */
import type { Figure } from '../plots/figure.ts';
import { listText } from '../plots/number-text.ts';
import { type Block, paragraph, type Report, type Section } from '../reports/report.ts';
import { regretTable, safetyTable } from '../reports/results-section.ts';
import { settingsSection } from '../reports/settings-section.ts';
import type { Agreement } from './agreement.ts';
import { agreementSection, agreementText } from './agreement-section.ts';
import type { Claim, ClaimVerdict } from './claims/claim.ts';
import { claimsSection } from './claims-section.ts';
import { paperFigures } from './paper-figures.ts';
import type { PaperSummaries } from './paper-summaries.ts';
import { priceTable } from './price-section.ts';

export interface PaperReportInput {
  readonly summaries: PaperSummaries;
  readonly agreement: Agreement | null;
  readonly claims: readonly Claim[];
  /** The command that makes this report. */
  readonly command: string;
}

/** Returns the whole report. */
export function paperReport(input: PaperReportInput): Report {
  const { summaries, agreement, claims } = input;
  const { paper, half, free, stress } = summaries;
  const figures = new Map(paperFigures(summaries).map((figure) => [figure.id, figure]));
  return {
    title: 'Stochastic Conservative Contextual Linear Bandits, reproduced',
    lead: leadOf(input),
    sections: [
      publishedSection(figures),
      soundSection(figures),
      safetySection(figures, summaries),
      claimsSection(claims),
      agreementSection(paper, agreement),
      {
        id: 'price',
        title: 'The price of safety',
        blocks: [figureBlock(figures, 'price-of-safety'), priceTable(summaries)],
      },
      { id: 'regret', title: 'All regrets', blocks: [regretTable(paper)] },
      settingsSection([paper, half, free, stress]),
      rerunSection(input.command),
    ],
  };
}

function leadOf({ summaries, agreement, claims }: PaperReportInput): string[] {
  const { rounds, trials } = summaries.paper.experiment;
  const counts = (['holds', 'holds only under a condition', 'does not hold', 'undecided'] as const)
    .map((verdict) => countText(claims, verdict))
    .filter((text) => text !== '');
  const agreed =
    agreement === null
      ? 'Agreement with the reference runs was not checked: it needs 2000 rounds.'
      : `Agreement with an independent program: ${agreementText(agreement)}`;
  return [
    `The paper’s experiment on synthetic data, with ${trials} trials of ${rounds} rounds, and the same under the sound strategy hedge. The paper’s figures were not in its source, and λ, δ, A and D are not given, so what can be compared is what its text says about the figures.`,
    `Of ${claims.length} claims: ${listText(counts)}.`,
    agreed,
  ];
}

function countText(claims: readonly Claim[], verdict: ClaimVerdict): string {
  const count = claims.filter((claim) => claim.verdict === verdict).length;
  if (count === 0) return '';
  const verbs: Readonly<Record<ClaimVerdict, readonly [one: string, many: string]>> = {
    holds: ['holds', 'hold'],
    'does not hold': ['does not hold', 'do not hold'],
    'holds only under a condition': ['holds only under a condition', 'hold only under a condition'],
    undecided: ['is undecided', 'are undecided'],
  };
  return `${count} ${verbs[verdict][count === 1 ? 0 : 1]}`;
}

type Figures = ReadonlyMap<string, Figure>;

function publishedSection(figures: Figures): Section {
  return {
    id: 'figures',
    title: 'The paper’s figures',
    blocks: [
      paragraph(
        'As the text describes the experiment (reading “centered”): the forecast is centred on the very context that comes, so nothing is hidden, and the three ways to count regret coincide. In (b) the paper does not say which α it shows.',
      ),
      ...['figure-a', 'figure-b', 'figure-c'].map((id) => figureBlock(figures, id)),
    ],
  };
}

function soundSection(figures: Figures): Section {
  return {
    id: 'sound',
    title: 'The same with hidden contexts, under hedge',
    blocks: [
      paragraph(
        'With contexts drawn from the forecast (reading “berkson”) and regret against the best action for the forecast. hedge (ledger only) uses the baseline’s reward as Algorithm 1 does, as a number in its books; hedge (hint) also lets its proposer learn from it.',
      ),
      ...['sound-a', 'sound-b', 'sound-b-tight', 'sound-c'].map((id) => figureBlock(figures, id)),
    ],
  };
}

function safetySection(figures: Figures, { paper, stress }: PaperSummaries): Section {
  return {
    id: 'safety',
    title: 'Safety: violations, coverage, baseline rounds',
    blocks: [
      figureBlock(figures, 'safety'),
      figureBlock(figures, 'baseline-rounds'),
      paragraph(
        'Violations of two totals are counted: the expected one, which hedge promises and Algorithm 1 checks, and the one in the contexts that came, which is the paper’s constraint. CLUCB sees the contexts, and knows what the baseline earns in them; all others are told the baseline’s expected reward. No number of trials like these can show a rate of 0.1 %: 100 clean ones leave up to 3.6 % possible.',
      ),
      safetyTable([paper, stress]),
    ],
  };
}

function rerunSection(command: string): Section {
  return {
    id: 'rerun',
    title: 'How to run it again',
    blocks: [
      { kind: 'code', text: command },
      paragraph(
        'The same version gives the same numbers on any number of threads. A run that was interrupted goes on where it stopped. Traces of every trial are in runs/, as CSV and Parquet; figures/ has each figure as Vega-Lite specification, SVG and PNG; claims.json and agreement.json have all numbers in full precision.',
      ),
    ],
  };
}

function figureBlock(figures: Figures, id: string): Block {
  return { kind: 'figure', figure: figures.get(id)! };
}

/**
 * The claims as tables: verdicts first, and below them the numbers that they rest on.
 */
import { percentage, shortNumber } from '../plots/number-text.ts';
import { type Block, left, paragraph, right, type Section, type Tone } from '../reports/report.ts';
import type { Claim, ClaimVerdict, Evidence } from './claims/claim.ts';

const TONES: Readonly<Record<ClaimVerdict, Tone>> = {
  holds: 'good',
  'does not hold': 'bad',
  'holds only under a condition': 'doubtful',
  undecided: 'doubtful',
};

/** Returns the section with verdicts and evidence. */
export function claimsSection(claims: readonly Claim[]): Section {
  return {
    id: 'claims',
    title: 'Claims and verdicts',
    blocks: [
      paragraph(
        'Each claim is told in our words, with its place in the paper’s source (arXiv 2203.15629, line numbers of the TeX file). Differences are taken trial by trial; intervals are 95 %, those of rates exact (Clopper and Pearson). A claim about several comparisons holds only if each of them is clear.',
      ),
      verdictTable(claims),
      evidenceTable(claims),
    ],
  };
}

/** Writes a verdict with its condition. */
export function verdictText({ verdict, condition }: Claim): string {
  return condition === null ? verdict : `holds only under: ${condition}`;
}

function verdictTable(claims: readonly Claim[]): Block {
  return {
    kind: 'table',
    caption: 'Verdicts.',
    columns: [left('claim'), left('where'), left('verdict'), left('what was measured')],
    rows: claims.map((claim) => [
      claim.statement,
      claim.place,
      { text: verdictText(claim), tone: TONES[claim.verdict] },
      claim.finding,
    ]),
  };
}

function evidenceTable(claims: readonly Claim[]): Block {
  return {
    kind: 'table',
    caption: 'The numbers behind the verdicts.',
    columns: [left('claim'), left('what'), right('estimate'), right('95 % interval'), right('p')],
    rows: claims.flatMap(({ id, evidence }) =>
      evidence.map((one) => [
        id,
        one.what,
        valueText(one, one.estimate),
        `${valueText(one, one.low)} to ${valueText(one, one.high)}`,
        one.pValue === null ? '–' : one.pValue < 0.001 ? '< 0.001' : one.pValue.toPrecision(2),
      ]),
    ),
  };
}

function valueText({ unit }: Evidence, value: number): string {
  if (unit === 'share') return percentage(value);
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
  return unit === 'exponent' ? value.toFixed(2) : shortNumber(value);
}

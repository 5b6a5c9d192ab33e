/**
 * What the paper's text reads off its figures: regret falls with α, who beats whom, gaps that shrink.
 *
 * The figures show the experiment as the text describes it (`centered`), so that reading decides. The
 * other reading, in which contexts are really hidden, shows whether more follows.
 */
import type { ExperimentSummary, Measure } from '../../experiments/experiment-summary.ts';
import { cellOf, labelOf, shortfallsOf } from '../../experiments/summary-cells.ts';
import { pairedTest } from '../../measures/paired-test.ts';
import { pValueText } from '../../plots/number-text.ts';
import { ALGORITHM_1, BERKSON, CENTERED, CLUCB, LUCB } from '../paper-experiments.ts';
import {
  type Claim,
  type ClaimVerdict,
  differenceEvidence,
  type Evidence,
  pValueOfAll,
  verdictOfAll,
} from './claim.ts';

interface Group {
  readonly verdict: 'holds' | 'does not hold' | 'undecided';
  readonly evidence: readonly Evidence[];
}

/** Line 517: the larger α, the smaller the cumulative regret. */
export function regretFallsWithShortfall(summary: ExperimentSummary): Claim {
  const asDescribed = steps(summary, CENTERED, ALGORITHM_1);
  const hidden = steps(summary, BERKSON, ALGORITHM_1);
  return {
    id: 'regret-falls-with-shortfall',
    place: 'Experiments and Analysis, line 517 (Figure a)',
    statement: 'The cumulative regret of Algorithm 1 decreases as α grows.',
    ...judge(asDescribed, hidden, 'the reading “centered”, in which nothing is hidden'),
    finding: `${groupText('As the experiment is described', asDescribed)} ${groupText('With contexts drawn from the forecast', hidden)}`,
    evidence: [...asDescribed.evidence, ...hidden.evidence],
  };
}

/** Line 519: the gap to LUCB in regret per round shrinks as α grows. */
export function gapShrinksWithShortfall(summary: ExperimentSummary): Claim {
  const groups = [CLUCB, ALGORITHM_1].map((strategy) => steps(summary, CENTERED, strategy));
  const evidence = groups.flatMap((group) => group.evidence);
  const verdict = worstVerdict(groups);
  return {
    id: 'gap-shrinks-with-shortfall',
    place: 'Experiments and Analysis, line 519 (Figure c)',
    statement:
      'The gap in R_T / T between LUCB and the conservative algorithms decreases as α grows.',
    verdict,
    condition: null,
    finding: `LUCB does not depend on α, so the gap changes as the other regret does. ${groupText('CLUCB and Algorithm 1 together', { verdict, evidence })}`,
    evidence,
  };
}

/** Line 519: LUCB beats CLUCB beats Algorithm 1. */
export function orderOfSettings(summary: ExperimentSummary): Claim {
  const asDescribed = order(summary, CENTERED, 'expectedRegret');
  const realised = order(summary, BERKSON, 'realisedRegret');
  const expected = order(summary, BERKSON, 'expectedRegret');
  const groups = [asDescribed, realised, expected];
  return {
    id: 'order-of-settings',
    place: 'Experiments and Analysis, line 519 (Figure b)',
    statement: 'LUCB has less regret than CLUCB, and CLUCB less than Algorithm 1.',
    ...judge(
      asDescribed,
      expected,
      'regret as the paper’s Eq. (3) counts it, in the contexts that came: it holds in both readings; by expected regret, against the best action for the forecast, the order turns round where contexts are hidden',
    ),
    finding: `${groupText('As the experiment is described', asDescribed)} ${groupText('With contexts drawn from the forecast, by realised regret', realised)} ${groupText('By expected regret', expected)}`,
    evidence: groups.flatMap((group) => group.evidence),
  };
}

/** The first reading decides; the second may narrow a claim that holds. */
function judge(
  first: Group,
  second: Group,
  condition: string,
): { verdict: ClaimVerdict; condition: string | null } {
  if (first.verdict === 'holds' && second.verdict === 'does not hold') {
    return { verdict: 'holds only under a condition', condition };
  }
  return { verdict: first.verdict, condition: null };
}

function worstVerdict(groups: readonly Group[]): Group['verdict'] {
  const verdicts = groups.map(({ verdict }) => verdict);
  if (verdicts.includes('does not hold')) return 'does not hold';
  return verdicts.includes('undecided') ? 'undecided' : 'holds';
}

/** Compares each α with the next smaller one. */
function steps(summary: ExperimentSummary, environment: string, strategy: string): Group {
  const shortfalls = shortfallsOf(summary);
  const finals = shortfalls.map(
    (allowedShortfall) =>
      cellOf(summary, { environment, strategy, allowedShortfall }).finals.expectedRegret,
  );
  const tests = finals.slice(1).map((looser, index) => ({
    what: `${labelOf(summary, strategy)}, ${environment}: α = ${shortfalls[index + 1]} − α = ${shortfalls[index]}`,
    test: pairedTest(looser, finals[index]!),
  }));
  return {
    verdict: verdictOfAll(
      tests.map(({ test }) => test.finding),
      'lower',
    ),
    evidence: tests.map(({ what, test }) => differenceEvidence(what, test)),
  };
}

/** Compares LUCB with CLUCB and CLUCB with Algorithm 1 at every α. */
function order(summary: ExperimentSummary, environment: string, measure: Measure): Group {
  const ranks = [LUCB, CLUCB, ALGORITHM_1];
  const tests = shortfallsOf(summary).flatMap((allowedShortfall) =>
    ranks.slice(1).map((worse, index) => {
      const [first, second] = [ranks[index]!, worse].map((strategy) =>
        cellOf(summary, { environment, strategy, allowedShortfall }),
      );
      return {
        what: `${labelOf(summary, ranks[index]!)} − ${labelOf(summary, worse)}, ${environment}, ${measure}, α = ${allowedShortfall}`,
        test: pairedTest(first!.finals[measure], second!.finals[measure]),
      };
    }),
  );
  return {
    verdict: verdictOfAll(
      tests.map(({ test }) => test.finding),
      'lower',
    ),
    evidence: tests.map(({ what, test }) => differenceEvidence(what, test)),
  };
}

function groupText(where: string, { verdict, evidence }: Group): string {
  const clear = evidence.filter(({ high }) => high < 0).length;
  const against = evidence.filter(({ low }) => low > 0).length;
  const count = `${clear} of ${evidence.length} differences are clearly below 0`;
  if (verdict === 'holds') return `${where}: ${count} (${pValueText(pValueOfAll(evidence))}).`;
  const turned = against > 0 ? `, ${against} clearly above` : '';
  return `${where}: ${count}${turned}.`;
}

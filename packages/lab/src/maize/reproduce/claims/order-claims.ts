/**
 * What the paper's text reads off its maize figures: regret falls with α, gaps shrink, who beats whom.
 */
import type { ExperimentSummary } from '../../../experiments/experiment-summary.ts';
import { percentage, pValueText, shortNumber } from '../../../plots/number-text.ts';
import { type Claim, pValueOfAll, verdictOfAll } from '../../../reproduce/claims/claim.ts';
import { ALGORITHM_1, CLUCB, LUCB } from '../maize-experiment.ts';
import { duels, evidenceOf, type NamedTest, placesText, shortfallSteps } from './paired-tests.ts';

/** Line 517: the larger α, the smaller the cumulative regret. */
export function regretFallsWithShortfall(summary: ExperimentSummary): Claim {
  return {
    id: 'regret-falls-with-shortfall',
    place: 'Experiments and Analysis, line 517 (Figure 2a)',
    statement: 'The cumulative regret of Algorithm 1 decreases as α grows.',
    ...allLower(shortfallSteps(summary, ALGORITHM_1), 'steps of α'),
  };
}

/** Line 519: the gap to LUCB in regret per round shrinks as α grows. */
export function gapShrinksWithShortfall(summary: ExperimentSummary): Claim {
  const steps = [CLUCB, ALGORITHM_1].flatMap((strategy) => shortfallSteps(summary, strategy));
  const judged = allLower(steps, 'steps of α');
  return {
    id: 'gap-shrinks-with-shortfall',
    place: 'Experiments and Analysis, line 519 (Figure 2c)',
    statement:
      'The gap in R_T / T between LUCB and the conservative algorithms decreases as α grows.',
    ...judged,
    finding: `LUCB does not depend on α, so the gap changes as the other regret does. ${judged.finding}`,
  };
}

/** Line 519: not having to be safe is worth something. */
export function lucbBelowClucb(summary: ExperimentSummary): Claim {
  const tests = duels(summary, { first: LUCB, second: CLUCB, measure: 'expectedRegret' });
  return {
    id: 'lucb-below-clucb',
    place: 'Experiments and Analysis, line 519 (Figure 2b)',
    statement: 'LUCB has less regret than CLUCB.',
    ...allLower(tests, 'comparisons'),
  };
}

/**
 * Line 519: seeing the weather is worth something. Judged against the best hybrid in the weather that
 * came, the benchmark of those who see it; by expected regret beside it.
 */
export function clucbBelowAlgorithm(summary: ExperimentSummary): Claim {
  const pair = { first: CLUCB, second: ALGORITHM_1 } as const;
  const hindsight = duels(summary, { ...pair, measure: 'oracleRegret' });
  const expected = duels(summary, { ...pair, measure: 'expectedRegret' });
  return {
    id: 'clucb-below-algorithm-1',
    place: 'Experiments and Analysis, line 519 (Figure 2b)',
    statement: 'CLUCB, which sees the weather, has less regret than Algorithm 1.',
    verdict: verdictOfAll(
      hindsight.map(({ test }) => test.finding),
      'lower',
    ),
    condition: null,
    finding: `By regret in hindsight, ${orderText(hindsight)} By expected regret, ${orderText(expected)} ${sizeText([...hindsight, ...expected])} The two have different baselines, the 16th best hybrid by the weather and by the forecast; an independent program found the same regret for both at α = 0.2 on the outer map once they shared one.`,
    evidence: evidenceOf([...hindsight, ...expected]),
  };
}

function allLower(
  tests: readonly NamedTest[],
  name: string,
): Pick<Claim, 'verdict' | 'condition' | 'finding' | 'evidence'> {
  const findings = tests.map(({ test }) => test.finding);
  const evidence = evidenceOf(tests);
  const verdict = verdictOfAll(findings, 'lower');
  const count = findings.filter((finding) => finding === 'lower').length;
  const sure = verdict === 'holds' ? ` (${pValueText(pValueOfAll(evidence))})` : '';
  return {
    verdict,
    condition: null,
    finding: `${count} of ${tests.length} ${name}, on both maps, are clearly lower${sure}.`,
    evidence,
  };
}

function orderText(tests: readonly NamedTest[]): string {
  const at = (finding: string) => placesText(tests.filter(({ test }) => test.finding === finding));
  const parts = [
    ['it is clearly so for the ', at('lower')],
    ['clearly the other way round for the ', at('higher')],
    ['undecided for the ', at('undecided')],
  ] as const;
  const told = parts.filter(([, places]) => places !== '').map(([start, end]) => start + end);
  return `${told.join('; ')}.`;
}

function sizeText(tests: readonly NamedTest[]): string {
  const share = Math.max(
    ...tests.map(({ test, reference }) => Math.abs(test.difference) / reference),
  );
  const largest = Math.max(...tests.map(({ test }) => Math.abs(test.difference)));
  return `No difference is larger than ${shortNumber(largest)} reward units or ${percentage(share)} of the regret: nobody would see it in a figure.`;
}

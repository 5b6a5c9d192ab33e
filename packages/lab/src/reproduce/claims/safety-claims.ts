/**
 * What the paper promises about safety: its confidence set, its constraint, where it starts.
 *
 * The paper's constraint is about rewards in the contexts that came (`realised`); its check bounds
 * expected rewards. Both totals are counted.
 */
import type { CellSummary, ExperimentSummary } from '../../experiments/experiment-summary.ts';
import { cellOf, shortfallsOf } from '../../experiments/summary-cells.ts';
import { listText, percentage } from '../../plots/number-text.ts';
import {
  ALGORITHM_1,
  ALGORITHM_1_LITERAL,
  BERKSON,
  CENTERED,
  CLUCB,
  FAILURE_PROBABILITY,
  GOOD_BASELINE,
  SHOWN_SHORTFALL,
  STRESS_SHORTFALL,
} from '../paper-experiments.ts';
import type { PaperSummaries } from '../paper-summaries.ts';
import { type Claim, type ClaimVerdict, type Evidence, rateEvidence } from './claim.ts';

const PROMISED = percentage(FAILURE_PROBABILITY);

/** Proposition 1: the true weights stay in the confidence set. */
export function confidenceSetCovers({ paper, offset }: PaperSummaries): Claim {
  const evidence = [CENTERED, BERKSON].flatMap((environment) => [
    coverage(paper, ALGORITHM_1, environment),
    coverage(paper, CLUCB, environment),
  ]);
  const ofAlgorithm = evidence.filter((_, index) => index % 2 === 0);
  const ofSeeing = evidence.filter((_, index) => index % 2 === 1);
  const paid = coverage(offset, ALGORITHM_1, CENTERED);
  const isBroken = ofAlgorithm.some(({ low }) => low > FAILURE_PROBABILITY);
  return {
    id: 'confidence-set-covers',
    place: 'Proposition 1, lines 277–280',
    statement: 'With probability 1 − δ the true weights lie in the confidence set in every round.',
    verdict: isBroken ? 'does not hold' : 'undecided',
    condition: null,
    finding: `They left it in ${rateTexts(ofAlgorithm)} of the trials of Algorithm 1 (“centered” and “berkson”), where ${PROMISED} is promised. In “berkson” the radius counts the reward noise alone, not the hidden context. In “centered” nothing is hidden, but every reward is lower than its forecast says by the same 5: where rewards are paid with that 5, they left it in ${percentage(paid.estimate)}. CLUCB, which sees the context, lost them in ${rateTexts(ofSeeing)}.`,
    evidence: [...evidence, { ...paid, what: `${paid.what}, paying the offset` }],
  };
}

/** Line 281 and Theorem 2: the constraint holds with probability 1 − δ. */
export function constraintIsKept(summaries: PaperSummaries): Claim {
  const own = ownSetting(summaries.paper);
  const stressed = stressEvidence(
    cellOf(summaries.stress, {
      environment: GOOD_BASELINE,
      strategy: ALGORITHM_1,
      allowedShortfall: STRESS_SHORTFALL,
    }),
  );
  const isFailing = ({ low }: Evidence) => low > FAILURE_PROBABILITY;
  return {
    id: 'constraint-is-kept',
    place: 'Line 281 and Theorem 2, line 480',
    statement:
      'Algorithm 1 satisfies the performance constraint in every round with probability 1 − δ.',
    ...judge(own.some(isFailing), stressed.some(isFailing)),
    finding: `With the paper’s baseline of rank 10: ${own.some(isFailing) ? 'broken' : 'no break'} in any of ${own.length} cells. With the best action as the baseline and α = ${STRESS_SHORTFALL}: the expected total fell below the promise in ${shareText(stressed[0]!)} of the trials, the total in the contexts that came in ${shareText(stressed[1]!)}.`,
    evidence: [...own, ...stressed],
  };
}

/** Lines 234, 237 and 266: the first confidence set is the whole space. */
export function startsFromEverything({ half }: PaperSummaries): Claim {
  const { rounds } = half.experiment;
  const cells = [CENTERED, BERKSON].map((environment) =>
    cellOf(half, {
      environment,
      strategy: ALGORITHM_1_LITERAL,
      allowedShortfall: SHOWN_SHORTFALL,
    }),
  );
  const stuck = cells.map(
    ({ finals }) => finals.baselineRounds.filter((count) => count === rounds).length,
  );
  const isStuck = stuck.every((count, index) => count === cells[index]!.trials);
  return {
    id: 'starts-from-everything',
    place: 'Algorithm 1, lines 234 and 237; line 266',
    statement: 'Started from the whole space as its confidence set, Algorithm 1 learns.',
    verdict: isStuck ? 'does not hold' : 'holds',
    condition: null,
    finding: `It gave all ${rounds} rounds to the baseline in ${listText(stuck.map((count, index) => `${count} of ${cells[index]!.trials}`))} trials. The worst case over the whole space is −∞, and a baseline round changes nothing. Everything else here starts from the ball ‖θ‖ ≤ A.`,
    evidence: cells.map(({ environment, trials }, index) =>
      rateEvidence(`trials without a single learner round, ${environment}`, stuck[index]!, trials),
    ),
  };
}

function judge(
  isOwnBroken: boolean,
  isStressBroken: boolean,
): { verdict: ClaimVerdict; condition: string | null } {
  if (isOwnBroken) return { verdict: 'does not hold', condition: null };
  if (!isStressBroken) return { verdict: 'undecided', condition: null };
  return {
    verdict: 'holds only under a condition',
    condition:
      'a mediocre baseline, as in the paper’s experiment; it fails when the baseline is good',
  };
}

function ownSetting(paper: ExperimentSummary): Evidence[] {
  return [CENTERED, BERKSON].flatMap((environment) =>
    shortfallsOf(paper).map((allowedShortfall) => {
      const cell = cellOf(paper, { environment, strategy: ALGORITHM_1, allowedShortfall });
      const count = Math.max(cell.violations.expected, cell.violations.realised);
      return rateEvidence(`broken, ${environment}, α = ${allowedShortfall}`, count, cell.trials);
    }),
  );
}

/** The expected total first, then that in the contexts that came. */
function stressEvidence({ violations, trials }: CellSummary): Evidence[] {
  return [
    rateEvidence('good baseline, expected total', violations.expected, trials),
    rateEvidence('good baseline, realised total', violations.realised, trials),
  ];
}

/** Writes "17 % (12.1 % to 22.9 %)". */
function shareText({ estimate, low, high }: Evidence): string {
  return `${percentage(estimate)} (${percentage(low)} to ${percentage(high)})`;
}

function coverage(paper: ExperimentSummary, strategy: string, environment: string): Evidence {
  const shortfalls = shortfallsOf(paper);
  const cell = cellOf(paper, { environment, strategy, allowedShortfall: shortfalls[0]! });
  const name = `${strategy === CLUCB ? 'CLUCB' : 'Algorithm 1'}, ${environment}, α = ${shortfalls[0]}`;
  return rateEvidence(`true weights outside, ${name}`, cell.coverageFailures ?? 0, cell.trials);
}

function rateTexts(evidence: readonly Evidence[]): string {
  return listText(evidence.map(({ estimate }) => percentage(estimate)));
}

/**
 * Mutants of the lab.
 */
import type { Mutant } from './mutant.ts';

const EVALUATE = 'packages/lab/src/evaluate';

export const LAB_MUTANTS: readonly Mutant[] = [
  {
    name: 'the lab never looks at a promise with a window',
    file: 'packages/lab/src/measures/slack-track.ts',
    find: 'if (this.#roundCount % this.#window !== 0) return;',
    replace: 'if (this.#window > 1) return;',
    tests: ['packages/lab/src/measures/run-measures.test.ts'],
  },
  {
    name: 'the lab tells a baseline that is unknown',
    file: 'packages/lab/src/trials/sight.ts',
    find: "isBaselineTold: baselineReward !== 'unknown',",
    replace: 'isBaselineTold: baselineReward !== null,',
    tests: ['packages/lab/src/trials/play-rounds.test.ts'],
  },
  {
    name: 'the lab shows the context that came to those who must not see it',
    file: 'packages/lab/src/trials/play-rounds.ts',
    find: "const show = sight.sees === 'context' ?",
    replace: "const show = sight.sees !== 'context' ?",
    tests: ['packages/lab/src/trials/play-rounds.test.ts'],
  },
  {
    name: 'a log takes the reward of a voided decision for seen',
    file: `${EVALUATE}/read/read-json-line.ts`,
    find: "const isPlayed = line.state !== 'void' && line.state !== 'fell-back';",
    replace: "const isPlayed = line.state !== 'fell-back';",
    tests: [`${EVALUATE}/evaluate-log.test.ts`],
  },
  {
    name: 'a log leaves voided decisions out without being told to',
    file: `${EVALUATE}/evaluate-log.ts`,
    find: "options.voided === 'left-out'",
    replace: "options.voided !== 'worst'",
    tests: [`${EVALUATE}/evaluate-log.test.ts`],
  },
  {
    name: 'a log shows parts that were carried out nowhere',
    file: `${EVALUATE}/read/read-json-line.ts`,
    find: '.filter(({ share }) => share !== 0)',
    replace: '.filter(({ share }) => share !== -1)',
    tests: [`${EVALUATE}/evaluate-log.test.ts`],
  },
  {
    name: 'the audit of a log believes every claim',
    file: 'packages/lab/src/experiments/audit/check-claims.ts',
    find: 'if (claimed > sum.value + sum.rounding) {',
    replace: 'if (claimed > Number.MAX_VALUE + sum.rounding) {',
    tests: ['packages/lab/src/experiments/audit/claims.test.ts'],
  },
  {
    name: 'the audit of an experiment looks at broken promises only, not at wrong claims',
    file: 'packages/lab/src/experiments/audit/audit-summary.ts',
    find: "[verdict, claims].includes('broken')",
    replace: "[verdict, claims].indexOf('broken') === 0",
    tests: ['packages/lab/src/experiments/audit/audit.test.ts'],
  },
  {
    name: 'the audit credits what was never heard of',
    file: 'packages/lab/src/experiments/audit/increments.ts',
    find: "if (state === 'issued') return Math.min(asIssued, 0);",
    replace: "if (state === 'issued') return asIssued;",
    tests: ['packages/lab/src/experiments/audit/claims.test.ts'],
  },
  {
    name: 'the audit credits a cancelled coin round',
    file: 'packages/lab/src/experiments/audit/increments.ts',
    find: 'return asIssued - Math.max(certainOfCoin(terms, row), 0);',
    replace: 'return asIssued;',
    tests: ['packages/lab/src/experiments/audit/claims.test.ts'],
  },
  {
    name: 'accuracy is measured on what the model was fitted to',
    file: 'packages/lab/src/maize/mixed/predict-fold.ts',
    find: '  const rest = rows.filter((_, i) => !isOut[i]);',
    replace: '  const rest = rows;',
    tests: ['packages/lab/src/maize/mixed/held-out-accuracy.test.ts'],
  },
];

/** An experiment that takes a fraction of a second: five cells of six trials. */
import type { Experiment } from '../experiment.ts';
import { checkExperiment } from '../parse-experiment.ts';

export const smallExperiment: Experiment = checkExperiment({
  format: 'hedgerow-experiment/1',
  name: 'small',
  rounds: 150,
  trials: 6,
  seed: 11,
  environments: [{ id: 'berkson', kind: 'synthetic', reading: 'berkson' }],
  strategies: [
    { id: 'context-ucb', kind: 'contextUcb' },
    { id: 'algorithm-1', kind: 'conservativeContextUcb' },
    { id: 'hedge', kind: 'hedge' },
  ],
  allowedShortfalls: [0.1, 0.5],
});

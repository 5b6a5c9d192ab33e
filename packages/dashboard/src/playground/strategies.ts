/**
 * What the strategies of the playground are called, in words before names.
 */
import type { StrategyName } from './configuration.ts';

export interface StrategyText {
  /** Heads a chart or a row. */
  readonly title: string;
  /** Begins a sentence. */
  readonly subject: string;
  /** Stands inside one. */
  readonly object: string;
  readonly description: string;
  /** Whether it promises to stay above the floor. */
  readonly hasPromise: boolean;
  /** Name of its colour token, and the dashes of its line. */
  readonly colour: string;
  readonly dash: readonly number[];
}

export const STRATEGIES: Readonly<Record<StrategyName, StrategyText>> = {
  conservativeContextUcb: {
    title: 'The paper’s rule',
    subject: 'The paper’s rule',
    object: 'the paper’s rule',
    description:
      'Algorithm 1 as written. It promises the floor, but forgets that the context is hidden.',
    hasPromise: true,
    colour: '--paper-rule',
    dash: [9, 4],
  },
  hedge: {
    title: 'hedge',
    subject: 'hedge',
    object: 'hedge',
    description: 'What hedgerow uses. It plays only what it could afford to lose entirely.',
    hasPromise: true,
    colour: '--learner',
    dash: [],
  },
  contextUcb: {
    title: 'Learning without a promise',
    subject: 'Learning without a promise',
    object: 'learning without a promise',
    description: 'The same learner as the paper’s rule, with nothing to hold it back.',
    hasPromise: false,
    colour: '--careful',
    dash: [2, 3],
  },
  baselineOnly: {
    title: 'Always the baseline',
    subject: 'Always playing the baseline',
    object: 'always playing the baseline',
    description: 'Learns nothing and risks nothing: the yardstick.',
    hasPromise: false,
    colour: '--usual',
    dash: [12, 3, 2, 3],
  },
};

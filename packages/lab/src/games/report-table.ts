/**
 * The table of truthful reports: every call and every option, when it is truthful, and which games or twins have it.
 *
 * It is made from the life cycle of a decision and from the fields of options and definitions: a method,
 * a piece of news or an option that has no row is an error of types, and a field that the policy knows
 * and the table does not fails a test.
 */
import type {
  BaselineDefinition,
  DecideOptions,
  ExecutedShare,
  ObserveOptions,
  Policy,
  PolicyDefinition,
  RewardDefinition,
  SplitDefinition,
} from '@hedgerow/core';

export interface ReportRow {
  /** When it is truthful; what it adds to the true slack is in `reports.ts` and `terms.ts`. */
  readonly truthful: string;
  /** Whether it makes a report wrong until it is corrected. */
  readonly isWrong?: boolean;
  /** Where it is played; 'not yet' names what no short game covers. */
  readonly played: 'games' | 'twins' | 'lives' | 'says nothing of a decision' | 'not yet';
}

const SILENT = { truthful: 'always', played: 'says nothing of a decision' } as const;

/** What can be called. */
export const CALLS: Readonly<Record<keyof Policy, ReportRow>> = {
  decide: { truthful: 'always; its options have rows of their own', played: 'games' },
  preview: { truthful: 'always: nothing is booked', played: 'twins' },
  decideTogether: { truthful: 'as decide, for all of them', played: 'not yet' },
  previewTogether: { truthful: 'always: nothing is booked', played: 'not yet' },
  decideTogetherInSteps: { truthful: 'as decideTogether', played: 'not yet' },
  previewTogetherInSteps: { truthful: 'always: nothing is booked', played: 'not yet' },
  observe: {
    truthful: 'the reward that came, or a typing error that is corrected later',
    isWrong: true,
    played: 'games',
  },
  correct: { truthful: 'the reward that came', isWrong: true, played: 'games' },
  confirm: { truthful: 'it was carried out, on the share that is told', played: 'games' },
  fellBack: {
    truthful: 'the baseline was played: unrelated to the reward, or knowing more (both are played)',
    played: 'games',
  },
  cancel: {
    truthful: 'nothing was played: unrelated to the reward, or knowing more (both are played)',
    played: 'games',
  },
  abandon: { truthful: 'nothing more will be said of these decisions: as lost', played: 'not yet' },
  forget: { truthful: 'always, of settled decisions', played: 'games' },
  groupCounts: SILENT,
  awaitsGroup: SILENT,
  closeGroup: { truthful: 'all that will be told of the group has been told', played: 'games' },
  margin: SILENT,
  reserveLeft: { truthful: 'always; what is handed on to a new definition', played: 'games' },
  sites: SILENT,
  weights: SILENT,
  exportPrior: SILENT,
  variables: SILENT,
  pendingCount: SILENT,
  safeMode: { truthful: 'always', played: 'lives' },
  revision: SILENT,
  snapshot: { truthful: 'always; only the newest may be gone on from', played: 'twins' },
  snapshotInSteps: SILENT,
  heldCount: SILENT,
  holds: SILENT,
  remembers: SILENT,
  shelve: { truthful: 'always', played: 'not yet' },
  unshelve: { truthful: 'the texts that were handed out', played: 'not yet' },
};

/** What can be said with a decision. */
export const DECIDE_OPTIONS: Readonly<Record<keyof DecideOptions, ReportRow>> = {
  baseline: {
    truthful: 'its expected reward for this forecast is in what is said',
    played: 'lives',
  },
  allowed: { truthful: 'always', played: 'twins' },
  floors: {
    truthful: 'the least that the action is expected to pay for this forecast',
    played: 'not yet',
  },
  size: { truthful: 'the size it has', played: 'games' },
  group: {
    truthful: 'what forecasts leave open is shared, and all were decided before a reward',
    played: 'games',
  },
  site: { truthful: 'the place whose total it counts in', played: 'lives' },
  divisible: { truthful: 'whether it can be divided', played: 'not yet' },
  period: { truthful: 'the period it belongs to', played: 'games' },
  proposal: { truthful: 'always: the books decide', played: 'games' },
  shadow: { truthful: 'always', played: 'games' },
};

export const OBSERVE_OPTIONS: Readonly<Record<keyof ObserveOptions, ReportRow>> = {
  context: {
    truthful: 'the context as it turned out; no promise rests on it',
    played: 'says nothing of a decision',
  },
};

export const EXECUTED_SHARES: Readonly<Record<keyof ExecutedShare, ReportRow>> = {
  share: { truthful: 'the share on which it was tried', played: 'games' },
  isInnocent: { truthful: 'true only if the reasons know nothing of the strips', played: 'games' },
};

/** What can be declared. */
export const DEFINITION_FIELDS: Readonly<Record<keyof PolicyDefinition, ReportRow>> = {
  actions: SILENT,
  baseline: { truthful: 'its rows are below', played: 'games' },
  context: SILENT,
  reward: { truthful: 'its rows are below', played: 'games' },
  allowedShortfall: { truthful: 'a wish', played: 'games' },
  allowedLossPerRound: { truthful: 'a wish', played: 'games' },
  size: { truthful: 'a usual size', played: 'twins' },
  split: { truthful: 'its rows are below', played: 'games' },
  reserve: { truthful: 'a wish', played: 'games' },
  window: { truthful: 'a wish', played: 'games' },
  period: { truthful: 'a wish', played: 'games' },
  budgetMax: { truthful: 'a wish', played: 'twins' },
  failureProbability: { truthful: 'a wish', played: 'games' },
  promise: { truthful: 'a wish', played: 'games' },
  features: SILENT,
  proposer: SILENT,
  exploration: { truthful: 'a wish', played: 'twins' },
  ridgePenalty: SILENT,
  prior: { truthful: 'anything: no promise rests on it', played: 'twins' },
  memory: { truthful: 'anything: no promise rests on it', played: 'twins' },
  execution: { truthful: 'whether it is confirmed what was carried out', played: 'games' },
  rewardWithin: SILENT,
  words: SILENT,
  seed: {
    truthful: 'nobody who has a hand in rewards knows it',
    played: 'says nothing of a decision',
  },
};

export const BASELINE_FIELDS: Readonly<Record<keyof BaselineDefinition, ReportRow>> = {
  action: { truthful: 'what is done today', played: 'games' },
  reward: { truthful: 'its expected reward is in it, in every situation', played: 'games' },
  log: { truthful: 'its mean stays what it was', played: 'twins' },
  weightNormBound: {
    truthful: 'rewards are linear, with weights no longer than this',
    played: 'twins',
  },
  coin: { truthful: 'a wish', played: 'games' },
};

export const REWARD_FIELDS: Readonly<Record<keyof RewardDefinition, ReportRow>> = {
  min: { truthful: 'no reward is lower', played: 'games' },
  max: { truthful: 'no reward is higher', played: 'games' },
  noiseScale: { truthful: 'noise beyond the range has no larger scale', played: 'twins' },
  deviationScale: { truthful: 'rewards stray no further from their mean', played: 'twins' },
  floors: { truthful: 'the least that the action is expected to pay', played: 'twins' },
  unit: SILENT,
};

export const SPLIT_FIELDS: Readonly<Record<keyof SplitDefinition, ReportRow>> = {
  check: { truthful: 'a wish', played: 'games' },
  strips: { truthful: 'the number of equal strips', played: 'games' },
  drop: { truthful: 'no mean stays further below the baseline beside it', played: 'games' },
  ratio: { truthful: 'every mean keeps this share of the baseline beside it', played: 'not yet' },
  beside: { truthful: 'the same of outcomes', played: 'not yet' },
  plotNoise: { truthful: 'measured means stray no further', played: 'not yet' },
};

/** Names of the rows that no check plays. */
export function notPlayed(): string[] {
  const tables: Readonly<Record<string, Readonly<Record<string, ReportRow>>>> = {
    calls: CALLS,
    'said with a decision': DECIDE_OPTIONS,
    'said with a reward': OBSERVE_OPTIONS,
    'said of what was executed': EXECUTED_SHARES,
    definition: DEFINITION_FIELDS,
    baseline: BASELINE_FIELDS,
    reward: REWARD_FIELDS,
    split: SPLIT_FIELDS,
  };
  return Object.entries(tables).flatMap(([table, rows]) =>
    Object.entries(rows)
      .filter(([, { played }]) => played === 'not yet')
      .map(([name]) => `${name} (${table})`),
  );
}

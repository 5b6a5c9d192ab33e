/**
 * What was run: sizes, seed, hash and version, environments, and what each strategy was told.
 */
import type { EnvironmentDefinition, StrategyDefinition } from '../experiments/experiment.ts';
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { type Block, left, right, type Section } from './report.ts';

const HASH_DIGITS = 12;

/** Returns the section for one or several experiments. */
export function settingsSection(summaries: readonly ExperimentSummary[]): Section {
  return {
    id: 'settings',
    title: 'What was run',
    blocks: [
      experimentTable(summaries),
      ...environmentTable(summaries),
      ...strategyTable(summaries),
    ],
  };
}

function experimentTable(summaries: readonly ExperimentSummary[]): Block {
  return {
    kind: 'table',
    caption:
      'Experiments. The same seed gives the same worlds to every strategy, trial by trial; the hash is of the experiment’s contents.',
    columns: [
      left('experiment'),
      left('what'),
      right('rounds T'),
      right('trials'),
      right('seed'),
      left('hash'),
      left('version'),
    ],
    rows: summaries.map(({ experiment, hash, version }) => [
      experiment.name,
      experiment.title ?? '',
      String(experiment.rounds),
      String(experiment.trials),
      String(experiment.seed),
      hash.slice(0, HASH_DIGITS),
      version,
    ]),
  };
}

function environmentTable(summaries: readonly ExperimentSummary[]): Block[] {
  const environments = unique(summaries.flatMap(({ experiment }) => experiment.environments));
  return [
    {
      kind: 'table',
      caption: 'Environments.',
      columns: [left('environment'), left('kind'), left('settings')],
      rows: environments.map((definition) => [
        definition.id,
        definition.kind,
        settingsText(definition),
      ]),
    },
  ];
}

function strategyTable(summaries: readonly ExperimentSummary[]): Block[] {
  const strategies = unique(summaries.flatMap(({ experiment }) => experiment.strategies));
  return [
    {
      kind: 'table',
      caption: 'Strategies, and what they were told.',
      columns: [left('strategy'), left('kind'), left('settings')],
      rows: strategies.map((definition) => [
        definition.label ?? definition.id,
        definition.kind,
        settingsText(definition),
      ]),
    },
  ];
}

/** Everything but what has a column of its own. */
function settingsText(definition: EnvironmentDefinition | StrategyDefinition): string {
  return Object.entries(definition)
    .filter(([name, value]) => !['id', 'kind', 'label'].includes(name) && value !== undefined)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ');
}

function valueText(value: unknown): string {
  if (typeof value !== 'number') return value === null ? 'none' : String(value);
  return String(Number(value.toPrecision(5)));
}

function unique<Definition extends { readonly id: string }>(
  definitions: readonly Definition[],
): Definition[] {
  return [...new Map(definitions.map((definition) => [definition.id, definition])).values()];
}

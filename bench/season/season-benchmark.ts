/**
 * Plans of thousands of fields, and one policy for a thousand farms.
 *
 *   plan    10,000 fields, 24 actions, 96 features, in one call: CPU seconds, and as a multiple of
 *           nothing but scoring the same fields with the kernel, which takes its turn in the same run
 *   sites   a decision and its reward in a policy with 1,000 sites, as a multiple of one with one site:
 *           CPU time, and memory of what is kept for each decision
 */
import { createEngine } from '../../packages/core/src/model/kernel/create-engine.ts';
import { createRidgeModel } from '../../packages/core/src/model/ridge-model.ts';
import { createPolicy, type Policy } from '../../packages/core/src/strategies/policy/policy.ts';
import type { PolicyDefinition } from '../../packages/core/src/strategies/policy/policy-definition.ts';
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';

const PLAN_SECONDS_MAX = 1.5;
const SITES_FACTOR_MAX = 1.5;
const ACTION_COUNT = 24;

interface SeasonRow {
  readonly benchmark: 'season';
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number | null;
}

/** Measures both, the shortest of a few turns each. */
export function seasonBenchmark({ isQuick, reportProgress }: BenchmarkOptions): BenchmarkResult {
  const fieldCount = isQuick ? 50 : 10_000;
  const siteCount = isQuick ? 5 : 1000;
  const turns = isQuick ? 1 : 5;
  reportProgress(`season: a plan of ${fieldCount} fields`);
  const plan = measurePlan(fieldCount, turns);
  reportProgress(`season: decisions of ${siteCount} sites and of one`);
  const sites = measureSites(siteCount, isQuick ? 50 : 20_000, turns);
  const rows: SeasonRow[] = [
    row(`plan of ${fieldCount} fields`, plan.seconds, 's CPU', PLAN_SECONDS_MAX),
    row('the same over scoring alone', plan.seconds / plan.scoringSeconds, 'times', null),
    row(`decision with ${siteCount} sites over one`, sites.timeFactor, 'times', SITES_FACTOR_MAX),
    row('snapshot of its decisions over one site', sites.sizeFactor, 'times', SITES_FACTOR_MAX),
  ];
  return { rows, text: rows.map(lineOf).join(''), faults: [] };
}

function row(what: string, value: number, unit: string, target: number | null): SeasonRow {
  return { benchmark: 'season', what, value, unit, target };
}

function lineOf({ what, value, unit, target }: SeasonRow): string {
  const verdict =
    target === null ? '' : `, target ≤ ${target}: ${value <= target ? 'met' : 'missed'}`;
  return `${what}: ${value.toFixed(2)} ${unit}${verdict}\n`;
}

function definitionOf(): PolicyDefinition {
  const unit = { min: 0, max: 1 };
  return {
    actions: Array.from({ length: ACTION_COUNT }, (_, i) => `hybrid ${i + 1}`),
    baseline: { action: 'hybrid 4', reward: { min: 6, max: 12 } },
    context: { warmth: unit, rain: unit, soil: unit },
    reward: { min: 2, max: 16 },
    allowedShortfall: 0.1,
    size: { typical: 30 },
    split: { drop: 4, plotNoise: { scale: 0.6 } },
    seed: 1,
  };
}

function situationsOf(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    context: { warmth: (i % 7) / 7, rain: (i % 11) / 11, soil: (i % 13) / 13 },
    size: 10 + (i % 50),
  }));
}

function measurePlan(fieldCount: number, turns: number) {
  const situations = situationsOf(fieldCount);
  let [seconds, scoringSeconds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < turns; turn++) {
    const policy = createPolicy(definitionOf());
    seconds = Math.min(
      seconds,
      cpuSeconds(() => policy.previewTogether(situations, { group: 'a season' })),
    );
    scoringSeconds = Math.min(scoringSeconds, scoreFields(fieldCount));
  }
  return { seconds, scoringSeconds };
}

function scoreFields(fieldCount: number): number {
  const model = createRidgeModel({
    dimension: 4 * ACTION_COUNT,
    actionCapacity: ACTION_COUNT,
    ridgePenalty: 1,
    engine: createEngine(),
  });
  model.kernel.features.fill(0.5);
  return cpuSeconds(() => {
    for (let field = 0; field < fieldCount; field++) model.kernel.scoreActions(ACTION_COUNT, 1);
  });
}

function measureSites(siteCount: number, decisionCount: number, turns: number) {
  let [one, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let sizeFactor = 1;
  for (let turn = 0; turn < turns; turn++) {
    const [single, shared] = [createPolicy(wholeFields()), createPolicy(wholeFields())];
    one = Math.min(
      one,
      cpuSeconds(() => playSites(single, 1, decisionCount)),
    );
    many = Math.min(
      many,
      cpuSeconds(() => playSites(shared, siteCount, decisionCount)),
    );
    sizeFactor = shared.snapshot().length / single.snapshot().length;
  }
  return { timeFactor: many / one, sizeFactor };
}

function wholeFields(): PolicyDefinition {
  const { split: _split, size: _size, ...definition } = definitionOf();
  return { ...definition, baseline: { action: 'hybrid 4', reward: 9 } };
}

function playSites(policy: Policy, siteCount: number, decisionCount: number): void {
  const [situation] = situationsOf(1);
  for (let i = 0; i < decisionCount; i++) {
    const { id } = policy.decide(situation!.context, { site: `farm ${i % siteCount}` });
    policy.observe(id, 9 + (i % 3));
  }
}

/** CPU time of something that waits for nobody. */
function cpuSeconds(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * A decision and its reward as people call them, beside the kernel's own time at the same size.
 *
 *     policy   `decide` with twenty actions and two forecasts that are made for the call, then `observe`
 *     kernel   one round of learning (see kernel/rounds.ts) with as many actions and features
 *
 * Both take turns in one process, and the turn of each that took least CPU counts: collecting what the
 * policy leaves behind is part of it. A decision asks the kernel for more than one round: a declared baseline
 * is a hint, rewards are learnt with and without hints, and the offer is predicted.
 */
import { normal } from '../../packages/core/src/context/normal.ts';
import { createEngine } from '../../packages/core/src/model/kernel/create-engine.ts';
import { createPolicy } from '../../packages/core/src/strategies/policy/policy.ts';
import type { PolicyDefinition } from '../../packages/core/src/strategies/policy/policy-definition.ts';
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { generateFixture } from '../kernel/fixture.ts';
import { playInFull } from '../kernel/rounds.ts';

const ACTION_COUNT = 20;
/** Each action has weights of its own for [1, warmth, rain]. */
const FEATURE_COUNT = 3 * ACTION_COUNT;
const KERNELS_MAX = 4;
const ROUND_COUNT = 5000;
const KERNEL_ROUND_COUNT = 20_000;
const TURN_COUNT = 15;

interface PolicyRow {
  readonly benchmark: 'policy';
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number | null;
}

/** Measures both in turns. */
export function policyBenchmark({ isQuick, reportProgress }: BenchmarkOptions): BenchmarkResult {
  reportProgress(`policy: decisions among ${ACTION_COUNT} actions, and the kernel alone`);
  const roundCount = isQuick ? 20 : ROUND_COUNT;
  const kernelRoundCount = isQuick ? 20 : KERNEL_ROUND_COUNT;
  let [policy, kernel] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < (isQuick ? 1 : TURN_COUNT); turn++) {
    policy = Math.min(policy, cpuMicroseconds(() => playPolicy(roundCount)) / roundCount);
    const kernelTime = cpuMicroseconds(() => playKernel(kernelRoundCount));
    kernel = Math.min(kernel, kernelTime / kernelRoundCount);
  }
  const size = `${ACTION_COUNT} actions, ${FEATURE_COUNT} features`;
  const rows: PolicyRow[] = [
    row(`decide + observe, ${size}`, policy, 'µs', null),
    row(`a round of the kernel, ${size}`, kernel, 'µs', null),
    row('the first over the second', policy / kernel, 'times', KERNELS_MAX),
  ];
  return { rows, text: rows.map(lineOf).join(''), faults: [] };
}

function row(what: string, value: number, unit: string, target: number | null): PolicyRow {
  return { benchmark: 'policy', what, value, unit, target };
}

function lineOf({ what, value, unit, target }: PolicyRow): string {
  const verdict =
    target === null ? '' : `, target ≤ ${target}: ${value <= target ? 'met' : 'missed'}`;
  return `${what}: ${value.toFixed(2)} ${unit}${verdict}\n`;
}

const DEFINITION: PolicyDefinition = {
  actions: Array.from({ length: ACTION_COUNT }, (_, i) => `hybrid ${i + 1}`),
  baseline: { action: 'hybrid 4', reward: 9 },
  context: { warmth: { min: 0, max: 1 }, rain: { min: 0, max: 1 } },
  reward: { min: 2, max: 16, unit: 't/ha' },
  allowedShortfall: 0.1,
  seed: 1,
};

function playPolicy(roundCount: number): void {
  const policy = createPolicy(DEFINITION);
  for (let round = 0; round < roundCount; round++) {
    const warmth = normal((round % 7) / 7, 0.1);
    const rain = normal((round % 11) / 11, 0.1);
    const { id } = policy.decide({ warmth, rain });
    policy.observe(id, 8 + (round % 3));
  }
}

const FIXTURE = generateFixture({ dimension: FEATURE_COUNT, actionCount: ACTION_COUNT });
const KERNEL = createEngine().createKernel({
  dimension: FEATURE_COUNT,
  actionCapacity: ACTION_COUNT,
});

function playKernel(roundCount: number): void {
  playInFull(KERNEL, FIXTURE, roundCount);
}

/** CPU time of something that waits for nobody. */
function cpuMicroseconds(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

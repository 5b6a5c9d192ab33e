/**
 * One stretch of load on a service, and what it did to it.
 */
import { quantile } from './measure-disk.ts';
import { type BenchService, send, startBenchService } from './processes.ts';
import type { SendOptions } from './send.ts';
import type { ServeOptions } from './serve.ts';

export interface LoadMeasurement {
  readonly decisionsPerSecond: number;
  /** Decisions and rewards. */
  readonly requestsPerSecond: number;
  /** Requests that share a commit, on average. */
  readonly batchSize: number;
  readonly bytesPerCommit: number;
  readonly bytesPerDecision: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Time of a commit in the thread that writes. */
  readonly commitMedianMs: number;
  readonly commitP99Ms: number;
  /** Decisions for each second of CPU: of the thread that answers, and of the whole process. */
  readonly perThreadSecond: number;
  readonly perCpuSecond: number;
  /** Answers other than 200, and requests without an answer. */
  readonly refusedCount: number;
  readonly errorCount: number;
  readonly refusalP99Ms: number;
}

export async function measureLoad(
  service: BenchService,
  options: Omit<SendOptions, 'port'>,
): Promise<LoadMeasurement> {
  const before = await service.readCounters();
  const sent = await send({ ...options, port: service.port });
  const after = await service.readCounters();
  const decisions = after.decisionCount - before.decisionCount;
  const entries = after.entryCount - before.entryCount;
  const commits = Math.max(1, after.commitCount - before.commitCount);
  const { 200: good = 0, 503: refused = 0, ...others } = sent.statuses;
  return {
    decisionsPerSecond: good / sent.seconds,
    requestsPerSecond: (good + sent.rewardCount) / sent.seconds,
    batchSize: entries / commits,
    bytesPerCommit: (after.diskBytes - before.diskBytes) / commits,
    bytesPerDecision: (after.diskBytes - before.diskBytes) / Math.max(1, decisions),
    medianMs: quantile(sent.goodMs, 0.5),
    p99Ms: quantile(sent.goodMs, 0.99),
    commitMedianMs: quantile(after.commitMs, 0.5),
    commitP99Ms: quantile(after.commitMs, 0.99),
    perThreadSecond: decisions / (after.threadSeconds - before.threadSeconds),
    perCpuSecond: decisions / (after.cpuSeconds - before.cpuSeconds),
    refusedCount: refused,
    errorCount:
      sent.unanswered +
      sent.refusedRewardCount +
      Object.values(others).reduce((sum, count) => sum + count, 0),
    refusalP99Ms: quantile(sent.otherMs, 0.99),
  };
}

/** Runs a service for as long as the act takes; the first stretch only warms it up. */
export async function withService<Value>(
  options: Omit<ServeOptions, 'folder'>,
  act: (service: BenchService) => Promise<Value>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Value> {
  const service = await startBenchService(options, { environment });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

/** Returns the one in the middle, by size. */
export function middle<Value>(values: readonly Value[], size: (value: Value) => number): Value {
  return values.toSorted((a, b) => size(a) - size(b))[Math.floor(values.length / 2)]!;
}

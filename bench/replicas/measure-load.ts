/**
 * One stretch of load on a set of replicas, and what it cost them and their database.
 */
import type { BenchDatabase } from './database.ts';
import { findHolders } from './find-holders.ts';
import {
  definePolicies,
  type Replica,
  type ReplicaFlags,
  send,
  withReplicas,
} from './replica-set.ts';

export interface Scenario {
  readonly replicaCount: number;
  readonly policyCount: number;
  readonly batchSize: number;
  /** Whether callers ask the holder of a policy, or all replicas in turn. */
  readonly isHolderAsked: boolean;
  /** Callers that each wait for their answer, of all replicas together. */
  readonly callers: number;
}

/**
 * How many decisions each replica makes that holds a policy: counted, because a busy machine needs longer to be warm, and as many of each,
 * because code gets faster the more it has run.
 */
export interface LoadSize {
  /** Before anything is measured. */
  readonly warmUpDecisions: number;
  readonly decisions: number;
}

export interface ScenarioSetting {
  readonly database: BenchDatabase;
  readonly size: LoadSize;
  readonly flags: ReplicaFlags;
}

export interface ReplicaMeasurement extends Scenario {
  readonly decisionsPerSecond: number;
  /** CPU time of a decision, in microseconds: of all replicas together, and of PostgreSQL. */
  readonly replicaMicros: number;
  readonly databaseMicros: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Requests without a decision. */
  readonly failedCount: number;
}

export async function measureScenario(
  scenario: Scenario,
  { database, size, flags }: ScenarioSetting,
): Promise<ReplicaMeasurement> {
  const { replicaCount, policyCount, batchSize, isHolderAsked, callers } = scenario;
  const url = await database.freshUrl();
  const policies = Array.from({ length: policyCount }, (_, index) => `load${index}`);
  return await withReplicas(
    { count: replicaCount, flags: { ...flags, database: url } },
    async (replicas) => {
      await definePolicies(replicas, policies);
      const ports = replicas.map(({ port }) => port);
      const homes = isHolderAsked ? await findHolders(replicas, policies) : null;
      const holderCount = Math.min(replicaCount, policyCount);
      const load = { ports, policies, homes, batchSize, connections: callers };
      await send({ ...load, decisions: holderCount * size.warmUpDecisions });
      const before = await readCosts(replicas, database);
      const sent = await send({ ...load, decisions: holderCount * size.decisions });
      const after = await readCosts(replicas, database);
      const micros = (seconds: number) => (1e6 * seconds) / Math.max(1, sent.decisions);
      return {
        ...scenario,
        decisionsPerSecond: sent.decisions / sent.seconds,
        replicaMicros: micros(after.replicas - before.replicas),
        databaseMicros: micros(after.database - before.database),
        medianMs: sent.medianMs,
        p99Ms: sent.p99Ms,
        failedCount: Object.values(sent.refused).reduce((sum, n) => sum + n, sent.unanswered),
      };
    },
  );
}

async function readCosts(replicas: readonly Replica[], database: BenchDatabase) {
  const seconds = await Promise.all(replicas.map((replica) => replica.cpuSeconds()));
  return {
    replicas: seconds.reduce((sum, one) => sum + one, 0),
    database: database.cpuSeconds() ?? Number.NaN,
  };
}

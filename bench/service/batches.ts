/**
 * Decisions in batches of fifty, over a few connections.
 */
import { loadRequest, POLICY_NAME } from './load-policy.ts';
import type { BenchService } from './processes.ts';

const BATCH_COUNT = 50;
const CONNECTIONS = 8;

export interface BatchMeasurement {
  /** Decisions for each second of CPU of the whole process. */
  readonly perCpuSecond: number;
}

export async function sendBatches(
  service: BenchService,
  seconds: number,
  receipts: 'whole' | 'minimal' = 'whole',
): Promise<BatchMeasurement> {
  const decisions = Array.from({ length: BATCH_COUNT }, (_, i) => loadRequest(i));
  const body = JSON.stringify({ decisions });
  const url = `http://127.0.0.1:${service.port}/v1/policies/${POLICY_NAME}/decisions/batch`;
  const end = performance.now() + 1000 * seconds;
  const run = `${process.pid}-${performance.now()}`;
  let sent = 0;
  const work = async () => {
    do {
      sent += 1;
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': `${run}-${sent}`,
        ...(receipts === 'minimal' ? { prefer: 'return=minimal' } : {}),
      };
      const answer = await fetch(url, { method: 'POST', headers, body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`A batch was refused: ${text.slice(0, 300)}`);
    } while (performance.now() < end);
  };
  const before = await service.readCounters();
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const after = await service.readCounters();
  const count = after.decisionCount - before.decisionCount;
  return { perCpuSecond: count / (after.cpuSeconds - before.cpuSeconds) };
}

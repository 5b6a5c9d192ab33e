/**
 * A file of rewards, one line for each decision of a season, taken in durably by one request.
 */
import { LOAD_POLICY, loadRequest, loadReward, POLICY_NAME } from './load-policy.ts';
import { withService } from './measure-load.ts';

export interface BulkMeasurement {
  readonly seconds: number;
  readonly lineCount: number;
  /** Lines that were answered with anything but `recorded`. */
  readonly refusedCount: number;
}

/** Decisions in one request; more are refused. */
const BATCH_COUNT = 500;

/** Decides as often as there are lines, and then measures the file of their rewards alone. */
export function measureBulk(lineCount: number): Promise<BulkMeasurement> {
  const options = { isSynced: true, isGrouped: true, waitingMax: 1000 };
  return withService(options, async ({ port }) => {
    const path = `http://127.0.0.1:${port}/v1/policies/${POLICY_NAME}`;
    await call(path, 'PUT', 'application/json', JSON.stringify({ definition: LOAD_POLICY }));
    const ids: string[] = [];
    for (let first = 0; first < lineCount; first += BATCH_COUNT) {
      ids.push(...(await decide(path, first, Math.min(BATCH_COUNT, lineCount - first))));
    }
    const lines = ids.map((decision, i) => JSON.stringify({ decision, value: loadReward(i) }));
    const start = performance.now();
    const answers = await call(`${path}/rewards`, 'POST', 'application/jsonl', lines.join('\n'));
    const seconds = (performance.now() - start) / 1000;
    const recordedCount = answers.split('"outcome":"recorded"').length - 1;
    return { seconds, lineCount, refusedCount: lineCount - recordedCount };
  });
}

async function decide(path: string, first: number, count: number): Promise<string[]> {
  const decisions = Array.from({ length: count }, (_, i) => loadRequest(first + i));
  const body = JSON.stringify({ decisions });
  const text = await call(`${path}/decisions/batch`, 'POST', 'application/json', body, `b${first}`);
  const { answers } = JSON.parse(text) as { answers: { receipt: { id: string } }[] };
  return answers.map(({ receipt }) => receipt.id);
}

async function call(
  url: string,
  method: string,
  type: string,
  body: string,
  key?: string,
): Promise<string> {
  const headers = {
    'content-type': type,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const response = await fetch(url, { method, headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

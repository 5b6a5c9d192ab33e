/**
 * What a second thread that decides is worth: many policies, decisions in batches, with one such thread and with two.
 *
 * By the clock two threads are faster only on cores that nobody else uses. So the CPU time of the busiest thread counts: no
 * machine, however many cores it has, can decide faster than that thread works.
 */
import { LOAD_POLICY, loadRequest } from './load-policy.ts';
import { withService } from './measure-load.ts';
import type { BenchService } from './processes.ts';

const BATCH_COUNT = 50;
const CONNECTIONS = 8;
const OPTIONS = { isSynced: false, isGrouped: true, waitingMax: 1000 };

export interface BusiestThread {
  /** CPU time of a decision in the thread that has most to do, in microseconds. */
  readonly micros: number;
  /** The same of the thread that answers HTTP. */
  readonly answeringMicros: number;
}

export interface TwoDeciders {
  readonly one: BusiestThread;
  readonly two: BusiestThread;
}

export interface TwoDecidersOptions {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly turns: number;
  /** Few are shared out unevenly. */
  readonly policies: number;
}

/** Both take turns, and the best turn of each counts. Returns null where the system does not tell what each thread takes. */
export async function measureTwoDeciders(options: TwoDecidersOptions): Promise<TwoDeciders | null> {
  return withDeciders(1, options, (alone) =>
    withDeciders(2, options, async (together) => {
      const one: BusiestThread[] = [];
      const two: BusiestThread[] = [];
      for (let turn = 0; turn < options.turns; turn++) {
        one.push(...(await measure(alone, options)));
        two.push(...(await measure(together, options)));
      }
      return one.length === 0 ? null : { one: best(one), two: best(two) };
    }),
  );
}

function best(turns: readonly BusiestThread[]): BusiestThread {
  return turns.toSorted((a, b) => a.micros - b.micros)[0]!;
}

function withDeciders<Value>(
  deciderThreads: number,
  { warmUpSeconds, policies }: TwoDecidersOptions,
  act: (service: BenchService) => Promise<Value>,
): Promise<Value> {
  return withService({ ...OPTIONS, deciderThreads }, async (service) => {
    const definition = JSON.stringify({ definition: LOAD_POLICY });
    for (const path of pathsOf(service, policies)) await call(path, 'PUT', definition);
    await sendFor(pathsOf(service, policies), warmUpSeconds);
    return act(service);
  });
}

/** One turn; nothing where the system does not tell. */
async function measure(
  service: BenchService,
  { seconds, policies }: TwoDecidersOptions,
): Promise<BusiestThread[]> {
  const before = await service.readCounters();
  await sendFor(pathsOf(service, policies), seconds);
  const after = await service.readCounters();
  const count = after.decisionCount - before.decisionCount;
  const spent = Object.entries(after.threads).map(
    ([thread, time]) => time - (before.threads[thread] ?? 0),
  );
  if (spent.length === 0) return [];
  const micros = (value: number) => (1e6 * value) / Math.max(1, count);
  const answering = after.threadSeconds - before.threadSeconds;
  return [{ micros: micros(Math.max(...spent)), answeringMicros: micros(answering) }];
}

function pathsOf({ port }: BenchService, policies: number): string[] {
  const address = `http://127.0.0.1:${port}/v1/policies`;
  return Array.from({ length: policies }, (_, i) => `${address}/load-${i}`);
}

async function sendFor(paths: readonly string[], seconds: number): Promise<void> {
  const decisions = Array.from({ length: BATCH_COUNT }, (_, i) => loadRequest(i));
  const body = JSON.stringify({ decisions });
  const end = performance.now() + 1000 * seconds;
  let sent = 0;
  const work = async () => {
    do {
      sent += 1;
      await call(`${paths[sent % paths.length]}/decisions/batch`, 'POST', body);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

async function call(url: string, method: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text.slice(0, 300)}`);
}

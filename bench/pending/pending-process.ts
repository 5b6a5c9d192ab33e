/**
 * A process of its own that fills a policy with decisions nobody rewards, or opens one that is full, and prints
 * what that took: memory, and the longest time in which nothing else was done.
 *
 * usage: node pending-process.ts fill|open FOLDER small|large COUNT
 */
import { createDecisionService } from '../../packages/service/src/decisions/create-decision-service.ts';
import { systemClock } from '../../packages/service/src/instruments/clock.ts';
import { openSqliteJournal } from '../../packages/service/src/journal/sqlite/sqlite-journal.ts';
import type { DecisionRequest, PolicyDefinition } from '../../packages/service/src/wire.ts';
import { LOAD_POLICY, loadRequest } from '../service/load-policy.ts';

/** What a process has measured. */
export interface PendingFigures {
  readonly pending: number;
  readonly seconds: number;
  /** After the collection of garbage, and the most that the process ever held. */
  readonly heapBytes: number;
  readonly residentBytes: number;
  /** Longest time for which the loop was held up, by the clock and in time of the processor. */
  readonly stallMs: number;
  readonly stallCpuMs: number;
}

/** Decisions before anything is measured. */
const WARM_UP = 1000;
/** Requests that are under way at a time: some are decided while others are stored. */
const TOGETHER = 256;
/** Decisions after which a line tells how far it is. */
const TOLD_EVERY = 500_000;
const SMALL_POLICY: PolicyDefinition = {
  actions: ['usual', 'new'],
  baseline: { action: 'usual', reward: 10 },
  context: { visitors: { min: 0, max: 100 } },
  reward: { min: 3, max: 20 },
  allowedShortfall: 0.2,
  execution: 'confirm',
  seed: 3,
};

interface Kind {
  readonly definition: PolicyDefinition;
  readonly request: (number: number) => DecisionRequest;
}

const KINDS: Readonly<Record<string, Kind>> = {
  small: {
    definition: SMALL_POLICY,
    request: (number) => ({ context: { visitors: number % 100 } }),
  },
  large: { definition: LOAD_POLICY, request: loadRequest },
};

async function main([act, folder, kind, count]: readonly string[]): Promise<PendingFigures> {
  const start = performance.now();
  const journal = await openSqliteJournal({ folder: folder!, isSynced: false, ballastBytes: 0 });
  const service = createDecisionService({ journal, clock: systemClock });
  const { definition, request } = KINDS[kind!]!;
  const decide = (number: number) =>
    service.decide('shop', request(number), { scope: 'local', text: null });
  if (act === 'fill') await service.define('shop', { definition });
  // Code that is compiled for the first time is not what is measured.
  for (let number = 0; number < Math.min(WARM_UP, Number(count)); number++) await decide(number);
  const stalls = watchLoop();
  await decideAll(Number(count), decide);
  const stall = stalls.end();
  const { counts } = await service.policy('shop');
  const seconds = (performance.now() - start) / 1000;
  globalThis.gc?.();
  const figures = {
    pending: counts.pending,
    seconds,
    heapBytes: process.memoryUsage().heapUsed,
    residentBytes: 1024 * process.resourceUsage().maxRSS,
    ...stall,
  };
  await service.close();
  await journal.close();
  return figures;
}

/** Decides all but those of the warm-up, and tells from time to time how far it is. */
async function decideAll(
  count: number,
  decide: (number: number) => Promise<unknown>,
): Promise<void> {
  const start = performance.now();
  let next = WARM_UP;
  const lane = async () => {
    while (next < count) {
      const number = next++;
      await decide(number);
      if (number % TOLD_EVERY === 0) tellProgress(number, start);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
}

function tellProgress(done: number, start: number): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const resident = (process.memoryUsage().rss / 1e6).toFixed(0);
  process.stderr.write(`pending: ${done} after ${seconds} s, ${resident} MB\n`);
}

/** Looks at the clocks in every round of the loop. */
function watchLoop(): { end(): Pick<PendingFigures, 'stallMs' | 'stallCpuMs'> } {
  let [stallMs, stallCpuMs, isOver] = [0, 0, false];
  let [time, cpu] = [performance.now(), cpuMs()];
  const look = () => {
    const [now, cpuNow] = [performance.now(), cpuMs()];
    stallMs = Math.max(stallMs, now - time);
    stallCpuMs = Math.max(stallCpuMs, cpuNow - cpu);
    [time, cpu] = [now, cpuNow];
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end: () => {
      isOver = true;
      return { stallMs, stallCpuMs };
    },
  };
}

/** Time of the processor that this thread has taken. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))));

/**
 * Starts the deciders, as many as the settings say, each with a share in the journal; without any, policies are
 * decided in the HTTP thread itself.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type LargeCalls, largeCalls, largeCallsBy } from '../api/large/large-calls.ts';
import { Decider, type DeciderEvent, type DeciderThread } from '../deciders/decider.ts';
import type { DeciderData } from '../deciders/messages.ts';
import { askDeciders, shareOut } from '../deciders/share-out.ts';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { ServiceEvent, ServiceLimits } from '../decisions/writer/options.ts';
import { type Clock, systemClock } from '../instruments/clock.ts';
import { machineBytes } from '../instruments/memory-use.ts';
import type { JournalPart, WholeJournal } from '../journal/journal-share.ts';
import { deciderMemory } from './decider-memory.ts';
import type { Settings } from './settings-table.ts';
import { StartFailure } from './start-failure.ts';

export interface DecidersInput {
  readonly settings: Settings;
  readonly journal: WholeJournal;
  /** A clock of one's own stays in this thread, and so do the policies then. */
  readonly clock: Clock | null;
  readonly limits: Partial<ServiceLimits>;
  readonly onEvent: (event: ServiceEvent) => void;
  readonly onDecider: (event: DeciderEvent) => void;
  /** The file that a thread runs; the one of this folder if absent. */
  readonly script?: URL;
  readonly silentBeatsMax?: number;
  readonly beatMs?: number;
}

/** More threads than this share the one that writes, and win little. */
const THREADS_MAX = 8;
/** A turn in the thread that also answers HTTP, in milliseconds: whoever asks whether it lives waits for it. */
const SHARED_TURN_MS = 8;
/**
 * Memory for what is young, in megabytes. At its limit the engine lends a thread 16 more to end in order; all that is young may move
 * over to what is old in one moment, and where that is more than was lent, the engine ends the whole process.
 */
const YOUNG_MB = 24;

export interface Deciding {
  readonly service: DecisionService;
  readonly large: LargeCalls;
}

/** Returns the service when every decider is ready. */
export async function startDeciders(input: DecidersInput): Promise<Deciding> {
  const { settings, journal, clock, limits } = input;
  const share = journal.share;
  const deciderCount = clock === null ? deciderCountOf(settings) : 0;
  if (deciderCount === 0 || share === undefined) {
    const service = createDecisionService({
      journal,
      clock: clock ?? systemClock,
      onEvent: input.onEvent,
      limits: { turnMsMax: SHARED_TURN_MS, ...limits },
    });
    return { service, large: largeCalls(service) };
  }
  const memory = deciderMemory(settings, deciderCount, machineBytes());
  // As many are awake in all as the settings say.
  const policiesAwake = Math.ceil(settings.policiesAwake / deciderCount);
  const own = { limits: { ...limits, policiesAwake }, memory, script: input.script };
  const places = Array.from({ length: deciderCount }, (_, place) => place);
  const deciders = places.map((place) => {
    const begin = () => beginThread(share(), { ...own, place });
    return new Decider({ ...input, place, begin });
  });
  const service = shareOut({ deciders, journal });
  try {
    await Promise.all(deciders.map(({ started }) => started));
  } catch (cause) {
    await service.close();
    throw notStarted(cause);
  }
  return { service, large: largeCallsBy(askDeciders(deciders)) };
}

/** As the settings say, or one for each core but one, which answers HTTP. */
function deciderCountOf({ deciderThreads }: Settings): number {
  if (deciderThreads !== 'auto') return deciderThreads;
  return Math.min(THREADS_MAX, Math.max(1, availableParallelism() - 1));
}

interface ThreadInput extends Pick<DeciderData, 'limits'> {
  readonly place: number;
  readonly memory: number;
  readonly script: URL | undefined;
}

function beginThread(
  { share, ports, withdraw }: JournalPart,
  { place, limits, memory, script }: ThreadInput,
): DeciderThread {
  const isSource = import.meta.url.endsWith('.ts');
  const own = isSource
    ? new URL('./decider-worker.ts', import.meta.url)
    : new URL('./decider-worker.js', import.meta.url);
  try {
    const worker = new Worker(script ?? own, {
      name: `decider ${place}`,
      workerData: { journal: share, limits } satisfies DeciderData,
      transferList: [...ports],
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG_MB },
      // In a clone the core is read from its source as well, however this process was started.
      ...(isSource ? { execArgv: ['--conditions=@hedgerow/source'] } : {}),
    });
    return { worker, withdraw };
  } catch (error) {
    // Nobody will use it.
    withdraw();
    throw error;
  }
}

function notStarted(cause: unknown): StartFailure {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new StartFailure(
    'decider',
    `Every thread that decides must start, but one did not (${said}). Look after memory and the journal, or set deciderThreads to 0.`,
    { cause },
  );
}

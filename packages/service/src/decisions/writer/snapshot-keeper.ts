/**
 * Pictures of a policy's state, so that the next start need not read the whole journal.
 *
 * One is due every so many entries; a large one less often, because it costs more to write than the
 * entries cost to read. A picture is taken at once, of what is in memory once all that need not be there has been
 * handed out; it is written bit by bit while turns go on, and stored when all that is in it, and all that was
 * handed out before, is on disk. There is never a second one under way. One that cannot be stored is told
 * and otherwise missed by nobody; but if what was handed out for it cannot be stored, no later one would be whole, and the state is made again.
 */
import type { TextInSteps } from '@hedgerow/core';
import type { Journal } from '../../journal/journal.ts';
import { generationOf, type PolicyState } from '../fold/policy-state.ts';
import { snapshotInSteps } from '../fold/snapshot-text.ts';
import type { ServiceEvent } from './options.ts';

export interface SnapshotKeeperOptions {
  readonly policy: string;
  readonly journal: Journal;
  /** Entries between two snapshots. */
  readonly snapshotEntries: number;
  /** Entries that may be read again whenever the policy is woken. */
  readonly wokenEntries: number;
  /** Resolves when what has arrived by now has been read. */
  readonly arrivals: () => Promise<unknown>;
  readonly report: (event: ServiceEvent) => void;
  /** What was handed out could not be stored, and is nowhere but in the state. */
  readonly onShelfLost: () => void;
}

/** Characters that a snapshot may have for each entry since the last one ... */
const SNAPSHOT_LENGTH_PER_ENTRY = 256;
/** ... unless so many times the usual number of entries would have to be read at the next start. */
const SNAPSHOT_DELAY_MAX = 4;

export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions;
  #version = 0;
  #length = 0;
  #isUnderWay = false;

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options;
  }

  /** The state was made again, beginning with the snapshot of this version; 0 if with none. */
  noteLoaded(version: number): void {
    this.#version = version;
  }

  /** Whether there are entries that no snapshot includes. */
  isBehind({ version }: PolicyState): boolean {
    return version > this.#version;
  }

  /** Whether there are too many of them to be read again whenever the policy is woken. */
  isFarBehind({ version }: PolicyState): boolean {
    return version - this.#version >= this.#options.wokenEntries;
  }

  /** Whether there are so many of them that a snapshot is worth its while. */
  isDue({ version }: PolicyState): boolean {
    if (this.#isUnderWay) return false;
    const { snapshotEntries } = this.#options;
    // A large picture must not be taken for every few entries.
    const worthwhileEntries = this.#length / SNAPSHOT_LENGTH_PER_ENTRY;
    const mostEntries = SNAPSHOT_DELAY_MAX * snapshotEntries;
    const leastEntries = Math.max(snapshotEntries, Math.min(worthwhileEntries, mostEntries));
    return version - this.#version >= leastEntries;
  }

  /** Takes the picture now, and resolves when it is stored or has failed; never rejects. */
  async keep(state: PolicyState, durable: Promise<unknown>): Promise<void> {
    const { policy, journal, report, onShelfLost } = this.#options;
    const { version, hash, shelf } = state;
    if (state.core === null) return;
    this.#version = version;
    this.#isUnderWay = true;
    try {
      shelf.handOut(state, 'snapshot');
      const generation = generationOf(state);
      const text = this.#writeOut(snapshotInSteps(state));
      const shelved = shelf.store(durable);
      shelved.catch(onShelfLost);
      const [body] = await Promise.all([text, durable, shelved]);
      await journal.writeSnapshot({ policy, version, hash, generation, body });
      report({ kind: 'snapshot', policy, version });
    } catch (error) {
      report({ kind: 'failure', policy, detail: `Snapshot: ${String(error)}` });
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** Between the steps of a snapshot requests are read and turns are taken. */
  async #writeOut(steps: TextInSteps): Promise<readonly string[]> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        this.#length = step.value.reduce((sum, { length }) => sum + length, 0);
        return step.value;
      }
      await this.#options.arrivals();
    }
  }
}

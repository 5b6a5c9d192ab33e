/**
 * Snapshots must be what the entries add up to at their version.
 */
import type { ShelfRow, Snapshot } from '../../journal/journal.ts';
import { generationOf, type PolicyState } from '../fold/policy-state.ts';
import { isOfEarlierFormat, writeSnapshotText } from '../fold/snapshot-text.ts';
import type { Scratch } from './scratch.ts';
import type { VerifyProblem } from './verify-journal.ts';

export interface SnapshotCheckParts {
  readonly scratch: Scratch;
  /** Returns the state of a snapshot, or throws. */
  readonly restore: (snapshot: Snapshot) => PolicyState;
}

export class SnapshotCheck {
  readonly #scratch: Scratch;
  readonly #restore: SnapshotCheckParts['restore'];
  #snapshots: readonly Snapshot[] = [];

  constructor({ scratch, restore }: SnapshotCheckParts) {
    this.#scratch = scratch;
    this.#restore = restore;
  }

  begin(snapshots: readonly Snapshot[]): void {
    this.#snapshots = snapshots;
  }

  /** The one that a proof may go on from where entries were deleted. */
  get checkpoint(): Snapshot | undefined {
    return this.#snapshots.find(({ isPinned }) => isPinned === true);
  }

  /** How many entries there are from a version to the next snapshot; infinite if there is none. */
  entriesAhead(version: number): number {
    const ahead = this.#snapshots.map((snapshot) => snapshot.version - version);
    return Math.min(...ahead.filter((count) => count > 0));
  }

  /** Compares the snapshots of the version that the state has. */
  async problemAt(state: PolicyState): Promise<VerifyProblem | null> {
    const { version: position, shelf } = state;
    for (const snapshot of this.#snapshots) {
      if (snapshot.version !== position || isOfEarlierFormat(snapshot)) continue;
      if (snapshot.isPinned === true) continue;
      shelf.handOut(state, 'snapshot');
      const isSame =
        snapshot.hash === state.hash &&
        (snapshot.body === writeSnapshotText(state) ||
          (await this.#isHeldOtherwise(snapshot, state)));
      if (!isSame)
        return { position, what: `Snapshot ${position} is not what the entries add up to.` };
    }
    return null;
  }

  /** There are none of versions that no entry has. */
  problemBeyond({ version }: PolicyState): VerifyProblem | null {
    const beyond = this.#snapshots.find(
      (snapshot) => !(snapshot.version >= 1 && snapshot.version <= version),
    );
    if (beyond === undefined) return null;
    const what = `There is a snapshot of version ${beyond.version}, but only ${version} entries.`;
    return { position: version, what };
  }

  /**
   * How many decisions a snapshot holds, and how many were on the shelf, is for whoever wrote it to choose. So all are taken out of
   * both: then the states must be the same, and every decision that the snapshot held.
   */
  async #isHeldOtherwise(snapshot: Snapshot, state: PolicyState): Promise<boolean> {
    let theirs: PolicyState;
    try {
      theirs = this.#restore(snapshot);
    } catch {
      return false;
    }
    try {
      theirs.shelf.handOut(theirs, 'comparison');
      await handOutAll(state);
      if (writeSnapshotText(theirs) !== writeSnapshotText(state)) return false;
      const rows = theirs.shelf.takeBatches().flatMap((batch) => batch.rows);
      const own = await this.#ownRows(
        state,
        rows.map(({ first }) => first),
      );
      return rows.every(({ first, last, text }) => {
        const row = own.get(first);
        return row?.last === last && row.text === text;
      });
    } finally {
      theirs.engine.dispose();
    }
  }

  /** Rows of decisions by their numbers in the core, as they are written now: the policy may have grown since they were. */
  async #ownRows(
    state: PolicyState,
    sequences: readonly number[],
  ): Promise<ReadonlyMap<number, ShelfRow>> {
    const { policy, version, core } = state;
    const query = { policy, generation: generationOf(state), sequences, version, span: 1 };
    for (const { text } of await this.#scratch.readShelf(query)) core?.unshelve(text);
    await handOutAll(state);
    const rows = await this.#scratch.readShelf(query);
    return new Map(rows.map((row) => [row.first, row]));
  }
}

async function handOutAll(state: PolicyState): Promise<void> {
  const { shelf } = state;
  shelf.handOut(state, 'comparison');
  await shelf.store(Promise.resolve());
}

/**
 * Fills in the lines that an earlier release has left behind, once after an upgrade, in the background: one policy
 * after the other is made again, its standing is written if nobody has appended meanwhile, and it is dropped.
 *
 * It does not touch the writers: whoever asks for a policy gets it at once, and fills in its line, too.
 */
import { createEngine, type KernelEngine } from '@hedgerow/core';
import type { Journal } from '../../journal/journal.ts';
import { flipNone } from '../fold/coins.ts';
import { loadPolicy } from './load-policy.ts';
import { StandingBook } from './standing-book.ts';

export interface FillOptions {
  readonly journal: Journal;
  /** Lets others work in between; resolves to false if it is time to stop. */
  readonly pause: () => Promise<boolean>;
  /** Told of a policy whose line could not be filled in. */
  readonly onFailure: (policy: string, error: unknown) => void;
}

/** Lines that are read at a time. */
const PAGE_LINES = 500;

/** Resolves when all lines are filled in, or it is time to stop; never rejects. */
export async function fillStandings(options: FillOptions): Promise<void> {
  const engine = createEngine();
  let after = '';
  for (;;) {
    const names = await linesAfter(options, after);
    for (const { policy, isBehind } of names) {
      if (!isBehind) continue;
      await fillOne(options, policy, engine);
      if (!(await options.pause())) return;
    }
    if (names.length < PAGE_LINES || !(await options.pause())) return;
    after = names.at(-1)!.policy;
  }
}

async function linesAfter({ journal, onFailure }: FillOptions, after: string) {
  try {
    const lines = await journal.listLines({ after, limit: PAGE_LINES, isArchivedShown: true });
    return lines.map(({ policy, standing }) => ({ policy, isBehind: standing === null }));
  } catch (error) {
    onFailure('', error);
    return [];
  }
}

async function fillOne(
  { journal, onFailure }: FillOptions,
  policy: string,
  engine: KernelEngine,
): Promise<void> {
  try {
    const { state } = await loadPolicy({
      journal,
      policy,
      engine,
      flip: flipNone,
      // Whoever writes to it next tells of a snapshot that does not fit.
      onRefused: () => {},
    });
    const { version, hash } = state;
    if (state.generations.length > 0) {
      await journal.writeStanding(policy, { version, hash }, new StandingBook().whole(state));
    }
    state.engine.dispose();
  } catch (error) {
    onFailure(policy, error);
  }
}

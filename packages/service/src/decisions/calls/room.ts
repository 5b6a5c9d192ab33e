/**
 * What all calls share: the journal, one writer for each policy, how to look at a policy and how to read.
 *
 * Nothing here touches the books; that happens in the writers' turns only.
 */
import type { Journal } from '../../journal/journal.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { journalUnavailable } from '../../problems/refusals.ts';
import type { AnyCommand } from '../commands/command.ts';
import type { DecideInput } from '../commands/decide-command.ts';
import { lookCommand } from '../commands/policy-commands.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import type { MonotonicClock, ServiceEvent } from '../writer/options.ts';
import type { PolicyWriters } from '../writer/policy-writers.ts';
import { SharedLooks } from './shared-looks.ts';

export interface RoomOptions {
  readonly journal: Journal;
  readonly writers: PolicyWriters;
  readonly monotonic: MonotonicClock;
  readonly drawSeed: () => string;
  /** How long a policy must have been archived before it may be erased. */
  readonly eraseAfterDays: number;
  readonly report: (event: ServiceEvent) => void;
  /** The most policies that one API key may create; 0 for no limit. */
  readonly policiesPerKey: number;
  /** Resolves when what has arrived by now has been read. */
  readonly arrivals: () => Promise<unknown>;
}

export class Room {
  readonly journal: Journal;
  readonly monotonic: MonotonicClock;
  readonly drawSeed: () => string;
  readonly eraseAfterDays: number;
  readonly report: (event: ServiceEvent) => void;
  readonly policiesPerKey: number;
  /** Lets others work in between. */
  readonly pause: () => Promise<unknown>;
  /** Looks that take long. */
  readonly long: SharedLooks = new SharedLooks();
  readonly #writers: PolicyWriters;

  constructor(options: RoomOptions) {
    this.journal = options.journal;
    this.monotonic = options.monotonic;
    this.drawSeed = options.drawSeed;
    this.eraseAfterDays = options.eraseAfterDays;
    this.report = options.report;
    this.policiesPerKey = options.policiesPerKey;
    this.pause = options.arrivals;
    this.#writers = options.writers;
  }

  /** What every decision is made with. */
  get deciding(): Pick<DecideInput, 'journal' | 'drawSeed' | 'policiesPerKey'> {
    const { journal, drawSeed, policiesPerKey } = this;
    return { journal, drawSeed, policiesPerKey };
  }

  /** Answers when the command has run and all it rests on is on disk. */
  submit<Answer>(policy: string, command: AnyCommand<Answer>): Promise<Answer> {
    const answer = this.#writers.submit(policy, command);
    return command.settled === undefined ? answer : answer.finally(() => command.settled!());
  }

  look<Answer>(policy: string, look: (state: PolicyState) => Answer): Promise<Answer> {
    return this.submit(policy, lookCommand(look));
  }

  read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    return readRows(read);
  }

  /** The same of what is read page by page. */
  async *readPages<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page, void> {
    try {
      yield* pages;
    } catch (error) {
      throw problemOf(error);
    }
  }
}

/** What can be told without asking any policy. */
export type Rows = Pick<Room, 'journal' | 'read' | 'pause'>;

/** Reads from the journal; what fails there is a problem with a name. */
export async function readRows<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    throw problemOf(error);
  }
}

function problemOf(error: unknown): ServiceProblem {
  return error instanceof ServiceProblem ? error : journalUnavailable(error);
}

/** Leaves the site out where there is none. */
export function siteOnly(site: string | undefined): { site?: string } {
  return site === undefined ? {} : { site };
}

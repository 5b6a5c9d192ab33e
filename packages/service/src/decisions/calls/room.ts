/**
 * What all calls share: the journal, one writer for each policy, how to look at a policy and how to read.
 *
 * Nothing here touches the books; that happens in the writers' turns only.
 */
import type { Journal } from '../../journal/journal.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { journalUnavailable } from '../../problems/refusals.ts';
import type { Command } from '../commands/command.ts';
import { lookCommand } from '../commands/policy-commands.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import type { MonotonicClock, ServiceEvent } from '../writer/options.ts';
import type { PolicyWriters } from '../writer/policy-writers.ts';

export interface RoomOptions {
  readonly journal: Journal;
  readonly writers: PolicyWriters;
  readonly monotonic: MonotonicClock;
  readonly drawSeed: () => string;
  readonly report: (event: ServiceEvent) => void;
  readonly isOwn: (policy: string) => boolean;
}

export class Room {
  readonly journal: Journal;
  readonly monotonic: MonotonicClock;
  readonly drawSeed: () => string;
  readonly report: (event: ServiceEvent) => void;
  readonly #writers: PolicyWriters;
  readonly #isOwn: (policy: string) => boolean;

  constructor({ journal, writers, monotonic, drawSeed, report, isOwn }: RoomOptions) {
    this.#isOwn = isOwn;
    this.journal = journal;
    this.monotonic = monotonic;
    this.drawSeed = drawSeed;
    this.report = report;
    this.#writers = writers;
  }

  /** Answers when the command has run and all it rests on is on disk. */
  submit<Answer>(policy: string, command: Command<Answer>): Promise<Answer> {
    return this.#writers.submit(policy, command);
  }

  look<Answer>(policy: string, look: (state: PolicyState) => Answer): Promise<Answer> {
    return this.submit(policy, lookCommand(look));
  }

  /** Asks each policy; one whose very first entry cannot be read has nothing to say. */
  async lookAtEach<Answer>(
    policies: readonly string[],
    look: (state: PolicyState) => Answer,
  ): Promise<Answer[]> {
    const answers = await Promise.all(
      policies.map((id) =>
        this.look(id, (state): Answer[] => [look(state)]).catch((error: unknown): Answer[] => {
          if (error instanceof ServiceProblem && error.code === 'HR_POLICY_UNKNOWN') return [];
          throw error;
        }),
      ),
    );
    return answers.flat();
  }

  /** Names of all policies that this service looks after. */
  async allPolicies(): Promise<readonly string[]> {
    const all = await this.read(() => this.journal.listPolicies());
    return all.filter(this.#isOwn);
  }

  /** Names of those that take decisions: what is archived is not even loaded. */
  async activePolicies(): Promise<readonly string[]> {
    const [all, archived] = await this.read(() =>
      Promise.all([this.journal.listPolicies(), this.journal.listArchived()]),
    );
    const left = new Set(archived);
    return all.filter((policy) => this.#isOwn(policy) && !left.has(policy));
  }

  /** Reads from the journal; what fails there is a problem with a name. */
  async read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    try {
      return await read();
    } catch (error) {
      throw error instanceof ServiceProblem ? error : journalUnavailable(error);
    }
  }
}

/** Leaves the site out where there is none. */
export function siteOnly(site: string | undefined): { site?: string } {
  return site === undefined ? {} : { site };
}

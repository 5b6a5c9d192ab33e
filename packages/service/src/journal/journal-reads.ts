/**
 * What a journal reads, asked of an engine's records: refused once the journal is closed, and told in
 * the journal's words if it fails.
 */
import type { JournalReads } from './journal.ts';

type MaybeLater<Answer> = Answer | Promise<Answer>;

/** The same questions, as an engine answers them: at once or later, and with errors of its own. */
export type Records = {
  readonly [Name in keyof JournalReads]: (
    ...given: Parameters<JournalReads[Name]>
  ) => MaybeLater<Awaited<ReturnType<JournalReads[Name]>>>;
} & Pick<JournalReads, 'scanDecisions' | 'scanTold'>;

export interface AskOptions {
  readonly records: Records;
  /** Asks what may be asked twice; says in the engine's way that it failed or is closed. */
  readonly ask: <Answer>(question: () => MaybeLater<Answer>) => Promise<Answer>;
  /** Returns what is thrown where a page of a scan could not be read. */
  readonly failureOf: (error: unknown) => unknown;
}

export function journalReads({ records, ask, failureOf }: AskOptions): JournalReads {
  return {
    listPolicies: () => ask(() => records.listPolicies()),
    listLines: (page) => ask(() => records.listLines(page)),
    readLine: (policy) => ask(() => records.readLine(policy)),
    readStandings: (policies) => ask(() => records.readStandings(policies)),
    countOwned: (owner) => ask(() => records.countOwned(owner)),
    head: (policy) => ask(() => records.head(policy)),
    read: (policy, after, limit) => ask(() => records.read(policy, after, limit)),
    findDecision: (id) => ask(() => records.findDecision(id)),
    findDecisions: (policy, ids) => ask(() => records.findDecisions(policy, ids)),
    findByKey: (policy, scope, key) => ask(() => records.findByKey(policy, scope, key)),
    listDecisions: (policy, filter) => ask(() => records.listDecisions(policy, filter)),
    readHistory: (row) => ask(() => records.readHistory(row)),
    listSegments: (policy) => ask(() => records.listSegments(policy)),
    readSegment: (segment) => ask(() => records.readSegment(segment)),
    async *scanTold(policy) {
      const pages = await ask(() => records.scanTold(policy));
      try {
        yield* pages;
      } catch (error) {
        throw failureOf(error);
      }
    },
    readRemovals: () => ask(() => records.readRemovals()),
    findRemoval: (policy) => ask(() => records.findRemoval(policy)),
    readSnapshots: (policy) => ask(() => records.readSnapshots(policy)),
    readShelf: (query) => ask(() => records.readShelf(query)),
    async *scanDecisions(policy, generation, site) {
      const pages = await ask(() => records.scanDecisions(policy, generation, site));
      try {
        yield* pages;
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

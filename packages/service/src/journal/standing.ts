/**
 * How a policy stands, in its own line of the journal: written with every append, in the same commit, so that
 * listings, metrics and sums over all policies read lines and never load a policy.
 *
 *     numbers    what is added up and compared: budget, counts, failure probability
 *     text       the rest of what changes from entry to entry; JSON of whoever writes it
 *     outline    what changes only with the definition; a table of its own, because it is long
 *
 * A standing is a picture and never a source. It is of one version of the chain: where somebody appended
 * without one (an earlier release did), the line is behind, and is filled in by whoever loads the policy next.
 */

/** What is added up and compared. */
export interface StandingNumbers {
  /** The safety budget, in reward units; null while halted. */
  readonly margin: number | null;
  /** Decisions whose reward has not come. */
  readonly pending: number;
  /** Decisions of which nobody has said whether they were played. */
  readonly unresolved: number;
  /** Of the present generation; and those of them that the learner chose. */
  readonly decisions: number;
  readonly learner: number;
  readonly isHalted: boolean;
  /** Of all generations together. */
  readonly failureProbability: number;
}

/** Who created a policy; said with its first entries. */
export interface Ownership {
  /** Id of the API key. */
  readonly owner: string;
  /** So many it may have created, this one included: one more is not stored. Absent for no limit. */
  readonly ownedMost?: number;
}

/** A standing as it is handed in. */
export interface Standing extends StandingNumbers, Partial<Ownership> {
  readonly text: string;
  /** Absent if the one that is stored stays. */
  readonly outline?: string;
}

/** The line of a policy. */
export interface PolicyLine {
  readonly policy: string;
  readonly version: number;
  readonly hash: string;
  readonly archivedAt: string | null;
  /** Null where the line is behind its chain. */
  readonly standing: StandingNumbers | null;
}

/** Lines in the order of their names, of policies that have entries. */
export interface LinePage {
  /** Only names after this one; from the first if absent. */
  readonly after?: string;
  readonly limit: number;
  /** Whether archived ones are among them. */
  readonly isArchivedShown?: boolean;
}

/** A line that is not behind, with what only people ask for. */
export interface WholeLine extends PolicyLine {
  readonly standing: StandingNumbers;
  readonly text: string;
  readonly outline: string;
}

/** The columns of a line, in this order for every statement that sets them. */
export interface StandingColumns {
  standing_version: number | null;
  margin: number | null;
  pending: number | null;
  unresolved: number | null;
  decisions: number | null;
  learner: number | null;
  halted: number | null;
  failure_probability: number | null;
  standing: string | null;
}

/** Returns the columns of a standing that is of this version of the chain. */
export function columnsFrom(standing: Standing, version: number): StandingColumns {
  return {
    standing_version: version,
    margin: standing.margin,
    pending: standing.pending,
    unresolved: standing.unresolved,
    decisions: standing.decisions,
    learner: standing.learner,
    halted: standing.isHalted ? 1 : 0,
    failure_probability: standing.failureProbability,
    standing: standing.text,
  };
}

export interface PolicyColumns extends Omit<StandingColumns, 'standing'> {
  id: string;
  version: number;
  hash: string;
  archived_at: string | null;
}

/** The columns of which a PolicyLine is made. */
export const LINE_COLUMNS: readonly (keyof PolicyColumns)[] = [
  'id',
  'version',
  'hash',
  'archived_at',
  'standing_version',
  'margin',
  'pending',
  'unresolved',
  'decisions',
  'learner',
  'halted',
  'failure_probability',
];

export function lineFromColumns(line: PolicyColumns): PolicyLine {
  const version = Number(line.version);
  const isBehind = line.standing_version === null || Number(line.standing_version) !== version;
  return {
    policy: line.id,
    version,
    hash: line.hash,
    archivedAt: line.archived_at,
    standing: isBehind ? null : numbersFromColumns(line),
  };
}

function numbersFromColumns(line: PolicyColumns): StandingNumbers {
  return {
    margin: line.margin,
    pending: Number(line.pending),
    unresolved: Number(line.unresolved),
    decisions: Number(line.decisions),
    learner: Number(line.learner),
    isHalted: Number(line.halted) === 1,
    failureProbability: Number(line.failure_probability),
  };
}

/** With the texts; only of a line that is not behind. */
export function wholeFromColumns(
  line: PolicyColumns & { readonly text: string; readonly outline: string },
): WholeLine {
  const { text, outline } = line;
  return { ...lineFromColumns(line), standing: numbersFromColumns(line), text, outline };
}

/**
 * The journal's room: the contract, both engines, and what is needed to check a chain.
 */
export { type DecisionName, decisionId, parseDecisionId } from './decision-id.ts';
export type {
  Confirmed,
  Corrected,
  Decided,
  EntryBody,
  FellBack,
  GenerationStarted,
  IdempotencyKey,
  ModeChanged,
  PolicyCreated,
  ReserveGrant,
  Rewarded,
  Voided,
} from './entry.ts';
export {
  checkChain,
  EMPTY_HEAD,
  hashEntry,
  headAfter,
  NO_HASH,
  sealEntries,
} from './entry-hash.ts';
export { readEntryText, writeEntryText } from './entry-text.ts';
export {
  type Commit,
  type CommitReport,
  type DecisionRow,
  type Head,
  type Journal,
  JournalFailure,
  type KeyRecord,
  type KeyStore,
  type NewEntry,
  type Snapshot,
  type StoredEntry,
  type Turn,
} from './journal.ts';
export { openPostgresJournal, type PostgresJournalOptions } from './postgres/postgres-journal.ts';
export {
  type Projection,
  projectEntries,
  type RowUpdate,
  subjectOf,
  updateRow,
} from './projection.ts';
export { openSqliteJournal, type SqliteJournalOptions } from './sqlite/sqlite-journal.ts';
export { type JournalReader, openSqliteReader } from './sqlite/sqlite-reader.ts';

/**
 * The service: durable decisions over HTTP. Types of what travels are in `@hedgerow/service/wire`.
 */
export type { Asset } from './api/asset.ts';
export { createHttpServer, type HttpServerInput } from './api/create-http-server.ts';
export type { HttpServer } from './api/routes/route-tools.ts';
export { createKey, type NewKey, type NewKeyOptions } from './api/security/api-keys.ts';
export { isScope, SCOPES, type Scope, sitesOf } from './api/security/scopes.ts';
export type { DecisionService } from './decisions/decision-service.ts';
export {
  type VerifiedPolicy,
  type VerifyOptions,
  type VerifyProblem,
  type VerifyReport,
  verifyJournal,
} from './decisions/verify/verify-journal.ts';
export { type VerifiedRemovals, verifyRemovals } from './decisions/verify/verify-removals.ts';
export { type Clock, systemClock } from './instruments/clock.ts';
export { createLogger, type Logger, type LoggerOptions } from './instruments/logger.ts';
export type { KeyRecord, KeyStore } from './journal/journal.ts';
export type { JournalReader } from './journal/sqlite/sqlite-reader.ts';
export { PROBLEM_STATUS, type ProblemCode, ServiceProblem } from './problems/problem.ts';
export { type CompactedPolicy, compactJournal } from './start/compact-journal.ts';
export { forgetDecisions } from './start/forget-decisions.ts';
export { hasStore, openKeyStore, openReader, type StoreSettings } from './start/open-store.ts';
export { renewPolicies } from './start/renew-policies.ts';
export { readSettings, type Settings } from './start/settings.ts';
export { StartFailure } from './start/start-failure.ts';
export { type RunningService, type ServiceParts, startService } from './start/start-service.ts';
export { type StopOptions, stopOnSignal } from './start/stop-on-signal.ts';

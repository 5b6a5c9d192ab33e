/**
 * The service: durable decisions over HTTP. Types of what travels are in `@hedgerow/service/wire`.
 */
export {
  type Asset,
  createHttpServer,
  createKey,
  type HttpServer,
  type HttpServerInput,
  isScope,
  type NewKey,
  type NewKeyOptions,
  SCOPES,
  type Scope,
} from './api/index.ts';
export type { DecisionService } from './decisions/decision-service.ts';
export { PROBLEM_STATUS, type ProblemCode, ServiceProblem } from './decisions/problem.ts';
export {
  type VerifiedPolicy,
  type VerifyOptions,
  type VerifyProblem,
  type VerifyReport,
  verifyJournal,
} from './decisions/verify-journal.ts';
export type { JournalReader, KeyRecord, KeyStore } from './journal/index.ts';
export { type Clock, systemClock } from './ops/clock.ts';
export { createLogger, type Logger, type LoggerOptions } from './ops/logger.ts';
export { openKeyStore, openReader, type StoreSettings } from './ops/open-store.ts';
export { renewPolicies } from './ops/renew-policies.ts';
export { readSettings, type Settings } from './ops/settings.ts';
export { StartFailure } from './ops/start-failure.ts';
export { type RunningService, type ServiceParts, startService } from './ops/start-service.ts';
export { type StopOptions, stopOnSignal } from './ops/stop-on-signal.ts';

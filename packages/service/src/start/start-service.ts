/**
 * Starts the whole service in this process:
 *
 *     settings → reports → journal (migrated) → deciders → HTTP → listening
 *
 * and closes it in the opposite order: no more connections, requests under way are answered, snapshots are
 * written, the journal lets go of its files. What was opened is closed again if a later step fails.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Asset } from '../api/asset.ts';
import { createHttpServer, type HttpServerInput } from '../api/create-http-server.ts';
import { HTTP_DEFAULTS, type HttpOptions } from '../api/http-options.ts';
import type { LabReports } from '../api/lab-report.ts';
import type { LargeCalls } from '../api/large/large-calls.ts';
import type { HttpServer } from '../api/routes/route-tools.ts';
import { isLoopbackAddress } from '../api/security/host-check.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { ServiceLimits } from '../decisions/writer/options.ts';
import { type Clock, systemClock } from '../instruments/clock.ts';
import { createEvaluationEvents } from '../instruments/evaluation-events.ts';
import { createLogger, type Logger } from '../instruments/logger.ts';
import { createMetrics, type Metrics } from '../instruments/metrics.ts';
import type { Journal } from '../journal/journal.ts';
import { checkOwnAddress } from './check-own-address.ts';
import { type Filling, fillLines } from './fill-lines.ts';
import { memberAddress, requireMemberAddress } from './member-address.ts';
import { openStore } from './open-store.ts';
import { readReports } from './reports/read-reports.ts';
import type { Settings } from './settings-table.ts';
import { startDeciders } from './start-deciders.ts';
import { StartFailure } from './start-failure.ts';
import { type Sweeping, sweepJournal } from './sweep-journal.ts';
import { tellDecider, tellEvent } from './tell-event.ts';
import { tellOfConnections } from './tell-of-connections.ts';
import { tellOfNamesakes } from './tell-of-namesakes.ts';

export interface RunningService {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  readonly port: number;
  /** Whether there is a page at the address. */
  readonly hasPage: boolean;
  close(): Promise<void>;
}

export interface ServiceParts {
  /** Files of the page by their exact path. */
  readonly assets?: ReadonlyMap<string, Asset>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** In place of those that follow from the settings, and of those that no setting changes. */
  readonly limits?: Partial<ServiceLimits>;
}

/** The service before this one may still be ending, or a short command at work. */
const FOLDER_WAIT_MS = 2000;

/** Returns when the service listens; throws a StartFailure if it cannot. */
export async function startService(
  settings: Settings,
  { assets, clock: givenClock, logger: given, limits }: ServiceParts = {},
): Promise<RunningService> {
  const logger =
    given ?? createLogger({ level: settings.logLevel, clock: givenClock ?? systemClock });
  const metrics = createMetrics();
  requireMemberAddress(settings);
  const reports = await readReports({ folder: settings.reports, logger });
  const journal = await openStore(settings, {
    onCommit: metrics.committed,
    folderWaitMs: FOLDER_WAIT_MS,
  });
  const sharedClock = givenClock ?? journal.clock ?? null;
  const clock = sharedClock ?? systemClock;
  const { service, large } = await startDeciders({
    settings,
    journal,
    clock: sharedClock,
    onEvent: (event) => tellEvent(event, { logger, metrics }),
    limits: { ...limitsFrom(settings), ...limits },
    onDecider: (event) => tellDecider(event, { logger, metrics }),
  }).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  metrics.readFrom({
    totals: () => service.totals(),
    queueLength: () => service.waitingCount?.() ?? 0,
    awakeCount: () => service.awakeCount?.() ?? 0,
    leases: () => journal.placement.counts(),
  });
  const sweeping = sweepJournal({ journal, settings, clock, logger });
  const filling = fillLines({ journal, service, logger });
  const parts = { journal, service, sweeping, filling, server: null as HttpServer | null };
  const ownName = randomUUID();
  try {
    await requireKeyBeyondLoopback(settings.host, journal);
    parts.server = await createServer({
      settings,
      service,
      large,
      journal,
      clock,
      logger,
      metrics,
      assets,
      reports,
      ownName,
    });
    await listen(parts.server, settings);
    const own = memberAddress(settings, addressOf(parts.server, settings.host));
    await journal.placement.announce(own);
    if (journal.isShared) {
      tellOfNamesakes({ address: own, placement: journal.placement, logger });
      tellOfConnections({ address: own, placement: journal.placement, settings, logger });
      await checkOwnAddress({ address: own, ownName, placement: journal.placement, logger });
    }
  } catch (error) {
    await closeParts(parts);
    throw error;
  }
  const { port } = parts.server.server.address() as AddressInfo;
  const address = addressOf(parts.server, settings.host);
  logger.info('listening', { address, engine: journal.isShared ? 'postgres' : 'sqlite' });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= closeParts(parts);
    return closing;
  };
  return { address, port, hasPage: assets?.has('/index.html') === true, close };
}

/** Of the time that a shutdown may take, some is for requests under way, and some for closing the journal. */
const SNAPSHOT_SHARE = 0.6;

function limitsFrom(settings: Settings): Partial<ServiceLimits> {
  return {
    waitingMax: settings.queueLimit,
    snapshotEntries: settings.snapshotEvery,
    eraseAfterDays: settings.eraseAfterDays,
    policiesAwake: settings.policiesAwake,
    policiesPerKey: settings.policiesPerKey,
    closingMs: 1000 * SNAPSHOT_SHARE * settings.shutdownSeconds,
  };
}

interface ServerInput {
  readonly settings: Settings;
  readonly service: DecisionService;
  readonly large: LargeCalls;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly assets: ReadonlyMap<string, Asset> | undefined;
  readonly reports: LabReports;
  readonly ownName: string;
}

async function createServer(input: ServerInput): Promise<HttpServer> {
  const { settings, service, large, journal, clock, logger, metrics, assets, reports, ownName } =
    input;
  return await createHttpServer({
    service,
    large,
    keys: journal.keys,
    clock,
    logger,
    ...(settings.metrics ? { metrics } : {}),
    ...toldOfEvaluations(settings, { clock, logger }),
    ...(journal.isShared ? { placement: journal.placement, ownName } : {}),
    ...(assets === undefined ? {} : { assets }),
    reports,
    options: httpOptions(settings),
  });
}

function toldOfEvaluations(
  { otlpEndpoint }: Settings,
  { clock, logger }: Pick<ServerInput, 'clock' | 'logger'>,
): Pick<HttpServerInput, 'evaluations'> {
  if (otlpEndpoint === '') return {};
  const endpoint = otlpEndpoint.replace(/\/+$/, '');
  return {
    evaluations: createEvaluationEvents({
      endpoint,
      clock,
      logger,
      version: HTTP_DEFAULTS.version,
    }),
  };
}

function httpOptions(settings: Settings): Partial<HttpOptions> {
  const { rateLimit, rateBurst, allowedHosts, trustProxy, ofrep, personalizer, mcp } = settings;
  const { connectionLimit, connectionsPerAddress, eventStreamLimit, eventStreamsPerCaller } =
    settings;
  // Half the time is left for what comes after the last answer.
  const closingMs = 500 * settings.shutdownSeconds;
  return {
    rateLimit,
    rateBurst,
    allowedHosts,
    trustProxy,
    ofrep,
    personalizer,
    mcp,
    connectionLimit,
    connectionsPerAddress,
    eventStreamLimit,
    eventStreamsPerCaller,
    closingMs,
  };
}

interface Parts {
  readonly journal: Journal;
  readonly service: DecisionService;
  readonly sweeping: Sweeping;
  readonly filling: Filling;
  readonly server: HttpServer | null;
}

/** Every part is closed even if one before it fails; the first failure is told. */
async function closeParts(parts: Parts): Promise<void> {
  const { journal, service, sweeping, filling, server } = parts;
  // Other replicas send nothing new here; they notice without being told, too, only later.
  journal.placement.leave().catch(() => {});
  try {
    await server?.close();
    // What was in use until now is handed over as well, without waiting for the last snapshot.
    journal.placement.leave().catch(() => {});
  } finally {
    try {
      await Promise.all([filling.close().then(() => service.close()), sweeping.close()]);
    } finally {
      await journal.close();
    }
  }
}

async function requireKeyBeyondLoopback(host: string, { keys }: Journal): Promise<void> {
  if (host === 'localhost' || isLoopbackAddress(host)) return;
  if ((await keys.list()).length > 0) return;
  throw new StartFailure(
    'no-key',
    `Beyond this machine the service must have an API key, but there is none and the host is ${host}. ` +
      'Make one first (hedgerow keys create --name <name> --scopes admin,read --data <folder>), or listen on 127.0.0.1.',
  );
}

async function listen(server: HttpServer, { host, port }: Settings): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartFailure(
        'port',
        `The port must be free, but ${port} of ${host} is in use by another program. Choose another with --port, or 0 for any.`,
        { cause: error },
      );
    }
    throw new StartFailure(
      'address',
      `The service must be able to listen on ${host}, port ${port}, but it is not (${code || message}). Choose another with --host and --port.`,
      { cause: error },
    );
  }
}

/** An IPv6 address stands in brackets where a port follows. */
function addressOf({ server }: HttpServer, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

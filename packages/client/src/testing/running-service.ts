/**
 * The real service on a journal in memory, listening on a free port of this machine.
 */
import { createHttpServer } from '../../../service/src/api/create-http-server.ts';
import { createKey } from '../../../service/src/api/security/api-keys.ts';
import { REPORTS } from '../../../service/src/api/testing/example-report.ts';
import { createDecisionService } from '../../../service/src/decisions/create-decision-service.ts';
import { systemClock } from '../../../service/src/instruments/clock.ts';
import { createLogger } from '../../../service/src/instruments/logger.ts';
import type { Journal } from '../../../service/src/journal/journal.ts';
import {
  type MemoryDisk,
  MemoryJournal,
} from '../../../service/src/journal/testing/memory-journal.ts';

export interface RunningService {
  readonly url: string;
  readonly journal: Journal;
  /** What another service can begin with. */
  readonly disk: MemoryDisk;
  /** Empty if none is needed. */
  readonly apiKey: string;
  close(): Promise<void>;
}

export interface StartOptions {
  readonly withKey?: boolean;
  readonly disk?: MemoryDisk;
  /** Requests under way at the same time; more are refused. */
  readonly requestLimit?: number;
}

/** Starts a service; close it. */
export async function startService(given: StartOptions = {}): Promise<RunningService> {
  const { withKey = false, disk, requestLimit = 100 } = given;
  const journal = new MemoryJournal(disk === undefined ? {} : { disk });
  const apiKey = withKey ? await addKey(journal) : '';
  const service = createDecisionService({ journal, clock: systemClock });
  const server = await createHttpServer({
    service,
    keys: journal.keys,
    clock: systemClock,
    logger: createLogger({ level: 'silent', clock: systemClock }),
    reports: REPORTS,
    options: { rateLimit: 0, requestLimit },
  });
  return {
    url: await server.listen({ host: '127.0.0.1', port: 0 }),
    journal,
    disk: journal.disk,
    apiKey,
    close: async () => {
      await server.close();
      await service.close();
      await journal.close();
    },
  };
}

async function addKey(journal: Journal): Promise<string> {
  const { secret, record } = createKey({
    name: 'test',
    scopes: ['decide', 'reward', 'ack', 'void', 'correct', 'read', 'export', 'admin'],
    policies: ['*'],
    createdAt: systemClock.now(),
    expiresAt: null,
  });
  await journal.keys.add(record);
  return secret;
}

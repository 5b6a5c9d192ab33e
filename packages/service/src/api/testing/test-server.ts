/**
 * A whole server for tests: real routes, real service, a journal in memory, a clock that is moved by
 * hand, and everything that was logged.
 */
import { createDecisionService } from '../../decisions/create-decision-service.ts';
import type { DecisionService } from '../../decisions/decision-service.ts';
import { createLogger } from '../../instruments/logger.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { ALWAYS_HERE } from '../../placement/placement.ts';
import { createHttpServer, type HttpServerInput } from '../create-http-server.ts';
import type { PolicyFinder } from '../forwarding/known-places.ts';
import type { HttpServer } from '../routes/route-tools.ts';
import { createKey, type NewKeyOptions } from '../security/api-keys.ts';

export interface TestServer {
  readonly app: HttpServer;
  readonly service: DecisionService;
  readonly journal: MemoryJournal;
  readonly clock: TestClock;
  /** Lines of the log, at every level. */
  readonly logLines: string[];
  /** Stores a key and returns its secret; without options one that may do everything. */
  addKey(options?: Partial<NewKeyOptions>): Promise<string>;
  /** Hash of all that is stored. */
  stateHash(): Promise<string>;
  close(): Promise<void>;
}

export class TestClock {
  #time = Date.UTC(2026, 4, 4, 9, 30);

  now(): string {
    return new Date(this.#time).toISOString();
  }

  advance(milliseconds: number): void {
    this.#time += milliseconds;
  }
}

export interface TestServerInput extends Partial<Omit<HttpServerInput, 'placement'>> {
  readonly journal?: MemoryJournal;
  /** Where policies are; none is here if only that is told. */
  readonly placement?: Pick<PolicyFinder, 'find'> & Partial<PolicyFinder>;
}

export async function createTestServer({
  placement,
  ...input
}: TestServerInput = {}): Promise<TestServer> {
  const clock = new TestClock();
  const journal = input.journal ?? new MemoryJournal();
  const logLines: string[] = [];
  const logger = createLogger({
    level: 'debug',
    clock,
    destination: { write: (line) => logLines.push(line) },
  });
  const service =
    input.service ?? createDecisionService({ journal, clock, limits: { newsMsMin: 0 } });
  const app = await createHttpServer({
    keys: journal.keys,
    clock,
    logger,
    ...input,
    ...(placement && {
      placement: { ...ALWAYS_HERE, holds: () => false, ...placement },
    }),
    service,
  });
  return {
    app,
    service,
    journal,
    clock,
    logLines,
    addKey: async (options) => {
      const { secret, record } = createKey({
        name: 'test',
        scopes: ['decide', 'reward', 'ack', 'void', 'correct', 'read', 'export', 'admin'],
        policies: ['*'],
        createdAt: clock.now(),
        expiresAt: null,
        ...options,
      });
      await journal.keys.add(record);
      clock.advance(6000);
      return secret;
    },
    stateHash: async () => {
      const policies = await journal.listPolicies();
      const heads = await Promise.all(policies.map((policy) => journal.head(policy)));
      return policies.map((policy, k) => `${policy} ${heads[k]?.version} ${heads[k]?.hash}`).join();
    },
    close: async () => {
      await app.close();
      await service.close();
      await journal.close();
    },
  };
}

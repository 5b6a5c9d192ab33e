/**
 * Starts and ends the processes of serve.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { temporaryFolder } from '../../journal/testing/temporary-folder.ts';
import type { SettingSources } from '../../start/settings.ts';
import { bundleService } from './bundle-service.ts';

/** The bundle of this test file, with a folder for its compiled code. */
let bundle: Promise<{ program: string; codeCache: string }> | null = null;

async function prepareBundle(): Promise<{ program: string; codeCache: string }> {
  return { program: await bundleService(), codeCache: temporaryFolder() };
}

export type Environment = Readonly<Record<string, string>>;
export type Flags = NonNullable<SettingSources['flags']>;

const QUIET: Flags = { host: '127.0.0.1', port: '0', logLevel: 'silent', rateLimit: '0' };

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #exited: Promise<unknown>;
  #complaints = '';

  /** Begins to load the program; nothing is opened yet. */
  static async begin(environment: Environment = {}): Promise<ServiceProcess> {
    bundle ??= prepareBundle();
    const { program, codeCache } = await bundle;
    const env = { ...process.env, NODE_COMPILE_CACHE: codeCache, ...environment };
    return new ServiceProcess(spawn(process.execPath, [program], { env, stdio: 'pipe' }));
  }

  private constructor(child: ChildProcess) {
    this.#child = child;
    children.add(this.#child);
    // A process that was killed takes no more settings; what matters is told by its exit.
    this.#child.stdin!.on('error', () => {});
    this.#child.stderr!.on('data', (text) => {
      this.#complaints += text;
    });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
    this.#exited = once(this.#child, 'exit').then(() => children.delete(this.#child));
  }

  /** What it wrote to standard error. */
  get complaints(): string {
    return this.#complaints;
  }

  /** Resolves when all code is in memory. */
  async loaded(): Promise<void> {
    await this.#nextLine();
  }

  /** Opens the journal and listens; resolves with the address, or with null if it ended before. */
  async serve(flags: Flags): Promise<string | null> {
    this.#child.stdin!.write(`${JSON.stringify({ ...QUIET, ...flags })}\n`);
    return await this.#nextLine();
  }

  /** Ends it at once, as a power switch would end the process; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Stops it in the middle of whatever it does; its connections stay open. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  /** Lets it go on as if no time had passed. */
  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  async #nextLine(): Promise<string | null> {
    const { value, done } = await this.#lines.next();
    return done === true ? null : value;
  }
}

/** Processes that load ahead of time, so that a test that kills does not wait for each. */
export class LoadedProcesses {
  readonly #waiting: Promise<ServiceProcess>[] = [];
  readonly #environment: Environment;

  constructor(count: number, environment: Environment = {}) {
    this.#environment = environment;
    while (this.#waiting.length < count) this.#waiting.push(ServiceProcess.begin(environment));
  }

  /** Returns the one that began first, and lets another begin. */
  async next(): Promise<ServiceProcess> {
    this.#waiting.push(ServiceProcess.begin(this.#environment));
    const process = await this.#waiting.shift()!;
    await process.loaded();
    return process;
  }

  async close(): Promise<void> {
    for (const process of await Promise.all(this.#waiting)) await process.kill();
  }
}

/** Starts a service that is ready; for tests that need only one. */
export async function startServing(
  flags: Flags,
  environment: Environment = {},
): Promise<{ process: ServiceProcess; url: string }> {
  const process = await ServiceProcess.begin(environment);
  await process.loaded();
  const url = await process.serve(flags);
  if (url === null) throw new Error(`The service did not start: ${process.complaints}`);
  return { process, url };
}

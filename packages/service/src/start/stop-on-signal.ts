/**
 * Ends the process cleanly when it is asked to: SIGTERM from a service manager, SIGINT from Ctrl-C.
 *
 * The first signal closes the service; the process then ends by itself with exit code 0. A second one, or
 * the end of the time that is allowed, ends it at once, as SIGKILL does: nothing that was answered is lost by that,
 * only the next start has to read more of the journal.
 */
import type { Logger } from '../instruments/logger.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Who sends a signal to a whole group of processes reaches us twice: directly and by our parent. */
const ECHO_MS = 500;

export interface StopOptions {
  readonly service: { close(): Promise<void> };
  readonly logger: Logger;
  readonly shutdownSeconds: number;
}

/** Waits for a signal and closes the service. */
export async function stopOnSignal(options: StopOptions): Promise<void> {
  const { service, logger, shutdownSeconds } = options;
  logger.info('closing', { signal: await firstSignal() });
  let isClosed = false;
  // It does not keep the process alive, and it is not cleared: whatever else might, must end in time.
  setTimeout(() => {
    logger.warn('closing took too long', { durationMs: 1000 * shutdownSeconds });
    if (isClosed) process.exit(0);
    endAtOnce();
  }, 1000 * shutdownSeconds).unref();
  await service.close();
  isClosed = true;
  logger.info('closed');
}

/** The listeners stay: without one, the next signal would end the process in the middle of closing. */
function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const listen = (signal: string) => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > ECHO_MS) endAtOnce();
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, listen);
  });
}

/** An exit waits for every thread, and one that waits for a disk that hangs comes back when that does. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

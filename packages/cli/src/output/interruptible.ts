/**
 * Long work that Ctrl-C ends in order: the work hears a signal, keeps what it can, and the command says
 * what is kept.
 */
import { finishWithoutReader } from './text-output.ts';

const EXIT_INTERRUPTED = 130;
/** Who sends a signal to a whole group of processes reaches us twice: directly and by our parent. */
const ECHO_MS = 500;

/** Does the work; if it was interrupted, says so together with `kept`, and ends with 130. */
export async function interruptible(
  kept: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  finishWithoutReader();
  const interruption = new AbortController();
  let firstAt: number | null = null;
  const interrupt = () => {
    firstAt ??= performance.now();
    // Whoever asks again does not want to wait.
    if (performance.now() - firstAt > ECHO_MS) process.exit(EXIT_INTERRUPTED);
    interruption.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write(`\nhedgerow: interrupted. ${kept}\n`);
    process.exitCode = EXIT_INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

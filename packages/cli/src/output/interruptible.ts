/**
 * Long work that Ctrl-C ends in order: the work hears a signal, keeps what it can, and the command says
 * what is kept.
 */
import { finishWithoutReader } from './text-output.ts';

const EXIT_INTERRUPTED = 130;

/** Does the work; if it was interrupted, says so together with `kept`, and ends with 130. */
export async function interruptible(
  kept: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  finishWithoutReader();
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
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

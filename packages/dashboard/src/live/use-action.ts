/**
 * Something the reader asks the service to do: whether it is under way, and why it was refused.
 */
import type { Client } from '@hedgerow/client';
import { useState } from 'preact/hooks';
import { noteAnswer, noteFailure } from './connection.ts';
import { type Failure, failureOf } from './failure.ts';
import { client } from './service.ts';

export interface Action {
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  /** Resolves to whether it was done. */
  run(work: (client: Client) => Promise<unknown>): Promise<boolean>;
  /** Forgets the last failure. */
  reset(): void;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    isBusy,
    failure,
    reset: () => setFailure(null),
    async run(work) {
      setBusy(true);
      setFailure(null);
      try {
        await work(client.value);
        noteAnswer();
        return true;
      } catch (error) {
        const why = failureOf(error);
        noteFailure(why);
        setFailure(why);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Returns the failure as a sentence to stand in a form. */
export function actionFailureText({ kind, detail }: Failure): string {
  if (kind === 'away') return 'The service does not answer. Nothing is known to have been done.';
  if (kind === 'key') return 'The service asks for another API key. Nothing was done.';
  return detail;
}

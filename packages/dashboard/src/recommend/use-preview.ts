/**
 * What the policy would decide now, kept up with a form that changes quickly.
 *
 * A change is asked about after a short rest, and a question that is outdated is cancelled, so that answers
 * never overtake each other. The last answer stays in sight until the next one comes.
 */
import type { DecisionRequest, Receipt } from '@hedgerow/client';
import { useEffect, useState } from 'preact/hooks';
import { noteAnswer, noteFailure } from '../live/connection.ts';
import { type Failure, failureOf } from '../live/failure.ts';
import { client } from '../live/service.ts';
import { MAIZE_POLICY } from './decision-request.ts';

export interface Preview {
  readonly receipt: Receipt | null;
  /** Whether the answer is to the question as it stands now. */
  readonly isCurrent: boolean;
  readonly failure: Failure | null;
  ask(): void;
}

const REST_MS = 200;

interface State {
  readonly asked: string;
  readonly receipt: Receipt | null;
  readonly failure: Failure | null;
}

/** Asks nothing while the request is null. */
export function usePreview(request: DecisionRequest | null): Preview {
  const text = request === null ? '' : JSON.stringify(request);
  const [state, setState] = useState<State>({ asked: '', receipt: null, failure: null });
  const [round, setRound] = useState(0);
  const service = client.value;
  useEffect(() => {
    if (text === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      service.preview(MAIZE_POLICY, JSON.parse(text), { signal }).then(
        (receipt) => {
          if (signal.aborted) return;
          noteAnswer();
          setState({ asked: text, receipt, failure: null });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          const failure = failureOf(error);
          noteFailure(failure);
          setState((before) => ({ ...before, failure }));
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, service, round]);
  return {
    receipt: state.receipt,
    isCurrent: text !== '' && state.asked === text,
    failure: state.failure,
    ask: () => setRound((before) => before + 1),
  };
}

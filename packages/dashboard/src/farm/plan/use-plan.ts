/**
 * What the service would plan now, kept up with an input that changes quickly.
 *
 * A change is asked about after a short rest, and a question that is outdated is cancelled, so that
 * answers never overtake each other. The last answer stays, but it says whether it still belongs to
 * the input on the screen.
 */
import type { GroupPlan, GroupRequest } from '@hedgerow/client';
import { useEffect, useState } from 'preact/hooks';
import { noteAnswer, noteFailure } from '../../live/connection.ts';
import { type Failure, failureOf } from '../../live/failure.ts';
import { client } from '../../live/service.ts';

export interface PlanPreview {
  readonly plan: GroupPlan | null;
  /** Whether the plan is the answer to the question as it stands now. */
  readonly isCurrent: boolean;
  readonly failure: Failure | null;
  ask(): void;
}

const REST_MS = 250;

interface State {
  readonly asked: string;
  readonly plan: GroupPlan | null;
  readonly failure: Failure | null;
}

/** Asks nothing while the request is null; asks again when the version of the records moves. */
export function usePlan(
  policy: string,
  request: GroupRequest | null,
  version: number,
): PlanPreview {
  const text = request === null ? '' : JSON.stringify(request);
  const question = text === '' ? '' : `${version} ${text}`;
  const [state, setState] = useState<State>({ asked: '', plan: null, failure: null });
  const [round, setRound] = useState(0);
  const service = client.value;
  useEffect(() => {
    if (text === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      service.planGroup(policy, JSON.parse(text), { signal }).then(
        (plan) => {
          if (signal.aborted) return;
          noteAnswer();
          setState({ asked: question, plan, failure: null });
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
  }, [policy, text, question, service, round]);
  return {
    plan: state.plan,
    isCurrent: question !== '' && state.asked === question && state.failure === null,
    failure: state.failure,
    ask: () => setRound((before) => before + 1),
  };
}

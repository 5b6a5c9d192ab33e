/**
 * What the service answers when it refuses: the rule, what was received, what to do.
 */

import { HedgerowError, type Outcome } from '@hedgerow/core';
import { JournalFailure } from '../journal/journal.ts';
import type { Removal } from '../journal/removal.ts';
import { type ProblemCode, ServiceProblem } from './problem.ts';

/** Whether the core refused the input; anything else it throws means that it cannot be trusted. */
export function isRefusal(error: unknown): error is HedgerowError {
  return error instanceof HedgerowError && error.code !== 'HR_INVARIANT';
}

export function invalidInput(detail: string, field?: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail,
    ...(field === undefined ? {} : { field }),
  });
}

export function unknownPolicy(policy: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_POLICY_UNKNOWN',
    detail: `The policy must exist, but there is none named "${policy}". Give its definition as "policy" with the first decision, or put it at /v1/policies/${policy}.`,
  });
}

export function tooManyPolicies(most: number): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_POLICY_QUOTA',
    detail: `An API key may create ${most} policies, but this one has created as many already. Use those that are there, erase what is not needed, or raise policiesPerKey.`,
  });
}

/** The same words for every id, so that nobody learns which decisions others have. */
export function unknownDecision(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_DECISION_UNKNOWN',
    detail:
      'The id must name a decision of yours, but it names none. Use the id that came with the decision.',
  });
}

export function keyReused(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_KEY_REUSED',
    detail:
      'An Idempotency-Key must be used for one request only, but this one came with another body before. Draw a new key for a new decision.',
  });
}

export function definitionDiffers(policy: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_DEFINITION_DIFFERS',
    detail: `The definition given with a decision must be the one that "${policy}" has, but it differs. Leave it out, or start a new generation with PUT /v1/policies/${policy}.`,
    field: 'policy',
  });
}

export function groupNotOpen(group: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_GROUP_NOT_OPEN',
    detail: `Only the group that was decided in last can be closed, but "${group}" is not open: another began after it, or nothing was decided in it.`,
    field: 'group',
  });
}

export function groupFull(detail: string): ServiceProblem {
  return new ServiceProblem({ code: 'HR_GROUP_FULL', detail, field: 'group' });
}

export function sitesFull(most: number): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_SITES_FULL',
    detail: `A generation may have ${most} sites, each with a promise of its own, but there would be more. Name sites that there are, or make another policy.`,
    field: 'site',
  });
}

export function forecastAlarm(
  field: 'baseline.reward' | 'floors',
  variables: readonly string[],
): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_FORECAST_ALARM',
    detail: `${field} must be left out while forecasts are called wrong (${variables.join(', ')}), but it is given: it was worked out from them. Play your baseline, or start a new generation with another source of forecasts, or with ${field === 'floors' ? 'floors' : 'a reward'} that the definition declares.`,
    field,
  });
}

/** Whatever the journal failed at: the caller does not know whether it was stored, nor do we. */
export function journalUnavailable(cause: unknown): ServiceProblem {
  if (cause instanceof JournalFailure && cause.kind === 'elsewhere') return ownerAway(cause);
  const what = cause instanceof JournalFailure ? ` (${cause.kind}${roomText(cause)})` : '';
  return new ServiceProblem(
    {
      code: 'HR_JOURNAL_UNAVAILABLE',
      detail: `What is answered must be stored first, but the journal did not confirm it${what}. Play your baseline, and repeat the request with the same Idempotency-Key.`,
    },
    { cause },
  );
}

/** The thread that has the policy died, perhaps in the middle of this request. */
export function deciderAway(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_DECIDER_AWAY',
    detail:
      'The part of the service that decides for this policy must be running, but it ended and is being started again; whether this request was stored is not known. Play your baseline, and repeat the request with the same Idempotency-Key.',
  });
}

/** How much must be free and how much is; not where: callers need not know the machine. */
function roomText({ room }: JournalFailure): string {
  if (room === undefined) return '';
  const { freeBytes, neededBytes } = room;
  return `: ${neededBytes} bytes must be free on its disk, and ${freeBytes} are`;
}

/** The policy went to another replica while the request waited. */
function ownerAway(cause: JournalFailure): ServiceProblem {
  return new ServiceProblem(
    {
      code: 'HR_OWNER_AWAY',
      detail:
        'A policy is written by one replica, and it has just moved to another. Nothing was decided; try again in a second.',
    },
    { cause },
  );
}

/** For what needs the state itself; decisions go on, with the baseline. */
export function halted(detail: string): ServiceProblem {
  return new ServiceProblem(
    {
      code: 'HR_JOURNAL_UNAVAILABLE',
      detail:
        'Only a state that fits its journal is shown, but this policy is halted. Ask GET /v1/policies/{id} for the reason, and start a new generation to go on.',
    },
    { cause: new Error(detail) },
  );
}

export function overloaded(waitingCount: number): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: `Requests must be answered in good time, but ${waitingCount} are waiting for this policy. Play your baseline and try again later.`,
  });
}

/** Told without a length: where it is noticed first, the rest has not been read. */
export function headTooLarge(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_HEAD_TOO_LARGE',
    detail:
      'The address and the headers of a request may have less than 16 KiB in all, but these have more. Send fewer or shorter ones.',
  });
}

/** After an upgrade, the lines of all policies are filled in one after the other. */
export function stillReading(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail:
      'A sum over all policies needs the standing of each, but many have not been read since the upgrade of the service; that is under way. Try again in a minute.',
  });
}

export function closing(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_CLOSING',
    detail:
      'The service takes no more requests because it is shutting down. Ask another replica, or try again in a moment.',
  });
}

export function internalFault(cause: unknown): ServiceProblem {
  return new ServiceProblem(
    {
      code: 'HR_INTERNAL',
      detail:
        'A fault inside the service stopped this request, and nothing was stored. Play your baseline and report it.',
    },
    { cause },
  );
}

type RefusedOutcome = Exclude<Outcome, 'recorded' | 'repeated'>;

const OUTCOME_PROBLEMS: Readonly<Record<RefusedOutcome, readonly [ProblemCode, string]>> = {
  contradiction: [
    'HR_REWARD_CONTRADICTS',
    'A decision has one reward, but another value was reported before. If the first was wrong, send a correction.',
  ],
  'not-played': [
    'HR_NOT_PLAYED',
    'Only an action that was played has an outcome, but this decision fell back or was made void. Check the id.',
  ],
  'already-played': [
    'HR_ALREADY_PLAYED',
    'Only an action that was not played can be taken back, but this one counts as played. Check the id.',
  ],
  'no-reward-yet': [
    'HR_NO_REWARD_YET',
    'Only a reward can be corrected, but none was reported for this decision. Send it as a reward.',
  ],
  'unknown-decision': [
    'HR_TOO_LATE',
    'A reward can be corrected while the books keep its decision, but this one was settled too long ago. Start a new generation if the books must not rest on it.',
  ],
};

/** Returns the refusal of whatever is said of a decision whose reward did not come in time. */
export function expiredReward(days: number | undefined): ServiceProblem {
  const time = days === undefined ? 'the time' : `the ${days} days`;
  return new ServiceProblem({
    code: 'HR_REWARD_EXPIRED',
    detail: `A reward must come within ${time} that the policy waits for it, but this decision is older: it counts as the worst it can be, for ever. Nothing need be done; give the policy a longer rewardWithin if rewards take longer.`,
  });
}

export function decisionForgotten(id: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_DECISION_FORGOTTEN',
    detail: `A receipt is kept until somebody asks to forget it, and that was done with ${id}: what it was decided from is gone. Its line in the list of decisions is left.`,
  });
}

/** Returns why a message about a decision is not taken in. */
export function refusedOutcome(outcome: RefusedOutcome): ServiceProblem {
  const [code, detail] = OUTCOME_PROBLEMS[outcome];
  return new ServiceProblem({ code, detail });
}

/** The same words whether there is none or it is another site's. */
export function unknownSubject(name: string, field: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_SUBJECT_UNKNOWN',
    detail: `A subject must be in the register, but none of yours is named ${JSON.stringify(name)}. Put it there first, or correct the name.`,
    field,
  });
}

export function subjectTaken(name: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_SUBJECT_TAKEN',
    detail: `A name must be given once in the register of a policy, but ${JSON.stringify(name)} is not free. Choose another, for instance with the name of your site before it.`,
    field: 'name',
  });
}

export function subjectsChanged(given: number, present: number): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_SUBJECTS_CHANGED',
    detail: `The register must be as it was at revision ${given}, but somebody has changed it since: it is at revision ${present}. Read it again, and repeat the change.`,
    field: 'revision',
  });
}

export function archived(policy: string, since: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_ARCHIVED',
    detail: `Only a policy that is in use decides or changes, but "${policy}" is archived since ${since}. Play your baseline; POST /v1/policies/${policy}/restore brings it back.`,
  });
}

/** What is decided under a key of one mode must not be found again in it, if it was made in another. */
export function modeChanged(mode: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_MODE_CHANGED',
    detail: `The policy must stay in the mode in which it was asked, but it is in ${mode} mode by now. Nothing was decided; ask again.`,
  });
}

export function notErasable(policy: string, why: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_NOT_ERASABLE',
    detail: `Only a demonstration can be erased, or what was archived long enough and is confirmed by its name, but "${policy}" is no demonstration, and ${why}.`,
    field: 'erase',
  });
}

export function policyRemoved({ policy, time }: Removal): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_POLICY_REMOVED',
    detail: `A name is given once, but "${policy}" was that of a policy which was erased at ${time}: its decisions would have the same ids again. Choose another name.`,
  });
}

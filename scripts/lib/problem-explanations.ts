/**
 * What every refusal of the service means, for the reference; a code without words does not compile.
 */
import type { ProblemCode } from '@hedgerow/service';

export interface ProblemExplanation {
  readonly meaning: string;
  readonly remedy: string;
}

export const PROBLEM_EXPLANATIONS: Readonly<Record<ProblemCode, ProblemExplanation>> = {
  HR_INVALID_JSON: {
    meaning: 'The body is not JSON in UTF-8, is nested too deeply, or uses a forbidden name.',
    remedy: 'Check quotes, commas and brackets.',
  },
  HR_UNAUTHENTICATED: {
    meaning: 'Keys are in use, and there was none, or one that is wrong, expired or revoked.',
    remedy: 'Send `Authorization: Bearer hk_…`; make keys with `hedgerow keys create`.',
  },
  HR_FORBIDDEN: {
    meaning: 'The key is valid but lacks the scope, or does not reach all policies.',
    remedy: 'Use a key with the scope that the detail names.',
  },
  HR_HOST: {
    meaning: 'The service was addressed by a name that is not its own, or by a page of elsewhere.',
    remedy: 'Use localhost, or add the name to `allowedHosts`.',
  },
  HR_POLICY_QUOTA: {
    meaning:
      'The key has created as many policies as `policiesPerKey` allows, archived ones included.',
    remedy: 'Use those that are there, or let whoever runs the service raise the setting.',
  },
  HR_ROUTE_UNKNOWN: {
    meaning: 'There is nothing at this address.',
    remedy: 'Compare with the list above.',
  },
  HR_POLICY_UNKNOWN: {
    meaning: 'No policy has this id, or the key may not touch it.',
    remedy: 'Send its definition as `policy` with the first decision, or with PUT.',
  },
  HR_DECISION_UNKNOWN: {
    meaning: 'No decision has this id, or the key may not touch its policy.',
    remedy: 'Use the id that came with the decision. Nothing was stored.',
  },
  HR_SUBJECT_UNKNOWN: {
    meaning: 'The register has no subject of this name, or it is one of another site.',
    remedy: 'Put it into the register first, or correct the name.',
  },
  HR_REPORT_UNKNOWN: {
    meaning: 'No report with this id was read when the service started.',
    remedy: 'Compare with `GET /v1/reports`; start the service anew after adding reports.',
  },
  HR_METHOD: {
    meaning: 'The address exists and takes other methods.',
    remedy: 'See the `Allow` header.',
  },
  HR_KEY_IN_PROGRESS: {
    meaning: 'A request with the same Idempotency-Key is being answered.',
    remedy: 'Wait a moment and repeat it with the same key.',
  },
  HR_REWARD_CONTRADICTS: {
    meaning: 'The decision has another reward already.',
    remedy: 'If the first was wrong, send a correction with its reason.',
  },
  HR_NOT_PLAYED: {
    meaning: 'The decision was voided, or the baseline was played instead.',
    remedy: 'There is no reward to report for it.',
  },
  HR_ALREADY_PLAYED: {
    meaning: 'The decision is known to have been played, so it can no longer be taken back.',
    remedy: 'Report its reward.',
  },
  HR_NO_REWARD_YET: {
    meaning: 'There is no reward to correct.',
    remedy: 'Report it as a reward.',
  },
  HR_DEFINITION_DIFFERS: {
    meaning: 'The policy exists with another definition.',
    remedy: 'Leave the definition out, or start a new generation with PUT and a reason.',
  },
  HR_GROUP_NOT_OPEN: {
    meaning: 'Only the group that was decided in last can be closed.',
    remedy: 'Nothing, if another group began after it: that closed it.',
  },
  HR_SUBJECT_TAKEN: {
    meaning: 'Another site has a subject of this name.',
    remedy: 'Choose another name, for instance with the name of your site before it.',
  },
  HR_SUBJECTS_CHANGED: {
    meaning:
      'The register is not at the revision that the request names: somebody changed it since.',
    remedy: 'Read it again, and repeat the change.',
  },
  HR_ARCHIVED: {
    meaning: 'The policy is archived: it takes no more decisions, and nothing about it is changed.',
    remedy: 'Play your baseline. `POST …/restore` brings it back.',
  },
  HR_MODE_CHANGED: {
    meaning:
      'The mode of the policy was switched again and again while a flag (OFREP) was asked for.',
    remedy: 'Take the default, and ask again.',
  },
  HR_NOT_ERASABLE: {
    meaning:
      'A policy that was not created with `demonstration: true` is erased only when it has been archived for `eraseAfterDays`, and when `confirm` repeats its name.',
    remedy: 'The detail says which of these is missing. Leave `erase` out, and it is archived.',
  },
  HR_POLICY_REMOVED: {
    meaning:
      'A policy of this name was erased. Its name is not given again, because ids of decisions would be.',
    remedy: 'Choose another name. `GET /v1/removed` lists erased policies.',
  },
  HR_FORECAST_ALARM: {
    meaning:
      'The call tells the reward of the baseline, or floors of actions, and the forecasts they rest on are called wrong.',
    remedy:
      'Play your baseline. Leave out what is told of rewards if the definition declares it, or start a new generation once forecasts come from elsewhere; see `GET /v1/policies/{id}/forecasts`.',
  },
  HR_TOO_LATE: {
    meaning: 'What is needed to learn from it is no longer kept.',
    remedy: 'Nothing; the promise holds without it.',
  },
  HR_REWARD_EXPIRED: {
    meaning:
      'The decision waited longer than the `rewardWithin` of its policy: it counts as the worst it can be, for ever, and nothing said of it changes that.',
    remedy: 'Nothing; give the policy a longer `rewardWithin` if rewards take longer.',
  },
  HR_GROUP_FULL: {
    meaning:
      'Too many rewards wait for the open group to be closed (20,000), or a generation has had as many groups as it may (20,000).',
    remedy:
      'Close the group and send the reward again; start a new generation if it is the number of groups.',
  },
  HR_SITES_FULL: {
    meaning:
      'A generation has had decisions of as many sites as it may (10,000, and 4,000 where decisions are divided), and this one names another.',
    remedy: 'Name sites that there are; divide them over several policies if there are more.',
  },
  HR_DECISION_FORGOTTEN: {
    meaning:
      'What was known of the situation of this decision was deleted on request (`POST /v1/policies/{id}/forget`), so its receipt cannot be shown again, nor answered for the same idempotency key.',
    remedy: 'Nothing; the list of decisions still has its action, its state and its reward.',
  },
  HR_BODY_TOO_LARGE: {
    meaning: 'The body is larger than the route reads.',
    remedy: 'Send less: fewer actions, a smaller feature map.',
  },
  HR_MEDIA_TYPE: {
    meaning: 'The body is not `application/json`.',
    remedy: 'Set the Content-Type header.',
  },
  HR_INVALID_INPUT: {
    meaning:
      'The JSON does not fit: a field that is unknown, missing or of the wrong kind, a number outside its range, an action that does not exist.',
    remedy: 'The detail says the rule and what was received, `field` says where.',
  },
  HR_KEY_REUSED: {
    meaning: 'The Idempotency-Key came with another body before.',
    remedy: 'Draw a new key for a new decision.',
  },
  HR_RATE_LIMIT: {
    meaning: 'The key, or an address with wrong keys, asks too often.',
    remedy: 'Wait as long as the `Retry-After` header says.',
  },
  HR_HEAD_TOO_LARGE: {
    meaning: 'The address and the headers of the request have 16 KiB or more in all.',
    remedy: 'Send fewer or shorter headers; cookies are not needed.',
  },
  HR_TOO_MANY_STREAMS: {
    meaning: 'The key, or the address, watches as many policies as it may.',
    remedy: 'Close a watcher, or ask for the policy from time to time.',
  },
  HR_INTERNAL: {
    meaning: 'A fault of ours.',
    remedy: 'Play the baseline, and report it.',
  },
  HR_JOURNAL_UNAVAILABLE: {
    meaning:
      'Nothing can be stored now, so nothing was decided: the disk is full, the database away.',
    remedy:
      'Play the baseline. Repeat with the same key if the outcome of a request is unknown. See the runbooks.',
  },
  HR_DECIDER_AWAY: {
    meaning:
      'The thread that decides for this policy died and is being started again. Whether the request was stored is not known; what was answered before is.',
    remedy: 'Play the baseline. Repeat with the same key after `Retry-After`.',
  },
  HR_OVERLOADED: {
    meaning: 'More requests wait than the service takes on.',
    remedy: 'Play the baseline, or repeat after `Retry-After`.',
  },
  HR_OWNER_AWAY: {
    meaning:
      'Another replica writes this policy, and it did not answer, or the policy is just moving to another one.',
    remedy:
      'Play the baseline, or repeat after `Retry-After` with the same key: another replica takes over within two leases.',
  },
  HR_CLOSING: {
    meaning: 'The service is shutting down.',
    remedy: 'Ask another replica, or play the baseline.',
  },
};

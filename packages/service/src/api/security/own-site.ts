/**
 * Keeps a key of one site to that site: what it asks is asked for the site, and what it is answered
 * tells of no other.
 */
import type { CallerKey } from '../../decisions/commands/idempotency.ts';
import { siteReceipt } from '../../decisions/views/site-receipt.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type {
  DecisionReceipt,
  DecisionRequest,
  GroupPlan,
  GroupRequest,
  Subject,
} from '../../wire.ts';
import { type Brief, briefReceipt } from '../brief-receipt.ts';
import type { Caller as AnyCaller } from './access.ts';

type Caller = Pick<AnyCaller, 'id' | 'site' | 'hasScope'>;

/** Returns the site that is asked about: the caller's own, or the one that a wider key names. */
export function siteFor({ site }: Caller, asked?: string): string | undefined {
  if (site === null) return asked;
  if (asked !== undefined && asked !== site) throw anotherSite();
  return site;
}

/** Leaves the names out where the caller may touch all policies. */
export function ownPolicies({ policies }: AnyCaller): { policies?: readonly string[] } {
  return policies === null ? {} : { policies };
}

/** Whose decision it is: the key that repetitions are known by, and the site it is kept to. */
export function callerKey({ id: scope, site }: Caller, text: string | null): CallerKey {
  return { scope, text, ...(site === null ? {} : { site }) };
}

/** Returns the request with the caller's site in it. */
export function forOwnSite<Request extends Pick<DecisionRequest, 'policy' | 'site'>>(
  caller: Caller,
  request: Request,
): Request {
  if (caller.site === null) return request;
  if (request.policy !== undefined) {
    throw new ServiceProblem({
      code: 'HR_FORBIDDEN',
      detail: 'A key of one site may not define a policy. Leave the definition out.',
      field: 'policy',
    });
  }
  return { ...request, site: siteFor(caller, request.site) };
}

/** Returns the subject as one of the caller's site. */
export function subjectForOwnSite<Given extends Pick<Subject, 'site'>>(
  caller: Caller,
  subject: Given,
): Given {
  return caller.site === null ? subject : { ...subject, site: siteFor(caller, subject.site) };
}

export function groupForOwnSite(caller: Caller, request: GroupRequest): GroupRequest {
  const situations = request.situations.map((situation) => forOwnSite(caller, situation));
  return caller.site === null ? request : { ...request, situations };
}

type AnyReceipt = GroupPlan['receipts'][number];

/** Returns as much of a receipt as the caller may see. */
export function receiptFor<Given extends AnyReceipt>(
  caller: Caller,
  receipt: Given,
): Given | Brief<Given> {
  if (!caller.hasScope('read')) return briefReceipt(receipt);
  return caller.site === null ? receipt : siteReceipt(receipt);
}

/** The same of its text, byte for byte where all of it may be seen. */
export function receiptTextFor(caller: Caller, text: string): string {
  if (caller.hasScope('read') && caller.site === null) return text;
  return JSON.stringify(receiptFor(caller, JSON.parse(text) as DecisionReceipt));
}

function anotherSite(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_FORBIDDEN',
    detail: 'This key is kept to one site, and may neither ask nor speak of another.',
    field: 'site',
  });
}

/**
 * How much of a receipt the caller prefers, by the header of RFC 7240:
 *
 *     Prefer: return=minimal
 *
 * Whatever else it says, or what is not understood, is not a fault: then all of the receipt is answered.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerForm } from '../decisions/decision-service.ts';

const MINIMAL = /(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:[;,]|$)/i;

export function preferredForm({ prefer }: FastifyRequest['headers']): AnswerForm {
  const said = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '');
  return MINIMAL.test(said) ? 'minimal' : 'whole';
}

/** Says that the preference was heard. */
export function tellForm(reply: FastifyReply, form: AnswerForm): void {
  if (form === 'minimal') reply.header('preference-applied', 'return=minimal');
}

/**
 * Who listens at an address: this member itself, another one, or nobody that is a member.
 *
 *     Hedgerow-Hop: a name         in the request of a member: whom it is for, or here its own
 *     Hedgerow-Hop: 1              in the answer of every member
 *     Hedgerow-Hop: self           in the answer of the one process whose own name it is
 *
 * The name is drawn for a process and told to nobody but whoever listens where its own address leads: so a member finds out that the others do
 * not reach it there, and nobody else learns how many there are.
 */
import { type OutgoingHttpHeaders, request as open } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { HOP_HEADER } from './hop-headers.ts';
import { placeOf } from './member-address.ts';

export type Answerer = 'self' | 'member' | 'nobody';

/** How long an answer is waited for, if nothing else is said. */
const PATIENCE_MS = 1000;

/** Returns the mark with which a request of a member is answered; none for all others. */
export function hopMark({ headers }: FastifyRequest, ownName: string): OutgoingHttpHeaders {
  const hop = headers[HOP_HEADER];
  if (hop === undefined) return {};
  return { [HOP_HEADER]: hop === ownName ? 'self' : '1' };
}

/** Resolves in time, whatever listens there. */
export function whoAnswersAt(
  address: string,
  ownName: string,
  patienceMs: number = PATIENCE_MS,
): Promise<Answerer> {
  const { promise, resolve } = Promise.withResolvers<Answerer>();
  const headers = { [HOP_HEADER]: ownName };
  const sent = open({ ...placeOf(address), path: '/livez', headers, agent: false });
  const patience = setTimeout(() => sent.destroy(new Error('silence')), patienceMs);
  sent.once('close', () => clearTimeout(patience));
  sent.on('error', () => resolve('nobody'));
  sent.once('response', (answer) => {
    const mark = answer.headers[HOP_HEADER];
    answer.once('error', () => {}).resume();
    sent.destroy();
    resolve(mark === undefined ? 'nobody' : mark === 'self' ? 'self' : 'member');
  });
  sent.end();
  return promise;
}

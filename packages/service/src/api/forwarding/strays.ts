/**
 * What was sent on to another member and came here, because this one listens where that one was: a container has the address of one that is
 * gone, and its replica another database. Its keys are others, and a policy of the same name is not the one that is asked about. So whoever sends
 * something on names the member that it is for, and any other says, before it asks for a key, that nothing was done.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Placement } from '../../placement/placement.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { HOP_HEADER, MOVED_HEADER } from './hop-headers.ts';

/** Returns a hook that comes before the guard. */
export function refuseStrays({ isSelf }: Pick<Placement, 'isSelf'>) {
  return async ({ headers, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const meant = headers[HOP_HEADER];
    // Probes ask who is here.
    if (meant === undefined || routeOptions.config.access?.kind !== 'key') return;
    if (typeof meant === 'string' && isSelf(meant)) return;
    reply.header(MOVED_HEADER, '1');
    throw new ServiceProblem({
      code: 'HR_OWNER_AWAY',
      detail:
        'What a replica sends on must reach the one that it is for, but another listens there now. Nothing was decided; try again in a second.',
    });
  };
}

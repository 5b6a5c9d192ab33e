/**
 * For those who run several replicas: which there are, and what each of them holds.
 */
import { z } from 'zod';
import type { Placement } from '../../placement/placement.ts';
import type { MemberView } from '../../wire.ts';
import { named } from '../schemas/schema-registry.ts';
import type { Access } from '../security/access.ts';
import { answers, KEY_SECURITY } from './route-schema.ts';
import type { HttpServer } from './route-tools.ts';

const READ_ALL: Access = { kind: 'key', scope: 'read', bucket: 'reads', subject: 'all' };

export const memberList: z.ZodType<readonly MemberView[]> = z.array(
  named(
    'MemberView',
    z.strictObject({
      address: z.string().nullable(),
      isAsked: z.boolean(),
      isLeaving: z.boolean(),
      policies: z.number().int(),
      leaseEndsIn: z.number(),
    }),
  ),
);

/** The members of the journal; none where one process has it to itself. */
export type Members = Pick<Placement, 'members'>;

export function registerMemberRoutes(app: HttpServer, placement: Members | null): void {
  app.route({
    method: 'GET',
    url: '/v1/members',
    config: { access: READ_ALL },
    schema: {
      tags: ['operations'],
      security: KEY_SECURITY,
      operationId: 'getMembers',
      summary: 'The replicas that share the database; needs a key that reads all policies',
      description:
        'Where each of them takes requests, how many policies it holds, and in how many seconds its lease ends if it is not renewed, by the clock of the database. The list is empty where one process has the journal to itself.',
      response: answers({ description: 'By address.', schema: memberList, problems: [] }),
    },
    handler: async () => (placement === null ? [] : await placement.members()),
  });
}

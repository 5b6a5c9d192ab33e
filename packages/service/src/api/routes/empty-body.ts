/**
 * Lets routes whose every field is optional be called without a body.
 */
import type { FastifyRequest } from 'fastify';

/** A hook before validation: no body counts as an empty object. */
export async function emptyBodyAsObject(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

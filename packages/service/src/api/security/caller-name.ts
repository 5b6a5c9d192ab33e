/**
 * Whom a request counts for where callers share something: the key, or the address where none is needed.
 */
import type { FastifyRequest } from 'fastify';
import { addressGroup } from '../connections/address-group.ts';
import { LOCAL_CALLER } from './access.ts';

export function callerName({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string {
  return caller === null || caller.id === LOCAL_CALLER.id ? addressGroup(ip) : caller.id;
}

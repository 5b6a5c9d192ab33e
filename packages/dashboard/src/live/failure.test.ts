/**
 * What can be done about a failure depends on its kind.
 */
import { ConnectionError, ServiceError } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

const kindOfStatus = (status: number) =>
  failureOf(new ServiceError({ status, code: 'HR_X', detail: 'why' })).kind;

describe('failureOf', () => {
  it('takes a broken connection, an overload and a fault of the service for an outage', () => {
    expect(failureOf(new ConnectionError('gone')).kind).toBe('away');
    expect([429, 500, 503].map(kindOfStatus)).toEqual(['away', 'away', 'away']);
  });

  it('tells apart what a key, another key, or another address would help', () => {
    expect([401, 403, 404, 409, 422].map(kindOfStatus)).toEqual([
      'key',
      'forbidden',
      'missing',
      'refused',
      'refused',
    ]);
  });

  it('keeps the words of the service', () => {
    const error = new ServiceError({ status: 422, code: 'HR_X', detail: 'The rule is this.' });
    expect(failureOf(error).detail).toBe('The rule is this.');
  });
});

/**
 * A connection of the queue that breaks ends nobody but itself.
 */
// @ts-expect-error The package brings no types.
import pg from 'pg';
import { expect, test } from 'vitest';
import { connectionTo } from './trial-queue.ts';

test('a connection that breaks while it is lent ends no process', () => {
  const { connection } = connectionTo('postgres://127.0.0.1:1/nowhere');
  // The pool makes its connections by what it was given.
  const { Client } = new pg.Pool(connection);
  const client = new Client(connection);
  // Without a listener, this would be thrown.
  expect(client.emit('error', new Error('Connection terminated unexpectedly'))).toBe(true);
});

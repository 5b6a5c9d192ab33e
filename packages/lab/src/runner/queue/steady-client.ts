/**
 * A connection to the database of the queue that may break at any moment.
 *
 * Whoever has asked for something is told by the failure of that; but the driver also tells the connection itself, and if nobody
 * listens there, the process ends. A pool listens while nobody uses the connection; whoever borrows it for several statements does not.
 */
import type { EventEmitter } from 'node:events';
// @ts-expect-error The package brings no types; the little that is used is written down below.
import pg from 'pg';

const DriverClient: new (options?: object) => EventEmitter = pg.Client;

export class SteadyClient extends DriverClient {
  constructor(options?: object) {
    super(options);
    this.on('error', () => {});
  }
}
